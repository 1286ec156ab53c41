"""发布方案：花费多少，精度如何。"""

from typing import Final

PLAN: Final[dict[str, str]] = {
    "plan.title.beware": "请注意",
    "plan.title.entries": "将发布什么",
    "plan.title.cost": "花费多少",
    "plan.title.error": "精度如何",
    "plan.title.person": "一个人至多能贡献多少",
    "plan.title.meaning": "仅这一次发布，关于{unit}可能泄露多少",
    "plan.title.sensitivity": "各项敏感度如何得出",
    "plan.title.why": "为何选用这种噪声",
    "plan.title.next": "接下来会怎样",
    "plan.unit.row": "一行记录",
    "plan.unit.person": "一个 {each}",
    "plan.unit.period": "一个 {each} 在一{period}之内的全部记录",
    "plan.period.hour": "小时",
    "plan.period.day": "天",
    "plan.period.week": "周",
    "plan.period.month": "个月",
    "plan.period.quarter": "个季度",
    "plan.period.year": "年",
    "plan.part.rows": "行数",
    "plan.part.persons": "人数",
    "plan.part.sum": "总和",
    "plan.part.histogram": "各分段行数",
    "plan.part.quantiles": "各取值的行数",
    "plan.part.top": "候选项",
    "plan.best.rows": "行数",
    "plan.best.persons": "人数",
    "plan.best.sum": "{column} 之和",
    "plan.part.squares": "平方和",
    "plan.part.above": "分子之和",
    "plan.part.below": "分母之和",
    "plan.law.laplace": "离散拉普拉斯噪声",
    "plan.law.gaussian": "离散高斯噪声",
    "plan.law.exponential": "指数机制",
    "plan.law.flip": "排列翻转机制",
    "plan.entry.rows": "{entry}：行数，{cells}。",
    "plan.entry.persons": "{entry}：人数，{cells}。",
    "plan.entry.sum": "{entry}：{column} 的总和，每个值截断到 {low} … {high}，{cells}。",
    "plan.entry.mean": "{entry}：{column} 的均值，每个值截断到 {low} … {high}，{cells}。",
    "plan.entry.histogram": "{entry}：{column} 落入各分段的个数，{cells}。",
    "plan.entry.quantiles": (
        "{entry}：{column} 的分位数 {shares}，在 {low} 与 {high} 之间以 {step} 为步长，{cells}。"
    ),
    "plan.entry.top": (
        "{entry}：{column} 的 {candidates} 个已声明的键中，{best}最多的 {k} 个，{cells}；只给出键，不给出数字。"
    ),
    "plan.entry.variance": "{entry}：{column} 的方差，每个值截断到 {low} … {high}，{cells}。",
    "plan.entry.deviation": "{entry}：{column} 的标准差，每个值截断到 {low} … {high}，{cells}。",
    "plan.entry.ratio": (
        "{entry}：{column} 之和（每个值截断到 {low} … {high}）除以 {per} 之和（截断到 {per_low} … {per_high}），"
        "{cells}。"
    ),
    "plan.entry.one": "总共一个数字",
    "plan.entry.many": "{count} 个单元格各一个数字",
    "plan.entry.once": "针对全部行",
    "plan.entry.groups": "{count} 个组各一份",
    "plan.entry.all_days": "全部内容涵盖 {zone} 时区的 {first} 至 {last}；其他日期的记录不计入。",
    "plan.entry.days": "{entry} 涵盖 {zone} 时区的 {first} 至 {last}；其他日期的记录不计入。",
    "plan.cost.pure": "本次发布花费 ε = {epsilon}，没有例外（δ = 0）。",
    "plan.cost.zcdp": (
        "按零集中差分隐私（zCDP）计，本次发布花费 ρ = {rho}。单看这一次，相当于 δ = {delta} 下的 ε = {epsilon}。"
    ),
    "plan.cost.share": "占 `spend` 份额的 {part}%，其余 {left}% 不动用。",
    "plan.cost.account": "{account}：已用 {before}%，本次将用去 {part}%，之后还剩 {left}%。",
    "plan.cost.block": (
        "{account}：用得最多的时间块是 {block}，其中已用 {before}%，本次将用去 {part}%，之后还剩 {left}%。"
    ),
    "plan.cost.refused": (
        "{account} 付不起这次发布：已用 {before}%，本次需要 {part}%。`publish` 会拒绝执行，且不花费任何预算。"
    ),
    "plan.cost.stopped": "{account} 已停用。`publish` 会拒绝执行，且不花费任何预算。",
    "plan.cost.blocks": (
        "在 {blocks} 个时间块（{first} 至 {last}）中各付一次全额。各块之间不相加：一{period}之内的记录只属于一"
        "个块。"
    ),
    "plan.cost.one_block": "在时间块 {block} 中付一次全额。",
    "plan.cost.other.pure": ("若改按纯 ε 支付：{errors}；新开的账户可容纳 {there} 次这样的发布，现为 {here} 次。"),
    "plan.cost.other.rho": ("若改按 ρ 支付：{errors}；新开的账户可容纳 {there} 次这样的发布，现为 {here} 次。"),
    "plan.cost.other.if": "若已入账的全部内容容得下，即可转换：epsilog ledger turn {root} --to {to} --try",
    "plan.cost.other.now": "现在即可转换：epsilog ledger turn {root} --to {to} --by … --by … --why …",
    "plan.cost.other.not.pure": (
        "{root} 按 ρ 计量，以目前的账目不能转为纯 ε：epsilog ledger turn {root} --to {to} --try 会说明原因。"
    ),
    "plan.cost.other.not.rho": (
        "{root} 以目前的账目不能转为 ρ：epsilog ledger turn {root} --to {to} --try 会说明原因。"
    ),
    "plan.cost.other.error": "{entry} ±{there}（现为 ±{here}）",
    "plan.cost.other.same": "误差相同",
    "plan.cost.turned": "{account} 目前按纯 ε 计量。它还可以转回 ρ，因此承诺仍含 δ。",
    "plan.cost.better.zcdp": (
        "若账户承诺 epsilon = {epsilon}，另加 delta = {delta}，在同样误差下约可支付 {there} 次这样的发布；"
        "现在的账户在新开时可支付 {here} 次。"
    ),
    "plan.cost.failures": (
        "数据一旦打开，费用即已花掉，之后发布失败或被中断也一样。{account} 的此类失败会累计：至今 {failures} 次，"
        "满 {limit} 次即停用，须由两人恢复。"
    ),
    "plan.cost.promise.pure": (
        "{account} 用尽之时，由它发布的全部内容合在一起，对{unit}满足 ε = {epsilon}，δ = 0。"
    ),
    "plan.cost.promise.zcdp": (
        "{account} 用尽之时，由它发布的全部内容合在一起，对{unit}满足 ε = {epsilon}，δ = {delta}。"
    ),
    "plan.error.number": (
        "{entry}：每个数字平均偏差 {mean}，100 次中有 {confidence} 次偏差不超过 {margin}（{law}）。"
    ),
    "plan.error.mean.expected": (
        "{entry}：单元格内不少于 {rows} 行时，无论均值在范围内何处，100 次中有 {confidence} 次偏差不超过 "
        "{margin}（{law}）。"
    ),
    "plan.error.mean.assumed": (
        "{entry}：均值的精度取决于单元格内的行数。无论均值在范围内何处，100 次中有 {confidence} 次：100 行时偏"
        "差不超过 {few}，{rows} 行时不超过 {margin}，10,000 行时不超过 {many}（{law}）。请用 `expect` 给出您预"
        "计的行数。"
    ),
    "plan.error.spread.expected": (
        "{entry}：单元格内不少于 {rows} 行时，无论数值在范围内何处，100 次中有 {confidence} 次偏差不超过 {margin}，"
        "通常远小于此（{law}）。"
    ),
    "plan.error.spread.assumed": (
        "{entry}：精度取决于单元格内的行数。无论数值在范围内何处，100 次中有 {confidence} 次：100 行时偏差不超过 "
        "{few}，{rows} 行时不超过 {margin}，10,000 行时不超过 {many}，通常远小于此（{law}）。请用 `expect` 给出您预"
        "计的行数。"
    ),
    "plan.error.quantiles": (
        "{entry}：100 次中有 {confidence} 次，所发布数值的名次与所求名次相差不超过 {margin} 行；折算成数值相差"
        "多少，取决于数据（{law}）。"
    ),
    "plan.error.top": (
        "{entry}：100 次中有 {confidence} 次，每个选出的键与其名次上真正的键相差不超过 {margin}（{law}）。"
    ),
    "plan.error.ratio": (
        "{entry}：{per} 之和不少于 {below}、比值不超过 {ratio} 时，100 次中有 {confidence} 次偏差不超过 "
        "{margin}（{law}）。"
    ),
    "plan.error.about": (
        "以上是相对于经过贡献上限与截断的已记录数据的误差。被贡献上限和截断去掉的部分，以及数据中本来就缺少的人，不"
        "在其内。"
    ),
    "plan.person.row": "受保护的是单独一行记录。一个人的行数越多，受到的保护越弱。",
    "plan.person.unit": "受保护的是{unit}：与之相关的一切，有或没有都难以分辨。",
    "plan.person.replace": "相邻数据集是把{unit}换成另一个；总数是公开的。",
    "plan.person.entry": "{entry}：{unit}至多计入 {size} 个单元格中的 {cells} 个，行数合计至多 {rows}。",
    "plan.person.value": "{entry}：一行至多使 {column} 的总和变动 {reach}。",
    "plan.person.squares": "{entry}：一行至多使 {column} 从中点算起的平方和变动 {reach}。",
    "plan.person.single": "{entry}：{unit}至多计入的行数：{rows}。",
    "plan.person.blocks": (
        "{entry}：限制以一{period}为单位。在全部 {blocks} 个时间块中，一个 {each} 可贡献 {blocks} 倍，即 {rows} "
        "行。"
    ),
    "plan.derive.head": "{entry} 的{part}：",
    "plan.derive.cells.row": "一行只落在 {size} 个单元格中的一个。",
    "plan.derive.cells.single": "整张表只有一个单元格，{unit}可以计入其中。",
    "plan.derive.cells.bound": "按 `bound.cells`，{unit}至多保留在 {size} 个单元格中的 {cells} 个。",
    "plan.derive.cells.rows": "按 `bound.rows`，行数所限，{unit}至多保留在 {size} 个单元格中的 {cells} 个。",
    "plan.derive.cells.table": "{unit}可以出现在全部 {size} 个单元格中：表中没有更多。",
    "plan.derive.within.row": "在其中计一次。",
    "plan.derive.within.person": "在每个单元格中只计一次，无论有多少行。",
    "plan.derive.within.cell": "按 `bound.rows_per_cell`，一个单元格中至多计入 {rows} 行。",
    "plan.derive.within.rows": "按 `bound.rows`，一个单元格中至多计入 {rows} 行。",
    "plan.derive.rows": "因此总共至多计入 {rows} 行。",
    "plan.derive.reach.count": "一行使所在单元格变动 1。",
    "plan.derive.reach.sum": (
        "数值截断到 {low} … {high}，以 {grain} 为最小单位计，因此一行至多使所在单元格变动 {reach} 个最小单位（"
        "{units}）。"
    ),
    "plan.derive.reach.mean": (
        "数值截断到 {low} … {high}，从中点 {centre} 算起，以 {grain} 为最小单位计，因此一行至多使所在单元格变动 "
        "{reach} 个最小单位（{units}）。"
    ),
    "plan.derive.reach.squares": (
        "这些距离的平方在 0 与 {most} 之间，从中点 {half} 算起，以 {grain} 为最小单位计，因此一行至多使所在单元格变"
        "动 {reach} 个最小单位。"
    ),
    "plan.derive.sides.one": "相邻数据集只差一个的有无：表的变动就是这一个所贡献的部分。",
    "plan.derive.sides.two.same": (
        "相邻数据集是换掉一个：去掉一份贡献，加上另一份。L1 加倍；没有哪一行会使单元格变小，因此平方相加，L2² "
        "加倍。"
    ),
    "plan.derive.sides.two.both": (
        "相邻数据集是换掉一个：去掉一份贡献，加上另一份。L1 加倍；一行可能使单元格变大或变小，因此范数相加，"
        "L2² 变为四倍。"
    ),
    "plan.derive.result": "{formula}（以最小单位计）。",
    "plan.derive.spread.quantiles": "因此{unit}在所有组中合计至多使名次变动 {reach} 行。",
    "plan.derive.spread.top": "因此{unit}在所有组中合计至多使候选项之间的差变动 {reach} 个最小单位。",
    "plan.derive.pick.exponential": ("指数机制，每轮 ε = {epsilon}，所有组合计；组数：{groups}，轮数：{rounds}。"),
    "plan.derive.pick.flip": "排列翻转机制，ε = {epsilon}，所有组合计；组数：{groups}，轮数：{rounds}。",
    "plan.derive.noise.laplace": "{law}，尺度为 {parameter} 个最小单位（{units}）。",
    "plan.derive.noise.gaussian": "{law}，方差参数为 {parameter}（最小单位的平方），标准差为 {units}。",
    "plan.why.pure": "{entry}，{part}：用拉普拉斯噪声，因为 δ 为 0，而没有 δ 时高斯噪声不能作出任何承诺。",
    "plan.why.asked.laplace": "{entry}，{part}：用拉普拉斯噪声，因为请求中这样写明。",
    "plan.why.asked.gaussian": "{entry}，{part}：用高斯噪声，因为请求中这样写明。",
    "plan.why.auto.gaussian": (
        "{entry}，{part}：用高斯噪声。花费相同时，它不超过 {margin}，拉普拉斯噪声则不超过 {other}。"
    ),
    "plan.why.auto.laplace": (
        "{entry}，{part}：用拉普拉斯噪声。花费相同时，它不超过 {margin}，高斯噪声则不超过 {other}。"
    ),
    "plan.why.error.cheaper.laplace": "{entry}，{part}：用拉普拉斯噪声，两种都能达到误差要求，它花费较少。",
    "plan.why.error.cheaper.gaussian": "{entry}，{part}：用高斯噪声，两种都能达到误差要求，它花费较少。",
    "plan.why.error.only.laplace": "{entry}，{part}：用能达到误差要求的最宽的拉普拉斯噪声。",
    "plan.why.error.only.gaussian": "{entry}，{part}：用能达到误差要求的最宽的高斯噪声。",
    "plan.why.division.zcdp": (
        "预算的分配使误差平方的加权和最小，误差都折算成“行的最大影响”：ρ 与 √（权重 × L2²）成正比。结果为 {parts}。"
    ),
    "plan.why.division.pure": (
        "预算的分配使误差平方的加权和最小，误差都折算成“行的最大影响”：ε 与权重 × L1² 的立方根成正比。结果为 "
        "{parts}。"
    ),
    "plan.why.mean": (
        "均值是带噪声的总和（1）除以带噪声的行数（2）。这样分配，均值最宽的区间（在所声明范围的两端）最短。"
    ),
    "plan.why.pick.exponential": "{entry}，{part}：用指数机制，按 ρ 计其花费为 ε 平方的八分之一。",
    "plan.why.pick.flip": "{entry}，{part}：用排列翻转机制，δ 为 0 时它从不逊于指数机制。",
    "plan.why.pick.error.exponential": "{entry}，{part}：用指数机制，ε 约为达到误差要求所需的最小值。",
    "plan.why.pick.error.flip": "{entry}，{part}：用排列翻转机制，ε 约为达到误差要求所需的最小值。",
    "plan.why.spread": (
        "方差由带噪声的总和（1）、平方和（2）与行数（3）算出，三者按“行的最大影响”同等看待。标准差是方差的平方根。"
    ),
    "plan.why.left": "达到所要求的误差用不完 `spend` 所允许的份额，其中 {left}% 不动用。",
    "plan.why.epsilon.pure": "所要求的误差合计需要 ε = {epsilon}，δ = {delta}。",
    "plan.why.epsilon.zcdp": "所要求的误差合计需要 ε = {epsilon}，按 δ = {delta} 换算。",
    "plan.brief.pure": "{release} 的 {edition} 期计划：从 {account} 支付 epsilon = {epsilon}。尚未花费。",
    "plan.brief.zcdp": (
        "{release} 的 {edition} 期计划：从 {account} 支付 epsilon = {epsilon}（delta = {delta}）。尚未花费。"
    ),
    "plan.brief.entry": "{entry}：{cells} 个单元格，在 {confidence} 的情况下每个误差不超过 {margin}",
    "plan.brief.beware": "注意：{warning}",
    "plan.warn.edition": (
        "{release} 的 {edition} 期已是本账户的一次发布，出自另一份请求。`publish` 会拒绝这一份：请改用新的一期。"
    ),
    "plan.warn.closes.none": (
        "本次发布之后，{account} 不能再转为纯 ε：其噪声没有不带 δ 的 ε。若要保留这一可能，请先转换 {account}（"
        "epsilog ledger turn {account} --to pure --by … --by … --why …），或改用 `mechanism: laplace`。"
    ),
    "plan.warn.closes.pure": (
        "本次发布之后，{account} 不能再转为纯 ε：入账的将超出那里的上限。若要保留这一可能，请先转换 {account}（"
        "epsilog ledger turn {account} --to pure --by … --by … --why …），或少花一些。"
    ),
    "plan.warn.closes.rho": (
        "本次发布之后，{account} 不能再转为 ρ：入账的将超出那里的上限。若要保留这一可能，请先转换 {account}（"
        "epsilog ledger turn {account} --to rho --by … --by … --why …），或少花一些。"
    ),
    "plan.warn.event": (
        "【事件级】只保护单独一行记录，不保护人。一个人若有 k 行，受到的保护就弱 k 倍。若记录属于人，请在 "
        "`protect.each` 中写明标识人的列。"
    ),
    "plan.warn.lookup": "您声明 {lookup} 人人皆可知晓。它会被原样使用：其中任何人都不受本次发布保护。",
    "plan.warn.period": (
        "承诺以每个 {each}、每个时间块为单位。在全部 {blocks} 个块中，一个 {each} 最多出现在 {blocks} 个块里，"
        "整段时间内可能被了解的信息会累加。"
    ),
    "plan.warn.epsilon.release": (
        "仅这一次发布的 ε 就异常大：{epsilon}。猜测某人是否在数据中的人，100 次里可能猜对多达 {success} 次。"
    ),
    "plan.warn.epsilon.account": (
        "该账户所承诺的 ε 异常大：{epsilon}。账户用尽之时，猜测某人是否在数据中的人，100 次里可能猜对多达 "
        "{success} 次。"
    ),
    "plan.warn.delta.rows": (
        "δ = {delta} 并未远小于 1 / {rows}（您预计的行数）：它会容许直接公布其中几行的做法。请选用不超过 "
        "{limit} 的 δ。"
    ),
    "plan.warn.delta.unused": ("`spend` 所写的 δ = {delta} 没有用到：账户目前按纯 ε 计量，这次发布的 ε 没有例外。"),
    "plan.warn.delta.account": (
        "该份额按 δ = {delta} 换算，大于账户换算所用的 {own}。付款仍以 ρ 计；与其他发布合在一起时，以账户的承诺"
        "为准。"
    ),
    "plan.warn.beyond": "本次发布的花费是整个账户的 {times} 倍。`publish` 会拒绝执行，且不花费任何预算。",
    "plan.warn.cells": (
        "{entry} 有 {cells} 个单元格，其中约 {beyond} 个仅因偶然就会偏差超过 {margin}：不要把个别异常的单元格当"
        "作新发现。"
    ),
    "plan.warn.mean": (
        "{entry}：均值可能偏差 {margin}，达到所声明范围的四分之一或更多。请缩小范围、减少单元格，或增加预算。"
    ),
    "plan.warn.spread": (
        "{entry}：偏差可能达到 {margin}，而在所声明的范围内最多只能是 {most}。请缩小范围、减少单元格，或增加预算。"
    ),
    "plan.warn.pick.quantiles": (
        "{entry}：在 {expect} 行中，所发布数值的名次可能偏差 {margin} 行。请减少组数，或增加预算。"
    ),
    "plan.warn.pick.quantiles.open": (
        "{entry}：所发布数值的名次可能偏差 {margin} 行。这是名次之差，不是数值之差：一组的行数若不到其两倍，"
        "该数值几乎不说明什么。写明 `expect`（一组通常的行数），计划就会说明是否如此。"
    ),
    "plan.warn.pick.top.open": (
        "{entry}：选出的键可能比其名次上真正的键落后 {margin}。键与键相差若小于此数，其先后说明不了多少。"
    ),
    "plan.warn.pick.top": ("{entry}：典型的数字是 {expect}，而选出的键可能落后 {margin}。请减少组数，或增加预算。"),
    "plan.warn.ratio": "{entry}：分母之和若不远大于其噪声，比值可以是任何数，区间会如实显示。",
    "plan.warn.drowned": "{entry}：典型的数字是 {expect}，而噪声可达 {margin}。多数数字无法与 0 区分。",
    "plan.warn.drown": "{entry}：小于 {margin} 的数字无法与 0 区分。",
    "plan.warn.bounds": (
        "贡献上限与截断会去掉多少，这里无从知道：制定方案时不看任何数据。若去掉很多，所有数字都会偏向同一方向，而任"
        "何区间都显示不出来。"
    ),
    "plan.warn.dates": (
        "按 2026-01-31 或 2026-01-31 08:30:00 的写法读作日期：{columns}。其他写法视为缺失，而文件是否这样书写"
        "还没有人看过：epsilog check SPEC --look 只告诉您本人。"
    ),
    "plan.find.shown": (
        "{entry}：先找出 {column} 有哪些键。带噪声的单位数达到 {threshold} 的键才会出现：有 {half} 个单位的键至少"
        "半数情况会出现，有 {sure} 个的键在 100 次中有 95 次出现；只有{unit}才有的键，出现的概率至多为 {delta}。"
    ),
    "plan.find.missing": (
        "罕见的键按设计不会出现；没有出现的键仍可能在数据中。因此找到的键不是全部，它们的数字没有合计。"
    ),
    "plan.find.fresh": "所找到的键，其数字另加新的噪声，因此尽管缺少罕见的键，各区间依然成立。",
    "plan.find.head": "{entry} 的 {column} 的键：",
    "plan.find.cut": "{unit}至多计入 {cells} 个键，每个键只计一次，次序只取决于它自己。",
    "plan.find.sides": "相邻数据集是一个换成另一个：两者合计至多涉及 {cells} 个键。",
    "plan.find.noise.gaussian": "每个单位数加上{law}噪声，方差参数 {parameter}。",
    "plan.find.noise.laplace": "每个单位数加上{law}噪声，尺度 {parameter}。",
    "plan.find.delta": (
        "键自 {threshold} 起出现。只有{unit}才有的键需要至少 {below} 的噪声：该概率乘以 {cells} 至多为"
        " {delta}，从账户留给事件的 delta 中支付。"
    ),
    "plan.find.texts": (
        "找到的键是数据中的文字：至多出现 {most} 个，取带噪声数最大者；不超过 {longest} 个字符，不含看不见的字符。"
    ),
    "plan.entry.most": "至多 {count} 个单元格各一个数字",
    "plan.next.nothing": "没有读取任何记录，没有打开任何文件，没有花费任何预算。",
    "plan.next.once": (
        "噪声只抽取一次，且没有种子：任何人都无法重现，包括您自己。以同样的请求和同一期再次发布，得到的是已保存的数"
        "字，不再花费。"
    ),
    "plan.picture.tradeoff.title": "误差减半，ε 约需加倍",
    "plan.picture.tradeoff.x": "本次发布的 ε",
    "plan.picture.tradeoff.x_delta": "本次发布的 ε（δ = {delta}）",
    "plan.picture.tradeoff.y": "单个数字的误差，±（100 次中有 {confidence} 次）",
    "plan.picture.tradeoff.chosen": "本方案：ε = {epsilon}",
    "plan.picture.tradeoff.mean": "{entry}（每格 {rows} 行）",
    "plan.picture.tradeoff.fresh": "{entry}（新值，最好时）",
    "plan.picture.tradeoff.group": "{entry}（{ticks} 个时段的平均值）",
    "plan.picture.account.title": "之后还剩 {left}%",
    "plan.picture.account.refused": "付不起：超出 {over}%",
    "plan.picture.account.stopped": "已停用",
    "plan.picture.account.used": "已用",
    "plan.picture.account.this": "本次发布",
    "plan.picture.account.free": "剩余",
    "plan.picture.account.x": "占账户的份额",
    "plan.picture.person.title": "{unit}至多能贡献这些",
    "plan.picture.person.cells": "单元格：{size} 个中的 {cells} 个，行数合计：{rows}",
    "plan.picture.person.more": "… 共 {size} 格",
    "plan.picture.person.moves": "合计至多使表变动 {l1}",
    "plan.picture.person.moves_unit": "合计至多使总和变动 {l1}（{column}）",
    "plan.picture.person.legend": "格中数字：至多有这么多行计入该格。",
}
