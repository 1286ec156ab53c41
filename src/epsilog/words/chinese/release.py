"""发布结果的用语：表格、卡片、报告与证书。"""

from typing import Final

RELEASE: Final[dict[str, str]] = {
    "release.title": "{release} · 第 {edition} 期",
    "release.lead": "关于人的数字，其中的噪声保护每一个人。抽取时间：{at}；由账户 {account} 支付。",
    "release.heading.warnings": "请先阅读",
    "release.heading.published": "发布了什么",
    "release.heading.protected": "保护谁，保护到什么程度",
    "release.heading.exact": "数字有多准",
    "release.heading.weight": "其中一个最多能影响多少",
    "release.heading.budget": "花费与余额",
    "release.heading.open": "哪些不受保护",
    "release.heading.rules": "不合规定的行",
    "release.heading.record": "备查",
    "release.seeded": ("噪声来自固定种子。知道种子的人可以把噪声去掉：这次发布不保护任何人，仅供测试，请勿外传。"),
    "release.condition.refund": (
        "这一保证还取决于当事人的声明（第 {entry} 条，{day}）："
        "{who} 声明退还 {receipt} 时没有任何内容流出。理由：{why}"
    ),
    "release.condition.resume": (
        "这一保证还取决于当事人的声明（第 {entry} 条，{day}）：{who} 声明自备份至恢复之间没有任何支出。理由：{why}"
    ),
    "release.looked": (
        "本次发布之前，数据管理员曾亲自查看过数据（最近一次：{day}），结果未给他人。请求中是否带有查看所得，数学无法保证。"
    ),
    "release.published": "{release}，第 {edition} 期，抽取时间：{at}。",
    "release.table": "{name}：{what}。单元格：{cells} 个。",
    "release.table.totals": "{name}：{what}。单元格：{cells} 个；合计：{totals} 个。",
    "release.what.rows": "行数",
    "release.what.rows.alone": "人数",
    "release.what.histogram.alone": "按 {column} 分段的人数",
    "release.what.persons": "不同的人数",
    "release.what.sum": "{column} 之和",
    "release.what.mean": "{column} 的平均值",
    "release.what.histogram": "按 {column} 分段的行数",
    "release.what.quantiles": "{column} 的分位数 {shares}",
    "release.what.median": "{column} 的中位数",
    "release.what.top": "{column} 的 {candidates} 个键中{best}最多的 {k} 个",
    "release.best.rows": "行数",
    "release.best.persons": "人数",
    "release.best.sum": "{column} 之和",
    "release.what.variance": "{column} 的方差",
    "release.what.deviation": "{column} 的标准差",
    "release.what.ratio": "{column} 之和与 {per} 之和的比值",
    "release.by": "按 {columns} 划分",
    "release.every": "每{period}一个，{first} 至 {last}",
    "release.days": "{first} 至 {last}",
    "release.unit.row": "单独的一行",
    "release.unit.person": "同一 {each} 的全部记录",
    "release.unit.period": "同一 {each} 在一{period}内的全部记录",
    "release.subject.row": "这一行",
    "release.subject.person": "此人",
    "release.subject.period": "此人在这一{period}",
    "release.one.row": "行",
    "release.one.person": "人",
    "release.one.period": "人（一{period}内）",
    "release.protects.add": "受保护的是{unit}。有它与没有它时，所能发布的内容相差有限，限度见本页。",
    "release.protects.replace": (
        "受保护的是{unit}。换成任何另一个时，所能发布的内容相差有限，限度见本页。总数视为公开。"
    ),
    "release.risk.add.pure": (
        "某人掌握其他所有人的记录，原先认为“{subject}在数据中”的可能性为 {prior}，看到本次发布后至多升至 "
        "{posterior}。"
    ),
    "release.risk.add.approx": (
        "某人掌握其他所有人的记录，原先认为“{subject}在数据中”的可能性为 {prior}，看到本次发布后不超过 "
        "{posterior}；例外情形出现的概率至多为 {failure}，届时不作任何保证。"
    ),
    "release.risk.replace.pure": (
        "某人掌握其他所有人的记录，对{subject}的两种可能记录，原先认为其中一种的可能性为 {prior}，看到本次发"
        "布后至多升至 {posterior}。"
    ),
    "release.risk.replace.approx": (
        "某人掌握其他所有人的记录，对{subject}的两种可能记录，原先认为其中一种的可能性为 {prior}，看到本次发"
        "布后不超过 {posterior}；例外情形出现的概率至多为 {failure}，届时不作任何保证。"
    ),
    "release.deniable.add.pure": (
        "这就是可否认性：所发布的内容在“有{subject}”时出现的可能性，至多是没有时的 {factor} 倍。"
    ),
    "release.deniable.add.approx": (
        "这就是可否认性：所发布的内容在“有{subject}”时出现的可能性，至多是没有时的 {factor} 倍；"
        "例外情形出现的概率至多为 {failure}。"
    ),
    "release.deniable.replace.pure": (
        "这就是可否认性：所发布的内容在{subject}的一种记录下出现的可能性，至多是另一种记录下的 {factor} 倍。"
    ),
    "release.deniable.replace.approx": (
        "这就是可否认性：所发布的内容在{subject}的一种记录下出现的可能性，至多是另一种记录下的 {factor} 倍；"
        "例外情形出现的概率至多为 {failure}。"
    ),
    "release.undeniable": "无从否认：所发布的内容在一种情形下出现的可能性，可高达另一种情形下的 {factor} 倍。",
    "release.risk.account.pure": "该账户所能发布的全部内容合在一起，至多使同样的 {prior} 升至 {posterior}。",
    "release.risk.account.approx": (
        "该账户所能发布的全部内容合在一起，至多使同样的 {prior} 升至 {posterior}；例外情形出现的概率至多为 "
        "{failure}。"
    ),
    "release.risk.account.none": "一旦账户全部用完，对这样的判断不再有任何限度。",
    "release.epsilon": "ε 不是概率。它限定的是：所发布的内容最多能在多大程度上改变任何人的判断。",
    "release.times": "{all} 次中有 {some} 次",
    "release.times.share": "{share} 的情况下",
    "release.exact.number": "{name}：{times}，数字与受限答案（数据经贡献上限截取后的准确值）相差不超过 ±{margin}。",
    "release.exact.mean": (
        "{name}：{times}，受限平均值落在所给区间之内；单元格有 {rows} 行或更多时，无论它在声明范围的何处，"
        "都以同样的频率落在所给值的 ±{margin} 之内。"
    ),
    "release.exact.mean.assumed": (
        "{name}：{times}，受限平均值落在所给区间之内。单元格行数越多，区间越短：有 {rows} 行时，"
        "平均值以同样的频率落在所给值的 ±{margin} 之内。"
    ),
    "release.exact.quantiles": (
        "{name}：{times}，所给数值在受限数据中的名次与所求名次相差不超过 {margin} 行；折算成数值相差多少，不看数"
        "据无法得知。"
    ),
    "release.exact.top": ("{name}：{times}，每个选出的键在受限数据中与其名次上真正的键相差不超过 {margin}。"),
    "release.exact.spread": ("{name}：{times}，受限答案落在所给区间之内（单元格中有行时）。行数少时区间很宽。"),
    "release.exact.ratio": (
        "{name}：{times}，两个受限总和的比值落在所给区间之内（分母不为 0 时）。分母小时区间很宽。"
    ),
    "release.exact.bounded": (
        "受限答案是指数据经过下述截取之后的结果。区间针对数据本身：包含噪声，不包含被截去的部分，也不包含“哪"
        "些人恰好在数据中”的偶然性。"
    ),
    "release.exact.picked": (
        "选出的结果没有数值区间：可能的偏差以名次或落后多少表示，针对受限数据（经下述截取之后的数据），不包含被截去的"
        "部分，也不包含“哪些人恰好在数据中”的偶然性。"
    ),
    "release.exact.each": "这对每个数字单独成立。数字很多时，总有一些会落空，其频率与所述大致相当。",
    "release.exact.below": "空单元格与其他单元格一样加噪声，所以计数可能小于零。",
    "release.tidy.whole": (
        "{name}：负的计数已改为 0，原始数字列在旁边。区间属于原始数字：整理后的数值可能落在区间之外。"
    ),
    "release.tidy.both": (
        "{name}：所示为保持原始合计不变、最接近的非负整数表，原始数字列在旁边。区间属于原始数字：整理后的数值"
        "可能落在区间之外。"
    ),
    "release.tidy.totals": "{name}：合计（键为 *）是各单元格之和，有各自的区间。",
    "release.tidy.persons": "{name}：没有合计，因为同一个人可能出现在多个单元格中。",
    "release.tidy.ordered": (
        "{name}：同一组的各个分位数是分别抽取的，可能交叉，因此按从小到大的次序显示。"
        "所抽取的原值列在旁边（`raw`）；所说的名次偏差是就原值而言。"
    ),
    "release.weight.row": "{name}：每行计一次，只在一个单元格中。",
    "release.weight.rows": (
        "{name}：每{one}计入的行：总共至多 {rows} 行，每个单元格至多 {per_cell} 行；单元格至多 {cells} 个。"
    ),
    "release.weight.persons": "{name}：每{one}在一个单元格中计一次；单元格至多 {cells} 个。",
    "release.weight.clamp": "{name}：{column} 低于 {low} 的按 {low} 计，高于 {high} 的按 {high} 计。",
    "release.weight.quantiles": ("{name}：每{one}在所有组中合计至多使名次变动 {reach} 行。数值由{law}选出。"),
    "release.weight.top": ("{name}：每{one}在所有组中合计至多使键之间的差变动 {reach}。键由{law}选出。"),
    "release.weight.squares": "{name}：{column} 到范围中点的距离的平方在 {low} 与 {high} 之间。",
    "release.weight.noise.squares": (
        "{name} 的平方和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
    "release.weight.noise.below": (
        "{name} 的分母之和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
    "release.weight.noise": (
        "{name}：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个数字平均 {deviation}。"
    ),
    "release.weight.noise.sum": (
        "{name} 的总和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
    "release.weight.noise.count": (
        "{name} 的行数：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
    "release.law.laplace": "离散拉普拉斯",
    "release.law.gaussian": "离散高斯",
    "release.law.exponential": "指数机制",
    "release.law.flip": "排列翻转机制",
    "release.cost.pure": "本次发布承诺 ε = {epsilon}，没有例外（δ = 0）。",
    "release.cost.approx": "本次发布承诺 ε = {epsilon}，δ = {delta}。",
    "release.cost.share": "它用去了账户 {account} 的 {share}。",
    "release.cost.blocks": "它在 {count} 个时间块（{first} 至 {last}）中的每一个都全额支付。",
    "release.account.used": "账户 {account} 已用 {used}，尚余 {left}（{at}）。",
    "release.account.fullest": "以用得最多的时间块为准。",
    "release.account.pure": (
        "账户用完时，由它发布的全部内容合在一起，对每个{one}仍保证 ε = {epsilon}，没有例外（δ = 0）。"
    ),
    "release.account.approx": (
        "账户用完时，由它发布的全部内容合在一起，对每个{one}仍保证 ε = {epsilon}，δ = {delta}。"
    ),
    "release.account.turned": "写下本文件时，账户按纯 ε 计量。它可以转为 ρ，也可以转回，因此承诺仍含 δ。",
    "release.account.sums": (
        "迄今费用的简单相加（发布次数：{releases}）：Σε = {epsilon}，Σδ = {delta}。这是人人都能算出的简单上限。"
    ),
    "release.account.sums.none": (
        "迄今费用的简单相加（发布次数：{releases}）：无，因为高斯噪声的发布在 δ = 0 时没有自己的 ε。"
    ),
    "release.open.facts_about_everybody": (
        "一般规律（例如吸烟有害健康）仍可得知，与其中任何一个人是否在数据中无关。"
    ),
    "release.open.groups.pure": (
        "总是同进同出的几个人（例如一家人）受到的保护较弱：{people} 个人合在一起的承诺是 ε = {epsilon}，而不"
        "是 {single}。"
    ),
    "release.open.groups.approx": (
        "总是同进同出的几个人（例如一家人）受到的保护较弱：{people} 个人合在一起的承诺是 ε = {epsilon}，δ "
        "= {delta}，而不是 {single} 和 {chance}。"
    ),
    "release.open.persons_with_several_rows": "受保护的是一行，而不是一个人：行数越多的人，受到的保护越弱。",
    "release.open.persons_over_several_periods": (
        "一个人每次只在一{period}之内受保护：许多{period}合在一起所显示的内容，保护较弱。"
    ),
    "release.open.how_many_there_are": "数据中共有多少，并不隐藏。",
    "release.open.what_was_declared": "请求中的一切都是公开的：键、日期、贡献上限，以及曾有这样一次发布。",
    "release.open.other_accounts": "其他账户或其他机构就同一批人所作的发布会叠加其上，此处无人能够计入。",
    "release.rule.ids.dropped": "{each} 没有标识的行已剔除。",
    "release.rule.ids.kept": "各行无需标识：每行单独受保护。",
    "release.rule.keys": "键未事先声明或没有键的行，不在表中。",
    "release.rule.times": "时间无法读取，或不在所声明日期之内的行，不在表中。",
    "release.rule.missing": "{name}：缺失值（空、非数字、NaN、无穷）不计入。",
    "release.rule.missing.as": "{name}：缺失值（空、非数字、NaN、无穷）按 {value} 计。",
    "release.rule.quantiles": (
        "{name}：超出声明范围的值按最近的一端计；缺失值（空、非数字、NaN、无穷）没有名次，不计入。"
    ),
    "release.rule.top": "{name}：键不在声明之列或没有键的行不计入。",
    "release.rule.bins": "{name}：超出两端的值计入最近的分段，缺失值不计入。",
    "release.rule.bounds": "超出贡献上限者的部分单元格会被略去，其次序只取决于各自的标识。",
    "release.record.receipt": "收据",
    "release.record.account": "账户",
    "release.record.ledger": "账本",
    "release.record.key": "编号",
    "release.record.fingerprint": "指纹（SHA-256）",
    "release.record.drawn": "抽取时间",
    "release.record.software": "计算软件",
    "release.record.check": "核验命令：epsilog verify 文件夹",
    "release.tile.belief": "判断",
    "release.tile.belief.figure": "{prior} → 至多 {posterior}",
    "release.tile.error": "误差",
    "release.tile.error.quantiles": "名次偏差 ≤ {most} 行",
    "release.tile.error.top": "落后 ≤ {most}",
    "release.tile.error.more": "另有 {more} 张表，见下文",
    "release.tile.error.usual": "以上是数字的通常区间：{times}，区间包含受限答案。",
    "release.tile.budget": "预算",
    "release.tile.budget.figure": "尚余 {left}",
    "release.preview": "所示 {shown} 行，共 {rows} 行；全部见 {file}。",
    "release.preview.all": "共 {rows} 行；另见 {file}。",
    "release.column.value": "数值",
    "release.column.range": "区间（{confidence}）",
    "release.column.raw": "原始",
    "release.total": "合计",
    "release.footer": (
        "由 Epsilog 于 {at} 根据账本生成，未读取任何数据。卡片（card.json）载有全部参数，证书（"
        "certificate.json）载有每个文件经签名的指纹。"
    ),
    "release.picture.quantiles": "这样的数值有 {confidence} 名次偏差不超过 {off} 行",
    "release.picture.top": "{confidence} 的情况下，没有哪个键比其名次上真正的键落后超过 {off}",
    "release.column.rows_off": "名次偏差，行（{confidence}）",
    "release.column.behind": "落后（{confidence}）",
    "release.picture.band": "截取后数据的区间（{confidence}）：只含噪声",
    "release.picture.shown": "{title}（前 {shown} 个，共 {all} 个）",
    "release.picture.rows": "行数",
    "release.picture.persons": "人数",
    "release.picture.ordered": "交叉的数值已按大小排列",
    "release.picture.tidied": "数值经过整理，区间属于原始数字",
    "release.verify.certificate": "证书可以读取。",
    "release.verify.certificate.failed": "证书缺失或无法读取。",
    "release.verify.signature": "签名者为 {signer}，是您信任的密钥。",
    "release.verify.signature.unpinned": (
        "签名者为 {signer}。您没有指明信任谁，所以这只说明自某人签名以来内容未变。"
    ),
    "release.verify.signature.failed": "签名与证书不符。",
    "release.verify.signature.stranger": "签名者为 {signer}，您并不信任它。",
    "release.verify.files": "全部 {count} 个文件都与签名时一致，没有多余的文件。",
    "release.verify.files.changed": "签名之后被改动：{file}",
    "release.verify.files.missing": "缺失：{file}",
    "release.verify.files.extra": "不属于本次发布：{file}",
    "release.verify.files.odd": "不是普通文件：{file}",
    "release.verify.card": "卡片自身一致，也与证书一致。",
    "release.verify.card.failed": "卡片不可信：{why}",
    "release.verify.card.other": "卡片与证书所指的不是同一次发布。",
    "release.verify.tables": "表格与卡片相符：重新生成的结果完全相同。",
    "release.verify.tables.failed": "此表与卡片不符：{file}",
    "release.verify.fingerprint": "含噪数字的指纹与证书所载一致。",
    "release.verify.fingerprint.failed": "含噪数字的指纹与证书所载不一致。",
    "release.verify.request": "请求（spec.yaml）就是已付费的那一份。",
    "release.verify.request.failed": "请求（spec.yaml）不是已付费的那一份。",
    "release.verify.ledger": "账本中有此收据、此费用和同样的数字。",
    "release.verify.ledger.kept": "账本中的收据、费用和数字都与证书一致：被改动的是这个文件夹。",
    "release.verify.ledger.other": "这不是证书所指的账本。",
    "release.verify.ledger.missing": "账本中没有此收据。",
    "release.verify.ledger.failed": "账本所存的内容不同：{what}",
    "release.verify.ledger.head": "账本中有证书签名时作为链首的那条账目。",
    "release.verify.ledger.head.failed": "曾作为链首的账目不在账本中：账本已被替换。",
    "release.verify.ledger.raised": "账户的额度此后有过变动：卡片所载是其写成时的承诺。",
    "release.verify.not.ledger": "未与账本核对：不知是否已付费。",
    "release.verify.not.pictures": "图片与报告未重新绘制，只核对了指纹。",
    "release.verify.not.data": "从不核对：所声明的贡献上限是否真正施加于各行。此处不读取数据。",
    "release.find.shown": (
        "{entry}：{column} 的键是在数据中找到的（找到 {count} 个）。带噪声的单位数达到 {threshold} 的键才会出现："
        "有 {half} 个单位的键至少半数情况会出现，有 {sure} 个的键在 100 次中有 95 次出现。"
    ),
    "release.find.none": (
        "{entry}：{column} 没有足够常见的键，因此表是空的。带噪声的单位数达到 {threshold} 的键才会出现："
        "有 {half} 个单位的键至少半数情况会出现，有 {sure} 个的键在 100 次中有 95 次出现。"
    ),
    "release.find.missing": "罕见的键按设计不会出现。没有出现的键仍可能在数据中；找到的键不是全部。",
    "release.find.fresh": "所找到的键，其数字另有自己的噪声，因此尽管缺少罕见的键，各区间依然成立。",
    "release.picture.empty": "没有足够常见、可以显示的键。",
    "release.rule.found": "{name}：{column} 的键未被找到或没有键的行，不在表内。",
    "release.verify.seeded": "噪声来自固定种子：这次发布不保护任何人。",
}
