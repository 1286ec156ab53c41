"""Sentences of plans: what a release costs and how exact it is."""

from typing import Final

PLAN: Final[dict[str, tuple[str, str]]] = {
    "plan.title.beware": ("Warnings", "请注意"),
    "plan.title.entries": ("What will be published", "将发布什么"),
    "plan.title.cost": ("What it costs", "花费多少"),
    "plan.title.error": ("How exact it will be", "精度如何"),
    "plan.title.person": ("What one person may contribute", "一个人至多能贡献多少"),
    "plan.title.meaning": (
        "What this release alone can give away about {unit}",
        "仅这一次发布，关于{unit}可能泄露多少",
    ),
    "plan.title.sensitivity": ("How each sensitivity was derived", "各项敏感度如何得出"),
    "plan.title.why": ("Why this noise", "为何选用这种噪声"),
    "plan.title.next": ("What happens next", "接下来会怎样"),
    "plan.unit.row": ("one row", "一行记录"),
    "plan.unit.person": ("one {each}", "一个 {each}"),
    "plan.unit.period": ("one {each} within one {period}", "一个 {each} 在一{period}之内的全部记录"),
    "plan.period.hour": ("hour", "小时"),
    "plan.period.day": ("day", "天"),
    "plan.period.week": ("week", "周"),
    "plan.period.month": ("month", "个月"),
    "plan.period.quarter": ("quarter", "个季度"),
    "plan.period.year": ("year", "年"),
    "plan.part.rows": ("number of rows", "行数"),
    "plan.part.persons": ("number of persons", "人数"),
    "plan.part.sum": ("sum", "总和"),
    "plan.part.histogram": ("rows in each bin", "各分段行数"),
    "plan.part.quantiles": ("rows at each value", "各取值的行数"),
    "plan.part.top": ("candidates", "候选项"),
    "plan.best.rows": ("rows", "行数"),
    "plan.best.persons": ("persons", "人数"),
    "plan.best.sum": ("sum of {column}", "{column} 之和"),
    "plan.part.squares": ("sum of squares", "平方和"),
    "plan.part.above": ("sum above", "分子之和"),
    "plan.part.below": ("sum below", "分母之和"),
    "plan.law.laplace": ("discrete Laplace noise", "离散拉普拉斯噪声"),
    "plan.law.gaussian": ("discrete Gaussian noise", "离散高斯噪声"),
    "plan.law.exponential": ("exponential mechanism", "指数机制"),
    "plan.law.flip": ("permute and flip", "排列翻转机制"),
    "plan.entry.rows": ("{entry}: the number of rows, {cells}.", "{entry}：行数，{cells}。"),
    "plan.entry.persons": ("{entry}: the number of persons, {cells}.", "{entry}：人数，{cells}。"),
    "plan.entry.sum": (
        "{entry}: the sum of {column}, each value clamped to {low} … {high}, {cells}.",
        "{entry}：{column} 的总和，每个值截断到 {low} … {high}，{cells}。",
    ),
    "plan.entry.mean": (
        "{entry}: the mean of {column}, each value clamped to {low} … {high}, {cells}.",
        "{entry}：{column} 的均值，每个值截断到 {low} … {high}，{cells}。",
    ),
    "plan.entry.histogram": (
        "{entry}: how many values of {column} fall into each bin, {cells}.",
        "{entry}：{column} 落入各分段的个数，{cells}。",
    ),
    "plan.entry.quantiles": (
        "{entry}: the quantiles {shares} of {column}, in steps of {step} between {low} and {high}, {cells}.",
        "{entry}：{column} 的分位数 {shares}，在 {low} 与 {high} 之间以 {step} 为步长，{cells}。",
    ),
    "plan.entry.top": (
        "{entry}: the {k} of {candidates} declared keys of {column} with most {best}, {cells}; keys only, no "
        "numbers.",
        "{entry}：{column} 的 {candidates} 个已声明的键中，{best}最多的 {k} 个，{cells}；只给出键，不给出数字。",
    ),
    "plan.entry.variance": (
        "{entry}: the variance of {column}, each value clamped to {low} … {high}, {cells}.",
        "{entry}：{column} 的方差，每个值截断到 {low} … {high}，{cells}。",
    ),
    "plan.entry.deviation": (
        "{entry}: the standard deviation of {column}, each value clamped to {low} … {high}, {cells}.",
        "{entry}：{column} 的标准差，每个值截断到 {low} … {high}，{cells}。",
    ),
    "plan.entry.ratio": (
        "{entry}: the sum of {column} (each value clamped to {low} … {high}) divided by the sum of {per} (clamped "
        "to {per_low} … {per_high}), {cells}.",
        "{entry}：{column} 之和（每个值截断到 {low} … {high}）除以 {per} 之和（截断到 {per_low} … {per_high}），"
        "{cells}。",
    ),
    "plan.entry.one": ("one number in all", "总共一个数字"),
    "plan.entry.many": ("in each of {count} cells", "{count} 个单元格各一个数字"),
    "plan.entry.once": ("over all rows", "针对全部行"),
    "plan.entry.groups": ("in each of {count} groups", "{count} 个组各一份"),
    "plan.entry.all_days": (
        "All of it covers the days {first} to {last} of {zone}; rows of other days are left out.",
        "全部内容涵盖 {zone} 时区的 {first} 至 {last}；其他日期的记录不计入。",
    ),
    "plan.entry.days": (
        "{entry} covers the days {first} to {last} of {zone}; rows of other days are left out.",
        "{entry} 涵盖 {zone} 时区的 {first} 至 {last}；其他日期的记录不计入。",
    ),
    "plan.cost.pure": (
        "The release costs epsilon = {epsilon}, without exception (delta = 0).",
        "本次发布花费 ε = {epsilon}，没有例外（δ = 0）。",
    ),
    "plan.cost.zcdp": (
        "The release costs rho = {rho} of zero-concentrated differential privacy. By itself that is epsilon = "
        "{epsilon} at delta = {delta}.",
        "按零集中差分隐私（zCDP）计，本次发布花费 ρ = {rho}。单看这一次，相当于 δ = {delta} 下的 ε = {epsilon}。",
    ),
    "plan.cost.share": (
        "That is {part} % of what `spend` asks for; {left} % of it stays unspent.",
        "占 `spend` 份额的 {part}%，其余 {left}% 不动用。",
    ),
    "plan.cost.account": (
        "{account}: {before} % is used, this release takes {part} %, {left} % would be left afterwards.",
        "{account}：已用 {before}%，本次将用去 {part}%，之后还剩 {left}%。",
    ),
    "plan.cost.block": (
        "{account}: in its fullest block, {block}, {before} % is used, this release takes {part} %, {left} % "
        "would be left afterwards.",
        "{account}：用得最多的时间块是 {block}，其中已用 {before}%，本次将用去 {part}%，之后还剩 {left}%。",
    ),
    "plan.cost.refused": (
        "{account} cannot pay for it: {before} % is used and the release would take {part} %. `publish` will "
        "refuse and spend nothing.",
        "{account} 付不起这次发布：已用 {before}%，本次需要 {part}%。`publish` 会拒绝执行，且不花费任何预算。",
    ),
    "plan.cost.stopped": (
        "{account} is stopped. `publish` will refuse and spend nothing.",
        "{account} 已停用。`publish` 会拒绝执行，且不花费任何预算。",
    ),
    "plan.cost.blocks": (
        "It pays this in full in each of {blocks} time blocks ({first} to {last}). Blocks do not add up: somebody "
        "within one {period} is in one block only.",
        "在 {blocks} 个时间块（{first} 至 {last}）中各付一次全额。各块之间不相加：一{period}之内的记录只属于一个块"
        "。",
    ),
    "plan.cost.one_block": ("It pays this in the time block {block}.", "在时间块 {block} 中付一次全额。"),
    "plan.cost.other.pure": (
        "Paid in pure epsilon instead: {errors}; then the account, when new, has room for {there} such releases "
        "instead of {here}.",
        "若改按纯 ε 支付：{errors}；新开的账户可容纳 {there} 次这样的发布，现为 {here} 次。",
    ),
    "plan.cost.other.rho": (
        "Paid in rho instead: {errors}; then the account, when new, has room for {there} such releases instead of "
        "{here}.",
        "若改按 ρ 支付：{errors}；新开的账户可容纳 {there} 次这样的发布，现为 {here} 次。",
    ),
    "plan.cost.other.if": (
        "It can be turned if all that is booked fits: epsilog ledger turn {root} --to {to} --try",
        "若已入账的全部内容容得下，即可转换：epsilog ledger turn {root} --to {to} --try",
    ),
    "plan.cost.other.now": (
        "It can be turned now: epsilog ledger turn {root} --to {to} --by … --by … --why …",
        "现在即可转换：epsilog ledger turn {root} --to {to} --by … --by … --why …",
    ),
    "plan.cost.other.not.pure": (
        "{root} counts in rho and cannot be turned to pure epsilon now: epsilog ledger turn {root} --to {to} "
        "--try says why.",
        "{root} 按 ρ 计量，以目前的账目不能转为纯 ε：epsilog ledger turn {root} --to {to} --try 会说明原因。",
    ),
    "plan.cost.other.not.rho": (
        "{root} cannot be turned to rho now: epsilog ledger turn {root} --to {to} --try says why.",
        "{root} 以目前的账目不能转为 ρ：epsilog ledger turn {root} --to {to} --try 会说明原因。",
    ),
    "plan.cost.other.error": ("{entry} ±{there} instead of ±{here}", "{entry} ±{there}（现为 ±{here}）"),
    "plan.cost.other.same": ("the same errors", "误差相同"),
    "plan.cost.turned": (
        "{account} counts in pure epsilon now. It may be turned back to rho, so what it promises keeps its delta.",
        "{account} 目前按纯 ε 计量。它还可以转回 ρ，因此承诺仍含 δ。",
    ),
    "plan.cost.better.zcdp": (
        "An account that promises epsilon = {epsilon} and also allows delta = {delta} would pay for about {there} "
        "releases like this at the same errors; this one, when new, for {here}.",
        "若账户承诺 epsilon = {epsilon}，另加 delta = {delta}，在同样误差下约可支付 {there} 次这样的发布；现在的账"
        "户在新开时可支付 {here} 次。",
    ),
    "plan.cost.failures": (
        "Once data is opened the price is spent, also if the release then fails or is stopped. Such failures of "
        "{account} are counted: there were {failures}, and {limit} stop it until two people resume it.",
        "数据一旦打开，费用即已花掉，之后发布失败或被中断也一样。{account} 的此类失败会累计：至今 {failures} 次，"
        "满 {limit} 次即停用，须由两人恢复。",
    ),
    "plan.cost.promise.pure": (
        "When {account} is used up, everything ever published from it together keeps epsilon = {epsilon}, delta = "
        "0 for {unit}.",
        "{account} 用尽之时，由它发布的全部内容合在一起，对{unit}满足 ε = {epsilon}，δ = 0。",
    ),
    "plan.cost.promise.zcdp": (
        "When {account} is used up, everything ever published from it together keeps epsilon = {epsilon}, delta = "
        "{delta} for {unit}.",
        "{account} 用尽之时，由它发布的全部内容合在一起，对{unit}满足 ε = {epsilon}，δ = {delta}。",
    ),
    "plan.person.row": (
        "What is protected is one row by itself. Somebody with many rows is protected less with every row they "
        "have.",
        "受保护的是单独一行记录。一个人的行数越多，受到的保护越弱。",
    ),
    "plan.person.unit": (
        "What is protected is {unit}: everything that comes with it may be in the data or not.",
        "受保护的是{unit}：与之相关的一切，有或没有都难以分辨。",
    ),
    "plan.person.replace": (
        "Neighbouring data sets replace {unit} by another; how many there are is public.",
        "相邻数据集是把{unit}换成另一个；总数是公开的。",
    ),
    "plan.person.entry": (
        "{entry}: {unit} counts in at most {cells} of {size} cells; rows in all: {rows}.",
        "{entry}：{unit}至多计入 {size} 个单元格中的 {cells} 个，行数合计至多 {rows}。",
    ),
    "plan.person.value": (
        "{entry}: one row moves the sum of {column} by at most {reach}.",
        "{entry}：一行至多使 {column} 的总和变动 {reach}。",
    ),
    "plan.person.squares": (
        "{entry}: one row moves the sum of squares of {column}, counted from the middle, by at most {reach}.",
        "{entry}：一行至多使 {column} 从中点算起的平方和变动 {reach}。",
    ),
    "plan.person.single": (
        "{entry}: rows of {unit} that count, at most: {rows}.",
        "{entry}：{unit}至多计入的行数：{rows}。",
    ),
    "plan.person.blocks": (
        "{entry}: bounds hold within one {period}. Over all {blocks} blocks one {each} may contribute {blocks} "
        "times as much, {rows} rows.",
        "{entry}：限制以一{period}为单位。在全部 {blocks} 个时间块中，一个 {each} 可贡献 {blocks} 倍，即 {rows} 行"
        "。",
    ),
    "plan.brief.pure": (
        "Plan of {release}, edition {edition}: epsilon = {epsilon} from {account}. Nothing is spent yet.",
        "{release} 的 {edition} 期计划：从 {account} 支付 epsilon = {epsilon}。尚未花费。",
    ),
    "plan.brief.zcdp": (
        "Plan of {release}, edition {edition}: epsilon = {epsilon} at delta = {delta} from {account}. Nothing is "
        "spent yet.",
        "{release} 的 {edition} 期计划：从 {account} 支付 epsilon = {epsilon}（delta = {delta}）。尚未花费。",
    ),
    "plan.brief.entry": (
        "{entry}: cells {cells}, each off by at most {margin} in {confidence} of cases",
        "{entry}：{cells} 个单元格，在 {confidence} 的情况下每个误差不超过 {margin}",
    ),
    "plan.brief.beware": ("warning: {warning}", "注意：{warning}"),
    "plan.warn.edition": (
        "{release}, edition {edition}, is already a release of this account, made from another request. `publish` "
        "will refuse this one: give it a new edition.",
        "{release} 的 {edition} 期已是本账户的一次发布，出自另一份请求。`publish` 会拒绝这一份：请改用新的一期。",
    ),
    "plan.warn.forfeited": (
        "The price of this edition is spent and nothing came of it: its release failed or was stopped after data "
        "was opened. `publish` will refuse: give it a new edition, at a new price.",
        "这一期的费用已经花掉，却没有结果：其发布在打开数据之后失败或被中断。`publish` 会拒绝：请改用新的一期，另"
        "行付费。",
    ),
    "plan.warn.closes.none": (
        "After this release {account} can no longer be turned to pure epsilon: its noise has no epsilon without a "
        "delta. To keep that possible, turn {account} first (epsilog ledger turn {account} --to pure --by … --by "
        "… --why …), or ask for `mechanism: laplace`.",
        "本次发布之后，{account} 不能再转为纯 ε：其噪声没有不带 δ 的 ε。若要保留这一可能，请先转换 {account}（"
        "epsilog ledger turn {account} --to pure --by … --by … --why …），或改用 `mechanism: laplace`。",
    ),
    "plan.warn.closes.pure": (
        "After this release {account} can no longer be turned to pure epsilon: more would be booked than fits "
        "there. To keep that possible, turn {account} first (epsilog ledger turn {account} --to pure --by … --by "
        "… --why …), or spend less.",
        "本次发布之后，{account} 不能再转为纯 ε：入账的将超出那里的上限。若要保留这一可能，请先转换 {account}（"
        "epsilog ledger turn {account} --to pure --by … --by … --why …），或少花一些。",
    ),
    "plan.warn.closes.rho": (
        "After this release {account} can no longer be turned to rho: more would be booked than fits there. To "
        "keep that possible, turn {account} first (epsilog ledger turn {account} --to rho --by … --by … --why …), "
        "or spend less.",
        "本次发布之后，{account} 不能再转为 ρ：入账的将超出那里的上限。若要保留这一可能，请先转换 {account}（"
        "epsilog ledger turn {account} --to rho --by … --by … --why …），或少花一些。",
    ),
    "plan.warn.event": (
        "EVENT LEVEL: only single rows are protected, not people. Somebody with k rows is protected k times less. "
        "If rows belong to people, name their column in `protect.each`.",
        "【事件级】只保护单独一行记录，不保护人。一个人若有 k 行，受到的保护就弱 k 倍。若记录属于人，请在 "
        "`protect.each` 中写明标识人的列。",
    ),
    "plan.warn.lookup": (
        "You say that anybody may know {lookup}. It is used without noise: nobody in it is protected by this "
        "release.",
        "您声明 {lookup} 人人皆可知晓。它会被原样使用：其中任何人都不受本次发布保护。",
    ),
    "plan.warn.period": (
        "The promise is for each {each} and each block. Over all {blocks} blocks one {each} is in up to {blocks} "
        "of them, and what can be learned about that one over the whole time adds up.",
        "承诺以每个 {each}、每个时间块为单位。在全部 {blocks} 个块中，一个 {each} 最多出现在 {blocks} 个块里，整段"
        "时间内可能被了解的信息会累加。",
    ),
    "plan.warn.epsilon.release": (
        "This release alone has an unusually large epsilon, {epsilon}: somebody guessing whether a person is in "
        "the data may be right up to {success} times in 100.",
        "仅这一次发布的 ε 就异常大：{epsilon}。猜测某人是否在数据中的人，100 次里可能猜对多达 {success} 次。",
    ),
    "plan.warn.epsilon.account": (
        "The account promises an unusually large epsilon, {epsilon}: when it is used up, somebody guessing "
        "whether a person is in the data may be right up to {success} times in 100.",
        "该账户所承诺的 ε 异常大：{epsilon}。账户用尽之时，猜测某人是否在数据中的人，100 次里可能猜对多达 "
        "{success} 次。",
    ),
    "plan.warn.delta.rows": (
        "Delta, {delta}, is not far below 1 / {rows}, the number of rows you expect: it would allow a mechanism "
        "that publishes a few of them without noise. Use a delta of at most {limit}.",
        "δ = {delta} 并未远小于 1 / {rows}（您预计的行数）：它会容许直接公布其中几行的做法。请选用不超过 {limit} "
        "的 δ。",
    ),
    "plan.warn.delta.unused": (
        "The delta of {delta} in `spend` is not used: the account counts in pure epsilon now, and this release "
        "keeps its epsilon without exception.",
        "`spend` 所写的 δ = {delta} 没有用到：账户目前按纯 ε 计量，这次发布的 ε 没有例外。",
    ),
    "plan.warn.delta.account": (
        "The share is converted at delta = {delta}, more than the {own} that the account converts at. It is still "
        "paid in rho, and what it promises together with other releases is what the account says.",
        "该份额按 δ = {delta} 换算，大于账户换算所用的 {own}。付款仍以 ρ 计；与其他发布合在一起时，以账户的承诺为"
        "准。",
    ),
    "plan.warn.beyond": (
        "The release costs {times} times the whole account. `publish` will refuse and spend nothing.",
        "本次发布的花费是整个账户的 {times} 倍。`publish` 会拒绝执行，且不花费任何预算。",
    ),
    "plan.warn.cells": (
        "{entry} has {cells} cells. About {beyond} of them will be off by more than {margin}, by chance alone: a "
        "single surprising cell may mean nothing.",
        "{entry} 有 {cells} 个单元格，其中约 {beyond} 个仅因偶然就会偏差超过 {margin}：不要把个别异常的单元格当作"
        "新发现。",
    ),
    "plan.warn.mean": (
        "{entry}: the mean may be off by {margin}, a quarter of its declared range or more. Narrow the range, "
        "publish fewer cells, or spend more.",
        "{entry}：均值可能偏差 {margin}，达到所声明范围的四分之一或更多。请缩小范围、减少单元格，或增加预算。",
    ),
    "plan.warn.spread": (
        "{entry}: it may be off by {margin}, and no more than {most} is possible in the declared range. Narrow "
        "the range, publish fewer cells, or spend more.",
        "{entry}：偏差可能达到 {margin}，而在所声明的范围内最多只能是 {most}。请缩小范围、减少单元格，或增加预算。",
    ),
    "plan.warn.pick.quantiles": (
        "{entry}: of {expect} rows a published value may miss its rank by {margin} rows. Publish fewer groups, or "
        "spend more.",
        "{entry}：在 {expect} 行中，所发布数值的名次可能偏差 {margin} 行。请减少组数，或增加预算。",
    ),
    "plan.warn.pick.quantiles.open": (
        "{entry}: a published value may miss its rank by {margin} rows. That is a distance in ranks, not on the "
        "scale of the values: in a group of fewer than twice as many rows the value means almost nothing. With "
        "`expect`, the rows of a usual group, the plan says whether that is so.",
        "{entry}：所发布数值的名次可能偏差 {margin} 行。这是名次之差，不是数值之差：一组的行数若不到其两倍，该数值"
        "几乎不说明什么。写明 `expect`（一组通常的行数），计划就会说明是否如此。",
    ),
    "plan.warn.pick.top.open": (
        "{entry}: a chosen key may be {margin} behind the true one of its place. Where keys are closer than that, "
        "their order means little.",
        "{entry}：选出的键可能比其名次上真正的键落后 {margin}。键与键相差若小于此数，其先后说明不了多少。",
    ),
    "plan.warn.pick.top": (
        "{entry}: a typical number is {expect}, and a chosen key may be {margin} behind. Publish fewer groups, or "
        "spend more.",
        "{entry}：典型的数字是 {expect}，而选出的键可能落后 {margin}。请减少组数，或增加预算。",
    ),
    "plan.warn.ratio": (
        "{entry}: where the sum below the line is not far above its noise, a ratio can be anything, and its range "
        "says so.",
        "{entry}：分母之和若不远大于其噪声，比值可以是任何数，区间会如实显示。",
    ),
    "plan.warn.drowned": (
        "{entry}: a typical number is {expect}, and the noise reaches {margin}. Most numbers cannot be "
        "distinguished from 0.",
        "{entry}：典型的数字是 {expect}，而噪声可达 {margin}。多数数字无法与 0 区分。",
    ),
    "plan.warn.drown": (
        "{entry}: a number below {margin} cannot be distinguished from 0.",
        "{entry}：小于 {margin} 的数字无法与 0 区分。",
    ),
    "plan.warn.bounds": (
        "How much the bounds and clamps cut off is unknown here: a plan looks at no data. Bounds that cut off "
        "much move every number in one direction, and no range shows it.",
        "贡献上限与截断会去掉多少，这里无从知道：制定方案时不看任何数据。若去掉很多，所有数字都会偏向同一方向，而"
        "任何区间都显示不出来。",
    ),
    "plan.warn.dates": (
        "Read as dates written 2026-01-31 or 2026-01-31 08:30:00: {columns}. Anything else is missing, and nobody "
        "checked that the file is written so: epsilog check SPEC --look tells only you.",
        "按 2026-01-31 或 2026-01-31 08:30:00 的写法读作日期：{columns}。其他写法视为缺失，而文件是否这样书写还没"
        "有人看过：epsilog check SPEC --look 只告诉您本人。",
    ),
    "plan.entry.most": ("in each of at most {count} cells", "至多 {count} 个单元格各一个数字"),
    "plan.next.nothing": (
        "No row was read, no file was opened, nothing was spent.",
        "没有读取任何记录，没有打开任何文件，没有花费任何预算。",
    ),
    "plan.next.once": (
        "The noise is drawn once and has no seed: nobody can draw it again, not even you. If you publish the same "
        "request and edition again, you get the stored numbers and pay nothing.",
        "噪声只抽取一次，且没有种子：任何人都无法重现，包括您自己。以同样的请求和同一期再次发布，得到的是已保存的"
        "数字，不再花费。",
    ),
    "plan.picture.tradeoff.title": ("Half the error costs about twice the epsilon", "误差减半，ε 约需加倍"),
    "plan.picture.tradeoff.x": ("epsilon of this release", "本次发布的 ε"),
    "plan.picture.tradeoff.x_delta": ("epsilon of this release, at delta = {delta}", "本次发布的 ε（δ = {delta}）"),
    "plan.picture.tradeoff.y": (
        "error of one number, ± ({confidence} of 100 cases)",
        "单个数字的误差，±（100 次中有 {confidence} 次）",
    ),
    "plan.picture.tradeoff.chosen": ("this plan: epsilon = {epsilon}", "本方案：ε = {epsilon}"),
    "plan.picture.tradeoff.mean": ("{entry} ({rows} rows in a cell)", "{entry}（每格 {rows} 行）"),
    "plan.picture.tradeoff.fresh": ("{entry} (a fresh value, at best)", "{entry}（新值，最好时）"),
    "plan.picture.tradeoff.group": ("{entry} (the mean of {ticks} ticks)", "{entry}（{ticks} 个时段的平均值）"),
    "plan.picture.account.title": ("{left} % would be left", "之后还剩 {left}%"),
    "plan.picture.account.refused": ("cannot pay: {over} % too much", "付不起：超出 {over}%"),
    "plan.picture.account.stopped": ("is stopped", "已停用"),
    "plan.picture.account.used": ("used", "已用"),
    "plan.picture.account.this": ("this release", "本次发布"),
    "plan.picture.account.free": ("left", "剩余"),
    "plan.picture.account.x": ("share of the account", "占账户的份额"),
    "plan.picture.person.title": ("The most {unit} may contribute", "{unit}至多能贡献这些"),
    "plan.picture.person.cells": (
        "cells: {cells} of {size}, rows in all: {rows}",
        "单元格：{size} 个中的 {cells} 个，行数合计：{rows}",
    ),
    "plan.picture.person.more": ("… {size} cells", "… 共 {size} 格"),
    "plan.picture.person.moves": ("moves the table by at most {l1} in all", "合计至多使表变动 {l1}"),
    "plan.picture.person.moves_unit": (
        "moves the sums by at most {l1} in all ({column})",
        "合计至多使总和变动 {l1}（{column}）",
    ),
    "plan.picture.person.legend": (
        "In a cell: the most rows of one unit that count there.",
        "格中数字：至多有这么多行计入该格。",
    ),
}
