"""Sentences of releases: tables, cards, reports and certificates."""

from typing import Final

RELEASE: Final[dict[str, tuple[str, str]]] = {
    "release.title": ("{release} · edition {edition}", "{release} · 第 {edition} 期"),
    "release.lead": (
        "Numbers about people, with noise that protects each of them. Drawn on {at}, paid from {account}.",
        "关于人的数字，其中的噪声保护每一个人。抽取时间：{at}；由账户 {account} 支付。",
    ),
    "release.heading.warnings": ("Read this first", "请先阅读"),
    "release.heading.published": ("What was published", "发布了什么"),
    "release.heading.protected": ("Who is protected, and how far", "保护谁，保护到什么程度"),
    "release.heading.exact": ("How exact the numbers are", "数字有多准"),
    "release.heading.weight": ("How much one of them can change", "其中一个最多能影响多少"),
    "release.heading.budget": ("What it cost, and what is left", "花费与余额"),
    "release.heading.open": ("What is not protected", "哪些不受保护"),
    "release.heading.rules": ("Rows that do not fit", "不合规定的行"),
    "release.heading.record": ("For the record", "备查"),
    "release.seeded": (
        "THE NOISE CAME FROM A SEED. Whoever knows the seed can take the noise away: this release protects "
        "nobody. It is a test. Do not pass it on.",
        "噪声来自固定种子。知道种子的人可以把噪声去掉：这次发布不保护任何人，仅供测试，请勿外传。",
    ),
    "release.condition.refund": (
        "The guarantee also depends on people's word (entry {entry}, {day}): {who} state that nothing had left "
        "when {receipt} was refunded. Their reason: {why}",
        "这一保证还取决于当事人的声明（第 {entry} 条，{day}）：{who} 声明退还 {receipt} 时没有任何内容流出。理由："
        "{why}",
    ),
    "release.condition.resume": (
        "The guarantee also depends on people's word (entry {entry}, {day}): {who} state that nothing was spent "
        "between the backup and its restoring. Their reason: {why}",
        "这一保证还取决于当事人的声明（第 {entry} 条，{day}）：{who} 声明自备份至恢复之间没有任何支出。理由：{why}",
    ),
    "release.looked": (
        "A steward looked at the data before this release and showed it to nobody else (last on {day}). The "
        "request may contain something learned from that look, and the guarantee does not cover that.",
        "本次发布之前，数据管理员曾亲自查看过数据（最近一次：{day}），结果未给他人。请求中是否带有查看所得，数学无"
        "法保证。",
    ),
    "release.published": (
        "{release}, edition {edition}, drawn on {at}.",
        "{release}，第 {edition} 期，抽取时间：{at}。",
    ),
    "release.table": ("{name}: {what}. Cells: {cells}.", "{name}：{what}。单元格：{cells} 个。"),
    "release.table.totals": (
        "{name}: {what}. Cells: {cells}; totals: {totals}.",
        "{name}：{what}。单元格：{cells} 个；合计：{totals} 个。",
    ),
    "release.what.rows": ("number of rows", "行数"),
    "release.what.rows.alone": ("number of persons", "人数"),
    "release.what.histogram.alone": ("number of persons by {column}", "按 {column} 分段的人数"),
    "release.what.persons": ("number of different persons", "不同的人数"),
    "release.what.sum": ("sum of {column}", "{column} 之和"),
    "release.what.mean": ("mean of {column}", "{column} 的平均值"),
    "release.what.histogram": ("number of rows by {column}", "按 {column} 分段的行数"),
    "release.what.quantiles": ("quantiles {shares} of {column}", "{column} 的分位数 {shares}"),
    "release.what.median": ("median of {column}", "{column} 的中位数"),
    "release.what.top": (
        "the {k} of {candidates} keys of {column} with most {best}",
        "{column} 的 {candidates} 个键中{best}最多的 {k} 个",
    ),
    "release.best.rows": ("rows", "行数"),
    "release.best.persons": ("persons", "人数"),
    "release.best.sum": ("{column} in sum", "{column} 之和"),
    "release.what.variance": ("variance of {column}", "{column} 的方差"),
    "release.what.deviation": ("standard deviation of {column}", "{column} 的标准差"),
    "release.what.ratio": ("sum of {column} over sum of {per}", "{column} 之和与 {per} 之和的比值"),
    "release.by": ("by {columns}", "按 {columns} 划分"),
    "release.every": ("per {period}, {first} to {last}", "每{period}一个，{first} 至 {last}"),
    "release.days": ("from {first} to {last}", "{first} 至 {last}"),
    "release.unit.row": ("one row by itself", "单独的一行"),
    "release.unit.person": ("everything of one {each}", "同一 {each} 的全部记录"),
    "release.unit.period": ("everything of one {each} within one {period}", "同一 {each} 在一{period}内的全部记录"),
    "release.subject.row": ("this row", "这一行"),
    "release.subject.person": ("this person", "此人"),
    "release.subject.period": ("this person within this {period}", "此人在这一{period}"),
    "release.one.row": ("row", "行"),
    "release.one.person": ("person", "人"),
    "release.one.period": ("person within a {period}", "人（一{period}内）"),
    "release.protects.add": (
        "Protected is {unit}. What can be published with it and without it differs within a limit; this page says "
        "how far.",
        "受保护的是{unit}。有它与没有它时，所能发布的内容相差有限，限度见本页。",
    ),
    "release.protects.replace": (
        "Protected is {unit}. What can be published with it and with any other in its place differs within a "
        "limit; this page says how far. How many there are counts as public.",
        "受保护的是{unit}。换成任何另一个时，所能发布的内容相差有限，限度见本页。总数视为公开。",
    ),
    "release.deniable.add.pure": (
        "That is plausible deniability: what was published is at most {factor} times as likely with {subject} as "
        "without.",
        "这就是可否认性：所发布的内容在“有{subject}”时出现的可能性，至多是没有时的 {factor} 倍。",
    ),
    "release.deniable.add.approx": (
        "That is plausible deniability: what was published is at most {factor} times as likely with {subject} as "
        "without, except with a chance of at most {failure}.",
        "这就是可否认性：所发布的内容在“有{subject}”时出现的可能性，至多是没有时的 {factor} 倍；例外情形出现的概率"
        "至多为 {failure}。",
    ),
    "release.deniable.replace.pure": (
        "That is plausible deniability: what was published is at most {factor} times as likely with one version "
        "of {subject} as with another.",
        "这就是可否认性：所发布的内容在{subject}的一种记录下出现的可能性，至多是另一种记录下的 {factor} 倍。",
    ),
    "release.deniable.replace.approx": (
        "That is plausible deniability: what was published is at most {factor} times as likely with one version "
        "of {subject} as with another, except with a chance of at most {failure}.",
        "这就是可否认性：所发布的内容在{subject}的一种记录下出现的可能性，至多是另一种记录下的 {factor} 倍；例外情"
        "形出现的概率至多为 {failure}。",
    ),
    "release.undeniable": (
        "There is no plausible deniability: what was published may be up to {factor} times as likely in one case "
        "as in the other.",
        "无从否认：所发布的内容在一种情形下出现的可能性，可高达另一种情形下的 {factor} 倍。",
    ),
    "release.epsilon": (
        "Epsilon is not a probability. It limits how far what is published can change anybody's belief.",
        "ε 不是概率。它限定的是：所发布的内容最多能在多大程度上改变任何人的判断。",
    ),
    "release.times": ("{some} times in {all}", "{all} 次中有 {some} 次"),
    "release.times.share": ("in {share} of all cases", "{share} 的情况下"),
    "release.exact.number": (
        "{name}: {times} the number is within ±{margin} of the bounded answer, the exact one of the data after "
        "the bounds.",
        "{name}：{times}，数字与受限答案（数据经贡献上限截取后的准确值）相差不超过 ±{margin}。",
    ),
    "release.exact.mean": (
        "{name}: {times} the bounded mean lies within its range, and in a cell of {rows} rows or more within "
        "±{margin} of the value, wherever in the declared range it lies.",
        "{name}：{times}，受限平均值落在所给区间之内；单元格有 {rows} 行或更多时，无论它在声明范围的何处，都以同样"
        "的频率落在所给值的 ±{margin} 之内。",
    ),
    "release.exact.mean.assumed": (
        "{name}: {times} the bounded mean lies within its range. The more rows a cell has, the shorter the range "
        "is: with {rows} rows the mean lies, just as often, within ±{margin} of the value.",
        "{name}：{times}，受限平均值落在所给区间之内。单元格行数越多，区间越短：有 {rows} 行时，平均值以同样的频率"
        "落在所给值的 ±{margin} 之内。",
    ),
    "release.exact.quantiles": (
        "{name}: {times} a value has a rank at most {margin} rows from the one asked for in the bounded data. How "
        "far that is on the scale of the values cannot be known without looking.",
        "{name}：{times}，所给数值在受限数据中的名次与所求名次相差不超过 {margin} 行；折算成数值相差多少，不看数据"
        "无法得知。",
    ),
    "release.exact.top": (
        "{name}: {times} every chosen key is at most {margin} behind the true one of its place in the bounded "
        "data.",
        "{name}：{times}，每个选出的键在受限数据中与其名次上真正的键相差不超过 {margin}。",
    ),
    "release.exact.spread": (
        "{name}: {times} the bounded number lies within its range, in every cell that has rows. Ranges are wide "
        "where there are few rows.",
        "{name}：{times}，受限答案落在所给区间之内（单元格中有行时）。行数少时区间很宽。",
    ),
    "release.exact.ratio": (
        "{name}: {times} the ratio of the bounded sums lies within its range, in every cell where the sum below "
        "the line is not 0. Ranges are wide where that sum is small.",
        "{name}：{times}，两个受限总和的比值落在所给区间之内（分母不为 0 时）。分母小时区间很宽。",
    ),
    "release.exact.bounded": (
        "The bounded answer is what follows from the data after the cuts described below. The ranges are about "
        "the data: they include the noise, but not what was cut away, and not the chance of who happened to be in "
        "the data.",
        "受限答案是指数据经过下述截取之后的结果。区间针对数据本身：包含噪声，不包含被截去的部分，也不包含“哪些人恰"
        "好在数据中”的偶然性。",
    ),
    "release.exact.picked": (
        "What was chosen has no range of values: how far it may be off is given in ranks, or in how far a key is "
        "behind. That is about the bounded data, what is left after the cuts described below: not about what was "
        "cut away, and not about the chance of who happened to be in the data.",
        "选出的结果没有数值区间：可能的偏差以名次或落后多少表示，针对受限数据（经下述截取之后的数据），不包含被截"
        "去的部分，也不包含“哪些人恰好在数据中”的偶然性。",
    ),
    "release.exact.each": (
        "This holds for each number by itself. Of many numbers, some will be outside, about as often as stated.",
        "这对每个数字单独成立。数字很多时，总有一些会落空，其频率与所述大致相当。",
    ),
    "release.exact.below": (
        "Empty cells get noise like all others, so a count may be below zero.",
        "空单元格与其他单元格一样加噪声，所以计数可能小于零。",
    ),
    "release.weight.row": ("{name}: a row counts once, in one cell.", "{name}：每行计一次，只在一个单元格中。"),
    "release.weight.rows": (
        "{name}: of one {one}, rows that count: at most {rows} in all, {per_cell} in one cell; cells: at most "
        "{cells}.",
        "{name}：每{one}计入的行：总共至多 {rows} 行，每个单元格至多 {per_cell} 行；单元格至多 {cells} 个。",
    ),
    "release.weight.persons": (
        "{name}: one {one} counts once in a cell; cells: at most {cells}.",
        "{name}：每{one}在一个单元格中计一次；单元格至多 {cells} 个。",
    ),
    "release.weight.clamp": (
        "{name}: values of {column} below {low} count as {low}, those above {high} as {high}.",
        "{name}：{column} 低于 {low} 的按 {low} 计，高于 {high} 的按 {high} 计。",
    ),
    "release.weight.quantiles": (
        "{name}: one {one} moves ranks by at most {reach} rows, in all groups together. Values were chosen by the "
        "{law}.",
        "{name}：每{one}在所有组中合计至多使名次变动 {reach} 行。数值由{law}选出。",
    ),
    "release.weight.top": (
        "{name}: one {one} moves keys against each other by at most {reach}, in all groups together. Keys were "
        "chosen by the {law}.",
        "{name}：每{one}在所有组中合计至多使键之间的差变动 {reach}。键由{law}选出。",
    ),
    "release.weight.squares": (
        "{name}: squared distances of {column} from the middle of its range lie between {low} and {high}.",
        "{name}：{column} 到范围中点的距离的平方在 {low} 与 {high} 之间。",
    ),
    "release.weight.noise.squares": (
        "{name}, squares: one {one} moves them by at most {reach} in all. The noise is {law}, {deviation} per "
        "cell on average.",
        "{name} 的平方和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。",
    ),
    "release.weight.noise.below": (
        "{name}, sum below the line: one {one} moves it by at most {reach} in all. The noise is {law}, "
        "{deviation} per cell on average.",
        "{name} 的分母之和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。",
    ),
    "release.weight.noise": (
        "{name}: one {one} moves this by at most {reach} in all. It got {law} noise, {deviation} on average in "
        "each number.",
        "{name}：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个数字平均 {deviation}。",
    ),
    "release.weight.noise.sum": (
        "{name}, its sum: one {one} moves it by at most {reach} in all. It got {law} noise, {deviation} on "
        "average in each cell.",
        "{name} 的总和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。",
    ),
    "release.weight.noise.count": (
        "{name}, its number of rows: one {one} moves it by at most {reach} in all. It got {law} noise, "
        "{deviation} on average in each cell.",
        "{name} 的行数：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。",
    ),
    "release.law.laplace": ("discrete Laplace", "离散拉普拉斯"),
    "release.law.gaussian": ("discrete Gaussian", "离散高斯"),
    "release.law.exponential": ("exponential mechanism", "指数机制"),
    "release.law.flip": ("permute-and-flip mechanism", "排列翻转机制"),
    "release.cost.pure": (
        "This release promises epsilon = {epsilon}, without exception (delta = 0).",
        "本次发布承诺 ε = {epsilon}，没有例外（δ = 0）。",
    ),
    "release.cost.approx": (
        "This release promises epsilon = {epsilon}, delta = {delta}.",
        "本次发布承诺 ε = {epsilon}，δ = {delta}。",
    ),
    "release.cost.share": ("It took {share} of the account {account}.", "它用去了账户 {account} 的 {share}。"),
    "release.cost.blocks": (
        "It was paid in full in each of {count} time blocks, {first} to {last}.",
        "它在 {count} 个时间块（{first} 至 {last}）中的每一个都全额支付。",
    ),
    "release.account.used": (
        "Of {account}, {used} is used and {left} is left (on {at}).",
        "账户 {account} 已用 {used}，尚余 {left}（{at}）。",
    ),
    "release.account.fullest": ("The fullest time block counts.", "以用得最多的时间块为准。"),
    "release.account.pure": (
        "Once it is used up, everything published from it together keeps epsilon = {epsilon} for each {one}, "
        "without exception (delta = 0).",
        "账户用完时，由它发布的全部内容合在一起，对每个{one}仍保证 ε = {epsilon}，没有例外（δ = 0）。",
    ),
    "release.account.approx": (
        "Once it is used up, everything published from it together keeps epsilon = {epsilon}, delta = {delta} for "
        "each {one}.",
        "账户用完时，由它发布的全部内容合在一起，对每个{one}仍保证 ε = {epsilon}，δ = {delta}。",
    ),
    "release.account.turned": (
        "The account counted in pure epsilon when this was written. It may be turned to rho and back, so its "
        "promise keeps its delta.",
        "写下本文件时，账户按纯 ε 计量。它可以转为 ρ，也可以转回，因此承诺仍含 δ。",
    ),
    "release.account.sums": (
        "Plain sums of what was charged so far (releases: {releases}): Σε = {epsilon}, Σδ = {delta}. This is a "
        "simple bound that anybody can add up.",
        "迄今费用的简单相加（发布次数：{releases}）：Σε = {epsilon}，Σδ = {delta}。这是人人都能算出的简单上限。",
    ),
    "release.account.sums.none": (
        "Plain sums of what was charged so far (releases: {releases}): none, because a release with Gaussian "
        "noise has no epsilon of its own at delta = 0.",
        "迄今费用的简单相加（发布次数：{releases}）：无，因为高斯噪声的发布在 δ = 0 时没有自己的 ε。",
    ),
    "release.record.receipt": ("receipt", "收据"),
    "release.record.account": ("account", "账户"),
    "release.record.ledger": ("ledger", "账本"),
    "release.record.key": ("key", "编号"),
    "release.record.fingerprint": ("fingerprint (SHA-256)", "指纹（SHA-256）"),
    "release.record.drawn": ("drawn", "抽取时间"),
    "release.record.software": ("computed by", "计算软件"),
    "release.record.check": ("check it with: epsilog verify FOLDER", "核验命令：epsilog verify 文件夹"),
    "release.tile.belief": ("Belief", "判断"),
    "release.tile.belief.figure": ("{prior} → at most {posterior}", "{prior} → 至多 {posterior}"),
    "release.tile.error": ("Error", "误差"),
    "release.tile.error.quantiles": ("≤ {most} rows of rank", "名次偏差 ≤ {most} 行"),
    "release.tile.error.top": ("≤ {most} behind the best", "落后 ≤ {most}"),
    "release.tile.error.more": ("and {more} more tables, below", "另有 {more} 张表，见下文"),
    "release.tile.error.usual": (
        "The usual range of a number: {times} the bounded answer lies within it.",
        "以上是数字的通常区间：{times}，区间包含受限答案。",
    ),
    "release.tile.budget": ("Budget", "预算"),
    "release.tile.budget.figure": ("{left} left", "尚余 {left}"),
    "release.preview": (
        "Shown: {shown} of {rows} rows. All of them are in {file}.",
        "所示 {shown} 行，共 {rows} 行；全部见 {file}。",
    ),
    "release.preview.all": ("Rows: {rows}. Also in {file}.", "共 {rows} 行；另见 {file}。"),
    "release.column.value": ("value", "数值"),
    "release.column.range": ("range ({confidence})", "区间（{confidence}）"),
    "release.column.raw": ("raw", "原始"),
    "release.total": ("total", "合计"),
    "release.footer": (
        "Made from the ledger by Epsilog on {at}; no data was read for it. The card (card.json) has every "
        "parameter, the certificate (certificate.json) the signed fingerprint of every file.",
        "由 Epsilog 于 {at} 根据账本生成，未读取任何数据。卡片（card.json）载有全部参数，证书（certificate.json）"
        "载有每个文件经签名的指纹。",
    ),
    "release.picture.quantiles": (
        "{confidence} of such values have a rank within {off} rows of the one asked for",
        "这样的数值有 {confidence} 名次偏差不超过 {off} 行",
    ),
    "release.picture.top": (
        "in {confidence} of cases no key is more than {off} behind the true one of its place",
        "{confidence} 的情况下，没有哪个键比其名次上真正的键落后超过 {off}",
    ),
    "release.column.rows_off": ("rank off by, rows ({confidence})", "名次偏差，行（{confidence}）"),
    "release.column.behind": ("behind by ({confidence})", "落后（{confidence}）"),
    "release.picture.band": (
        "range ({confidence}) for the data after bounds: noise only",
        "截取后数据的区间（{confidence}）：只含噪声",
    ),
    "release.picture.shown": ("{title} (the first {shown} of {all})", "{title}（前 {shown} 个，共 {all} 个）"),
    "release.picture.rows": ("rows", "行数"),
    "release.picture.persons": ("persons", "人数"),
    "release.picture.ordered": ("values that were out of order were put in order", "交叉的数值已按大小排列"),
    "release.picture.tidied": ("corrected values, ranges of the raw ones", "数值经过整理，区间属于原始数字"),
    "release.find.shown": (
        "{entry}: the keys of {column} were found in the data (found: {count}). A key is shown if its noisy "
        "number of units reached {threshold}: a key of {half} units is shown every other time or more often, one "
        "of {sure} in 95 of 100 cases.",
        "{entry}：{column} 的键是在数据中找到的（找到 {count} 个）。带噪声的单位数达到 {threshold} 的键才会出现："
        "有 {half} 个单位的键至少半数情况会出现，有 {sure} 个的键在 100 次中有 95 次出现。",
    ),
    "release.find.none": (
        "{entry}: no key of {column} was common enough, so the table is empty. A key is shown if its noisy number "
        "of units reached {threshold}: a key of {half} units is shown every other time or more often, one of "
        "{sure} in 95 of 100 cases.",
        "{entry}：{column} 没有足够常见的键，因此表是空的。带噪声的单位数达到 {threshold} 的键才会出现：有 {half} "
        "个单位的键至少半数情况会出现，有 {sure} 个的键在 100 次中有 95 次出现。",
    ),
    "release.find.missing": (
        "Rare keys are left out on purpose. A key that is missing may still be in the data; the found keys are "
        "not all keys.",
        "罕见的键按设计不会出现。没有出现的键仍可能在数据中；找到的键不是全部。",
    ),
    "release.find.fresh": (
        "The numbers of the found keys have noise of their own: their ranges hold although rare keys are missing.",
        "所找到的键，其数字另有自己的噪声，因此尽管缺少罕见的键，各区间依然成立。",
    ),
    "release.picture.empty": ("No key was common enough to be shown.", "没有足够常见、可以显示的键。"),
}
