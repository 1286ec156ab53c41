"""Sentences of the front door: init, check, publish, verify."""

from typing import Final

FRONT: Final[dict[str, str]] = {
    # the text of a draft
    "front.draft.looked": (
        "本草稿已经查看过私有数据：{file} 的前 {rows} 行。下面的列类型和建议都是据此猜测的，"
        "这次查看没有计入任何账户。请逐行核对，用您不看数据也知道的内容作答；在此之前，"
        "请像保护数据文件一样保护本草稿。"
    ),
    "front.draft.blanks": "每个 {blank} 都是一个问题。全部回答之前，所有命令都会拒绝本文件，并指出行号。",
    "front.draft.columns": (
        "各列的类型：text（文本）、integer（整数）、number（数值）、date（日期）、timestamp（下述时区的钟面时间）、"
        "instant（带时差或 UTC 的时刻）、boolean（真假）。01067 之类的代码是 text。不需要的列请删去。"
    ),
    "front.draft.unfit.few": (
        "查看过的值几乎都属于 {kind} 类型，少数（至多百分之二）不是。这些值将按缺失处理：这样对吗？"
        "若不对，请先修正文件，或改写为 text。"
    ),
    "front.draft.unfit.comma": (
        "这些值像是用逗号作小数点的数字，不会按数字读取：作为 {kind} 可以计数，不能求平均。这是数值吗？"
        "若是，请在文件中改用小数点，并在此写 number。"
    ),
    "front.draft.unfit.dates": (
        "这些值像是用多种写法书写的日期，没有一种写法适合其中绝大部分。作为 {kind} 不能表示时间。这是日期吗？"
        "若是，请在文件中统一写法，并在此写 date 和 `format`。"
    ),
    "front.draft.unfit.some": (
        "查看过的值大多属于 {kind} 类型，有一些（至多十分之一）不是。这些值将按缺失处理：这样对吗？"
        "若不对，请先修正文件，或改写为 text。"
    ),
    "front.draft.once": (
        "在查看的行中，{column} 的每个值只出现一次。若 {column} 标识的是人（每人一行），请写 each: {column}。"
        "若标识的是就诊或账单，受保护的只是其中一个（事件），而不是一个人。"
    ),
    "front.draft.once.several": (
        "在查看的行中，下列各列的每个值只出现一次：{columns}。若其中一列标识的是人（每人一行），请用 each: "
        "写明该列。"
        "若标识的是就诊或账单，受保护的只是其中一个（事件），而不是一个人。"
    ),
    "front.draft.event": (
        "事件级保护：若选用每行都不同的列，或 row 一词，受保护的只是单个事件。一个人若有很多行，就几乎得不到保护。"
    ),
    "front.ask.way": "这些日期是怎样书写的？{one} 还是 {other}：从查看的行中无法判断。若读错，日子会落在别的月份。",
    "front.draft.per": "如果账户保护的是某一时段内的一个人，请加上 per: 以及 {periods} 之一，须与账户一致。",
    "front.draft.publish": "要发布的内容。可随意增删；全部写法见 docs/spec.md。",
    "front.draft.delta": "若账户带有 delta，请加上 delta: 1e-6（应远小于人数分之一）。",
    "front.draft.none": "没有发现",
    "front.ask.edition": ("这是哪一期？同一期绝不会抽取两次；新的一期就是新的发布，另行计费。例如 2026-W46。"),
    "front.ask.each": (
        "保护谁？写出标识个人的列名，或写 row。row 只保护单独一行；若一个人有多行，保护就弱得多。"
        "看起来像标识个人的列：{guess}"
    ),
    "front.ask.each.once": (
        "保护谁？写出标识个人的列名，或写 row。row 只保护单独一行；若一个人有多行，保护就弱得多。"
        "没有发现其值像人一样重复出现的列。"
    ),
    "front.ask.zone": "一天从哪个时区的零点开始？例如 Asia/Shanghai。须与账户一致。",
    "front.ask.rows": (
        "一个人（或时段内的一个人）最多贡献几行？越多，所有数字的噪声越大；越少，活跃的人被截去越多。"
        "若 each: row，请删去 bound。"
    ),
    "front.ask.days": "涵盖哪些日子？含首尾两日，请不看数据直接说出。时间列：{guess}",
    "front.ask.keys": (
        "完整的类别清单，以众所周知的为准，而不是以文件里出现的为准：此处没有的类别不进入表格，"
        "文件里没有的类别也会带噪声发布。可能的分组列：{guess}"
    ),
    "front.ask.ends": "在哪两端之间？超出两端的值会被截到端点。请说出不看数据也知道的两端；范围越宽，噪声越大。",
    "front.ask.epsilon": "这次发布可以花费多少？例如 0.5。epsilog plan 会显示能换来什么。",
    "front.ask.account": "从哪个账户支付？例如 clinic/2026：epsilog ledger open --help",
    "front.short.edition": "哪一期",
    "front.short.each": "保护谁",
    "front.short.way": "这些日期怎样书写",
    "front.short.zone": "哪个时区",
    "front.short.rows": "一个人最多几行",
    "front.short.days": "哪些日子",
    "front.short.keys": "哪些类别",
    "front.short.ends": "在哪两端之间",
    "front.short.epsilon": "花费多少",
    "front.short.account": "从哪个账户",
    "front.role.unfit.few": "{role}；少数值属于别的类型",
    "front.role.unfit.comma": "{role}；像是用逗号作小数点的数字",
    "front.role.unfit.dates": "{role}；像是用多种写法书写的日期，因此是 text",
    "front.role.unfit.some": "{role}；一些值属于别的类型",
    "front.role.person": "可能标识个人：其值会重复出现",
    "front.role.once": "每个值只出现一次；若标识的是人，请写 each: {column}",
    "front.role.way": "{role}；写法为 {way}",
    "front.role.ways": "{role}；写法为 {one} 还是 {other}？",
    "front.role.time": "可能表示时间",
    "front.role.key": "可能用于分组",
    "front.role.amount": "可能用于求平均",
    "front.role.other": "–",
    # the commented example
    "front.example.lead": (
        "发布什么、出自何处、关于谁、花费多少。本文件可以直接做计划：epsilog plan FILE。"
        "其中任何内容都不得取自数据：范围、日期和类别都应是不看数据也知道的。"
    ),
    "front.example.name": (
        "同名同期永远是同一次发布：再次发布时返回已保存的结果，不再花费。新的一期才是新的发布。"
    ),
    "front.example.source": (
        ".csv 或 .parquet 文件（可用通配符），以本文件所在目录为准。类型：text、integer、number、date、timestamp、"
        'instant、boolean。CSV 还可写 encoding: gb18030、delimiter: ";"'
    ),
    "front.example.protect": (
        "保护谁；须与账户所写一致。each: row 只保护单独一行。per: 1mo 保护一个人在一个月内的全部；"
        "不写则保护一个人的全部。"
    ),
    "front.example.bound": "一个人在一个月内对每一项最多贡献多少。另有：cells（表格的格数）、"
    "rows_per_cell（每格行数）。",
    "front.example.during": "涵盖的日子，含首尾两日。其他日子的行不计入。",
    "front.example.publish": "要发布的内容。所有条目合计一个价格。",
    "front.example.count": "各地区每天的就诊次数。每个类别、每一天都会发布，空的也不例外。",
    "front.example.persons": "每月的不同人数。",
    "front.example.mean": "平均值。超出两端的值会被截到端点。",
    "front.example.histogram": (
        '数值的分布。weight: 2 让这一项分得更多预算；也可用 error: 5，或 error: "2%" 加 expect: 200，直接要求精度。'
    ),
    "front.example.spend": "账户的一部分，按账户自己的换算计价。不写 epsilon 则询问达到所需精度要多少。",
    "front.example.tidy": (
        "供读者使用：whole：非负整数。totals：相加一致的合计行。原始数字保留在旁。confidence: 0.95 "
        "是区间的把握程度。"
    ),
    # the screens
    "front.init.example": "带注释的示例：{path}",
    "front.init.draft": "草稿：{path}",
    "front.init.looked": "本草稿已经查看过私有数据：{file} 的前 {rows} 行。这次查看没有计入任何账户。"
    "请像保护数据文件一样保护草稿，逐一核对猜测，并用您不看数据也知道的内容作答。",
    "front.init.column": "列",
    "front.init.kind": "类型",
    "front.init.guess": "猜测",
    "front.init.questions": "有 {count} 处空白要由您填写；在此之前，所有命令都会拒绝本草稿：",
    "front.init.line": "行",
    "front.init.question": "问题",
    "front.next": "接下来：",
    "front.next.fill": "用文本编辑器填好 {path} 中的空白，只凭您不看数据也知道的内容。然后：",
    "front.next.edit": "把 {path} 改成您想要的内容。然后：",
    "front.next.open": "支付的账户：保护谁，总共多少；第一次发布之前开立一次",
    "front.next.plan": "要花多少、有多准；不读数据",
    "front.next.check": "能否发布？文件、列、账户、预算、编号",
    "front.next.publish": "支付、读取、抽取、保存",
    "front.next.explain": "用平实的话说明这次发布",
    "front.next.verify": "文件夹与证书是否一致？读者应保存这个公钥",
    "front.plan.heading": "计划：{release}，第 {edition} 期",
    "front.plan.entry": "条目",
    "front.plan.cells": "格数",
    "front.plan.noise": "噪声",
    "front.plan.margin": "误差",
    "front.plan.price": "价格",
    "front.plan.part": "占本次",
    "front.plan.of_account": "占账户",
    "front.plan.note": "误差：在 {confidence} 的情况下，每个数字的偏差不超过此值，以数据自身的单位计。价格单位："
    "{coin}。",
    "front.plan.repeat": (
        "≥：最精确的新值的误差。其他新值的误差可能大得多；没有新值的时段重复上一个值，表中会注明。"
    ),
    "front.plan.choices": "选择没有噪声：分位数以名次偏差的行数计，键以落后于最佳者的距离计。",
    "front.plan.mean": "平均值的误差按每格 {rows} 行计；可用 expect 说明您的行数。",
    "front.plan.published": "已经发布：再次发布会返回已保存的结果，不读取数据，也不再花费。",
    "front.plan.no_ledger": "这里没有账本，因此以下只依据请求本身。发布之前请先开立账户 {account}：{command}",
    "front.plan.no_account": "{place} 的账本里没有账户 {account}，因此以下只依据请求本身。发布之前请先开立："
    "{command}",
    "front.plan.near_account": "{place} 的账本里没有账户 {account}。您是否想写 {near}？以上只依据请求本身。"
    "为同一批人另开账户，等于再给一份预算；确有需要时：{command}",
    "front.law.laplace": "拉普拉斯",
    "front.law.gaussian": "高斯",
    "front.law.exponential": "指数机制",
    "front.law.flip": "排列翻转",
    "front.check.heading": "检查：{release}，第 {edition} 期",
    "front.check.what": "检查项",
    "front.check.found": "结果",
    "front.check.spec": "请求",
    "front.check.source": "数据源",
    "front.check.map": "地图",
    "front.check.account": "账户",
    "front.check.plan": "计划",
    "front.check.budget": "预算",
    "front.check.key": "编号",
    "front.check.spec.good": "可以读懂，各字段都有意义",
    "front.check.source.good": "数据存在，且含有所声明的列",
    "front.check.source.files": "数据可以打开，并含有所声明的各列：共 {files} 个文件，"
    "以 {names} 个名称找到，每个文件只读一次",
    "front.check.map.good": "每个键都有形状",
    "front.check.account.good": "已开立，保护的对象与请求一致",
    "front.check.plan.good": "每个条目都有噪声和价格",
    "front.check.budget.good": "本账户及其上级账户的余额都足够",
    "front.check.closes.pure": (
        "本账户及其上各级账户余额充足；但本次发布之后，账户不能再转为纯 ε。若要保留这一可能，请先转换账户：epsilog "
        "plan 会列出两者"
    ),
    "front.check.closes.rho": (
        "本账户及其上各级账户余额充足；但本次发布之后，账户不能再转为 ρ。若要保留这一可能，请先转换账户：epsilog "
        "plan 会列出两者"
    ),
    "front.check.key.good": "可用：这一期尚未发布",
    "front.check.published": "已经发布：再次发布会返回已保存的结果，不再花费",
    "front.check.under_way": "进行中：另一个进程正在制作这次发布",
    "front.check.stream.open": (
        "按此请求的实时序列已经开启：{total} 个时段中已发布 {done} 个。epsilog stream status SPEC 说明进度，"
        "epsilog stream run SPEC 继续运行"
    ),
    "front.check.stream.closed": (
        "按此请求的实时序列已经关闭：{total} 个时段中发布了 {done} 个。新的一期即为新的序列"
    ),
    "front.check.stored": "不需要",
    "front.check.skipped": "未检查",
    "front.check.good": "可以发布。",
    "front.check.wrong": "还不能发布：其中 {count} 项会使发布中止。",
    "front.check.sign": "签名",
    "front.check.folder": "文件夹",
    "front.check.sign.good": "有可用的签名密钥，或将在账本旁新建一个",
    "front.check.folder.good": "文件夹可以写入",
    "front.check.nothing": "没有读取任何数据行，也没有花费。",
    "front.step.read": "读取",
    "front.step.draw": "抽取",
    "front.step.render": "写出文件夹",
    "front.step.wait": "等待另一个进程",
    "front.stopped.before": "在预留和读取之前停止，没有花费。",
    "front.stopped.waiting": "已停止等待。另一个进程正在制作这次发布，请稍后再次运行同一命令。",
    "front.stopped.stored": "停止时发布已经保存。再次运行同一命令即可取得，不再花费。",
    "front.stopped.given_back": "在打开数据之前停止，没有花费。该编号已经用掉：请使用新的一期。",
    "front.stopped.forfeited": "在打开数据之后结束：费用已经花掉，该编号不会再次抽取。请以新的一期、新的费用继续。"
    "只有未提出该请求的两个人可以声明没有任何内容流出：epsilog ledger refund {receipt}",
    "front.publish.done": "已发布：{release}，第 {edition} 期",
    "front.publish.repeated": "{release}，第 {edition} 期，此前已经发布",
    "front.publish.repeated.note": "这是已保存的同一次发布：数字相同，没有读取数据，没有花费。"
    "若要另行计费的新数字，请使用新的一期。",
    "front.publish.seeded": "噪声来自固定种子：这次发布不保护任何人。",
    "front.publish.report": "报告",
    "front.publish.tables": "表格",
    "front.publish.pictures": "图",
    "front.publish.others": "另有",
    "front.publish.several": "{folder}（{count} 个：{kinds}）",
    "front.publish.value": "数值",
    "front.publish.range": "区间",
    "front.publish.receipt": "收据",
    "front.publish.account": "账户",
    "front.publish.used": "{account}，已用 {used}",
    "front.publish.public": "签名公钥",
    "front.publish.new_key": "新生成了签名密钥：{path}。只有其所有者可读；请妥善保管，并把上面的公钥交给读者。",
    "front.explain.heading": "{release}，第 {edition} 期",
    "front.explain.folder": "依据文件夹中的卡片；是否完整由 epsilog verify 检查。",
    "front.explain.ledger": "依据账本的记录。",
    "front.explain.unpublished": "这里从未发布过它。以下是它的计划。",
    "front.verify.heading": "核验：{folder}",
    "front.verify.whole": "完整：文件夹与证书所说一致。",
    "front.verify.whole.unpinned": "完整，但签名所用的公钥您尚未表示信任：{signer}",
    "front.verify.unpinned": "陌生人也可以给自己的文件夹签名。请通过其他途径向发布者索取公钥，并用 --trust 指定。",
    "front.verify.unknown": "这个账本不知道此次发布：付款的不是它。此外未发现问题；"
    "请用证书所指的账本核验，或不用 --ledger。",
    "front.verify.broken": "已损坏：请勿依赖这个文件夹。",
}
