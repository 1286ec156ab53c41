"""How the numbers of a plan came about: sensitivities, noise, errors, and why."""

from typing import Final

DERIVATION: Final[dict[str, tuple[str, str]]] = {
    "plan.error.number": (
        "{entry}: each number is off by {mean} on average, and by at most {margin} in {confidence} of 100 cases "
        "({law}).",
        "{entry}：每个数字平均偏差 {mean}，100 次中有 {confidence} 次偏差不超过 {margin}（{law}）。",
    ),
    "plan.error.mean.expected": (
        "{entry}: in a cell of {rows} rows or more the mean is off by at most {margin} in {confidence} of 100 "
        "cases, wherever in its range it lies ({law}).",
        "{entry}：单元格内不少于 {rows} 行时，无论均值在范围内何处，100 次中有 {confidence} 次偏差不超过 {margin}"
        "（{law}）。",
    ),
    "plan.error.mean.assumed": (
        "{entry}: how exact a mean is depends on how many rows a cell has. In {confidence} of 100 cases it is off "
        "by at most {few} with 100 rows, {margin} with {rows} and {many} with 10,000, wherever in its range it "
        "lies ({law}). Say `expect` to plan for your number.",
        "{entry}：均值的精度取决于单元格内的行数。无论均值在范围内何处，100 次中有 {confidence} 次：100 行时偏差不"
        "超过 {few}，{rows} 行时不超过 {margin}，10,000 行时不超过 {many}（{law}）。请用 `expect` 给出您预计的行数"
        "。",
    ),
    "plan.error.spread.expected": (
        "{entry}: in a cell of {rows} rows or more it is off by at most {margin} in {confidence} of 100 cases, "
        "wherever in its range the values lie; mostly by much less ({law}).",
        "{entry}：单元格内不少于 {rows} 行时，无论数值在范围内何处，100 次中有 {confidence} 次偏差不超过 {margin}"
        "，通常远小于此（{law}）。",
    ),
    "plan.error.spread.assumed": (
        "{entry}: how exact it is depends on how many rows a cell has. In {confidence} of 100 cases it is off by "
        "at most {few} with 100 rows, {margin} with {rows} and {many} with 10,000, wherever in its range the "
        "values lie; mostly by much less ({law}). Say `expect` to plan for your number.",
        "{entry}：精度取决于单元格内的行数。无论数值在范围内何处，100 次中有 {confidence} 次：100 行时偏差不超过 "
        "{few}，{rows} 行时不超过 {margin}，10,000 行时不超过 {many}，通常远小于此（{law}）。请用 `expect` 给出您"
        "预计的行数。",
    ),
    "plan.error.quantiles": (
        "{entry}: in {confidence} of 100 cases a published value has a rank at most {margin} rows from the one "
        "asked for. How far that is in the data's own units depends on the data ({law}).",
        "{entry}：100 次中有 {confidence} 次，所发布数值的名次与所求名次相差不超过 {margin} 行；折算成数值相差多少"
        "，取决于数据（{law}）。",
    ),
    "plan.error.top": (
        "{entry}: in {confidence} of 100 cases every chosen key is at most {margin} behind the true one of its "
        "place ({law}).",
        "{entry}：100 次中有 {confidence} 次，每个选出的键与其名次上真正的键相差不超过 {margin}（{law}）。",
    ),
    "plan.error.ratio": (
        "{entry}: where the sum of {per} is {below} or more and the ratio at most {ratio}, it is off by at most "
        "{margin} in {confidence} of 100 cases ({law}).",
        "{entry}：{per} 之和不少于 {below}、比值不超过 {ratio} 时，100 次中有 {confidence} 次偏差不超过 {margin}（"
        "{law}）。",
    ),
    "plan.error.about": (
        "These are errors against the recorded data after bounds and clamps. They do not include what bounds and "
        "clamps cut off, or who is missing from the data.",
        "以上是相对于经过贡献上限与截断的已记录数据的误差。被贡献上限和截断去掉的部分，以及数据中本来就缺少的人，"
        "不在其内。",
    ),
    "plan.derive.head": ("{entry}, {part}:", "{entry} 的{part}："),
    "plan.derive.cells.row": ("one row lies in one of {size} cells.", "一行只落在 {size} 个单元格中的一个。"),
    "plan.derive.cells.single": (
        "the table is one cell, and {unit} may be in it.",
        "整张表只有一个单元格，{unit}可以计入其中。",
    ),
    "plan.derive.cells.bound": (
        "{unit} is kept in at most {cells} of {size} cells, because `bound.cells` says so.",
        "按 `bound.cells`，{unit}至多保留在 {size} 个单元格中的 {cells} 个。",
    ),
    "plan.derive.cells.rows": (
        "{unit} is kept in at most {cells} of {size} cells, because `bound.rows` allows rows for no more.",
        "按 `bound.rows`，行数所限，{unit}至多保留在 {size} 个单元格中的 {cells} 个。",
    ),
    "plan.derive.cells.table": (
        "{unit} can be in all {size} cells: the table has no more.",
        "{unit}可以出现在全部 {size} 个单元格中：表中没有更多。",
    ),
    "plan.derive.within.row": ("it counts there once.", "在其中计一次。"),
    "plan.derive.within.person": (
        "it counts once in each, however many rows it has there.",
        "在每个单元格中只计一次，无论有多少行。",
    ),
    "plan.derive.within.cell": (
        "at most {rows} of its rows count in one cell, because `bound.rows_per_cell` says so.",
        "按 `bound.rows_per_cell`，一个单元格中至多计入 {rows} 行。",
    ),
    "plan.derive.within.rows": (
        "at most {rows} of its rows count in one cell, because `bound.rows` allows no more.",
        "按 `bound.rows`，一个单元格中至多计入 {rows} 行。",
    ),
    "plan.derive.rows": ("so rows of it that count in all, at most: {rows}.", "因此总共至多计入 {rows} 行。"),
    "plan.derive.reach.count": ("one row moves its cell by 1.", "一行使所在单元格变动 1。"),
    "plan.derive.reach.sum": (
        "values are clamped to {low} … {high} and counted in grains of {grain}, so one row moves its cell by at "
        "most {reach} grains ({units}).",
        "数值截断到 {low} … {high}，以 {grain} 为最小单位计，因此一行至多使所在单元格变动 {reach} 个最小单位（"
        "{units}）。",
    ),
    "plan.derive.reach.mean": (
        "values are clamped to {low} … {high}, counted from the middle {centre} in grains of {grain}, so one row "
        "moves its cell by at most {reach} grains ({units}).",
        "数值截断到 {low} … {high}，从中点 {centre} 算起，以 {grain} 为最小单位计，因此一行至多使所在单元格变动 "
        "{reach} 个最小单位（{units}）。",
    ),
    "plan.derive.reach.squares": (
        "squares of these distances lie between 0 and {most}, are counted from the middle {half} in grains of "
        "{grain}, so one row moves its cell by at most {reach} grains.",
        "这些距离的平方在 0 与 {most} 之间，从中点 {half} 算起，以 {grain} 为最小单位计，因此一行至多使所在单元格"
        "变动 {reach} 个最小单位。",
    ),
    "plan.derive.sides.one": (
        "neighbours differ by one that is there or not: the table moves by what that one gives.",
        "相邻数据集只差一个的有无：表的变动就是这一个所贡献的部分。",
    ),
    "plan.derive.sides.two.same": (
        "neighbours replace one by another: one contribution goes, another comes. L1 doubles; no row lowers a "
        "cell, so the squares add up and L2² doubles.",
        "相邻数据集是换掉一个：去掉一份贡献，加上另一份。L1 加倍；没有哪一行会使单元格变小，因此平方相加，L2² 加倍"
        "。",
    ),
    "plan.derive.sides.two.both": (
        "neighbours replace one by another: one contribution goes, another comes. L1 doubles; rows may raise or "
        "lower a cell, so the norms add up and L2² becomes four times as large.",
        "相邻数据集是换掉一个：去掉一份贡献，加上另一份。L1 加倍；一行可能使单元格变大或变小，因此范数相加，L2² 变"
        "为四倍。",
    ),
    "plan.derive.result": ("{formula} (in grains).", "{formula}（以最小单位计）。"),
    "plan.derive.spread.quantiles": (
        "so {unit} moves ranks by at most {reach} rows, in all groups together.",
        "因此{unit}在所有组中合计至多使名次变动 {reach} 行。",
    ),
    "plan.derive.spread.top": (
        "so {unit} moves candidates against each other by at most {reach} grains, in all groups together.",
        "因此{unit}在所有组中合计至多使候选项之间的差变动 {reach} 个最小单位。",
    ),
    "plan.derive.pick.exponential": (
        "exponential mechanism with epsilon {epsilon} a round, for all groups together; groups: {groups}, rounds: "
        "{rounds}.",
        "指数机制，每轮 ε = {epsilon}，所有组合计；组数：{groups}，轮数：{rounds}。",
    ),
    "plan.derive.pick.flip": (
        "permute and flip with epsilon {epsilon}, for all groups together; groups: {groups}, rounds: {rounds}.",
        "排列翻转机制，ε = {epsilon}，所有组合计；组数：{groups}，轮数：{rounds}。",
    ),
    "plan.derive.noise.laplace": (
        "{law} of scale {parameter} grains ({units}).",
        "{law}，尺度为 {parameter} 个最小单位（{units}）。",
    ),
    "plan.derive.noise.gaussian": (
        "{law} with variance parameter {parameter} grains², a standard deviation of {units}.",
        "{law}，方差参数为 {parameter}（最小单位的平方），标准差为 {units}。",
    ),
    "plan.why.pure": (
        "{entry}, {part}: Laplace noise, because delta is 0 and Gaussian noise keeps no promise without a delta.",
        "{entry}，{part}：用拉普拉斯噪声，因为 δ 为 0，而没有 δ 时高斯噪声不能作出任何承诺。",
    ),
    "plan.why.asked.laplace": (
        "{entry}, {part}: Laplace noise, because the request says so.",
        "{entry}，{part}：用拉普拉斯噪声，因为请求中这样写明。",
    ),
    "plan.why.asked.gaussian": (
        "{entry}, {part}: Gaussian noise, because the request says so.",
        "{entry}，{part}：用高斯噪声，因为请求中这样写明。",
    ),
    "plan.why.auto.gaussian": (
        "{entry}, {part}: Gaussian noise. For the same price it stays within {margin}, Laplace noise within "
        "{other}.",
        "{entry}，{part}：用高斯噪声。花费相同时，它不超过 {margin}，拉普拉斯噪声则不超过 {other}。",
    ),
    "plan.why.auto.laplace": (
        "{entry}, {part}: Laplace noise. For the same price it stays within {margin}, Gaussian noise within "
        "{other}.",
        "{entry}，{part}：用拉普拉斯噪声。花费相同时，它不超过 {margin}，高斯噪声则不超过 {other}。",
    ),
    "plan.why.error.cheaper.laplace": (
        "{entry}, {part}: Laplace noise, the cheaper of the two that meet the error.",
        "{entry}，{part}：用拉普拉斯噪声，两种都能达到误差要求，它花费较少。",
    ),
    "plan.why.error.cheaper.gaussian": (
        "{entry}, {part}: Gaussian noise, the cheaper of the two that meet the error.",
        "{entry}，{part}：用高斯噪声，两种都能达到误差要求，它花费较少。",
    ),
    "plan.why.error.only.laplace": (
        "{entry}, {part}: the widest Laplace noise that meets the error.",
        "{entry}，{part}：用能达到误差要求的最宽的拉普拉斯噪声。",
    ),
    "plan.why.error.only.gaussian": (
        "{entry}, {part}: the widest Gaussian noise that meets the error.",
        "{entry}，{part}：用能达到误差要求的最宽的高斯噪声。",
    ),
    "plan.why.division.zcdp": (
        "The budget is divided so that the weighted sum of squared errors is smallest, each error measured by the "
        "most that one row can change: rho in proportion to √(weight × L2²). That gives {parts}.",
        "预算的分配使误差平方的加权和最小，误差都折算成“行的最大影响”：ρ 与 √（权重 × L2²）成正比。结果为 {parts}"
        "。",
    ),
    "plan.why.division.pure": (
        "The budget is divided so that the weighted sum of squared errors is smallest, each error measured by the "
        "most that one row can change: epsilon in proportion to the cube root of weight × L1². That gives {parts}.",
        "预算的分配使误差平方的加权和最小，误差都折算成“行的最大影响”：ε 与权重 × L1² 的立方根成正比。结果为 "
        "{parts}。",
    ),
    "plan.why.mean": (
        "A mean is a noisy sum (1) over a noisy number of rows (2). The budget is divided so that its widest "
        "range, at the ends of the declared range, is as short as it can be.",
        "均值是带噪声的总和（1）除以带噪声的行数（2）。这样分配，均值最宽的区间（在所声明范围的两端）最短。",
    ),
    "plan.why.pick.exponential": (
        "{entry}, {part}: the exponential mechanism, which costs an eighth of the square of its epsilon in rho.",
        "{entry}，{part}：用指数机制，按 ρ 计其花费为 ε 平方的八分之一。",
    ),
    "plan.why.pick.flip": (
        "{entry}, {part}: permute and flip, which is never worse than the exponential mechanism where delta is 0.",
        "{entry}，{part}：用排列翻转机制，δ 为 0 时它从不逊于指数机制。",
    ),
    "plan.why.pick.error.exponential": (
        "{entry}, {part}: the exponential mechanism with about the smallest epsilon that meets the error.",
        "{entry}，{part}：用指数机制，ε 约为达到误差要求所需的最小值。",
    ),
    "plan.why.pick.error.flip": (
        "{entry}, {part}: permute and flip with about the smallest epsilon that meets the error.",
        "{entry}，{part}：用排列翻转机制，ε 约为达到误差要求所需的最小值。",
    ),
    "plan.why.spread": (
        "A variance is made of a noisy sum (1), a noisy sum of squares (2) and a noisy number of rows (3). Each "
        "part is measured by the most that one row can change it, and all count the same. A deviation is the root "
        "of a variance.",
        "方差由带噪声的总和（1）、平方和（2）与行数（3）算出，三者按“行的最大影响”同等看待。标准差是方差的平方根。",
    ),
    "plan.why.left": (
        "The errors asked for are met with less than `spend` allows; {left} % of it stays unspent.",
        "达到所要求的误差用不完 `spend` 所允许的份额，其中 {left}% 不动用。",
    ),
    "plan.why.epsilon.pure": (
        "The errors asked for take epsilon = {epsilon} together, at delta = {delta}.",
        "所要求的误差合计需要 ε = {epsilon}，δ = {delta}。",
    ),
    "plan.why.epsilon.zcdp": (
        "The errors asked for take epsilon = {epsilon} together, converted at delta = {delta}.",
        "所要求的误差合计需要 ε = {epsilon}，按 δ = {delta} 换算。",
    ),
    "plan.find.shown": (
        "{entry}: which keys {column} has is found first. A key is shown if its noisy number of units reaches "
        "{threshold}: a key of {half} units is shown every other time or more often, one of {sure} in 95 of 100 "
        "cases. A key that only {unit} has is shown with a probability of at most {delta}.",
        "{entry}：先找出 {column} 有哪些键。带噪声的单位数达到 {threshold} 的键才会出现：有 {half} 个单位的键至少"
        "半数情况会出现，有 {sure} 个的键在 100 次中有 95 次出现；只有{unit}才有的键，出现的概率至多为 {delta}。",
    ),
    "plan.find.missing": (
        "Rare keys are left out on purpose, and a key that is missing may still be in the data. So the found keys "
        "are not all keys, and their numbers have no total.",
        "罕见的键按设计不会出现；没有出现的键仍可能在数据中。因此找到的键不是全部，它们的数字没有合计。",
    ),
    "plan.find.fresh": (
        "The numbers of the found keys get noise of their own: their ranges hold although rare keys are missing.",
        "所找到的键，其数字另加新的噪声，因此尽管缺少罕见的键，各区间依然成立。",
    ),
    "plan.find.head": ("{entry}, keys of {column}:", "{entry} 的 {column} 的键："),
    "plan.find.cut": (
        "{unit} counts in at most {cells} keys, once in each, in an order that depends on it alone.",
        "{unit}至多计入 {cells} 个键，每个键只计一次，次序只取决于它自己。",
    ),
    "plan.find.sides": (
        "neighbours replace one by another: together they touch at most {cells} keys.",
        "相邻数据集是一个换成另一个：两者合计至多涉及 {cells} 个键。",
    ),
    "plan.find.noise.gaussian": (
        "each number of units gets {law} noise with variance parameter {parameter}.",
        "每个单位数加上{law}噪声，方差参数 {parameter}。",
    ),
    "plan.find.noise.laplace": (
        "each number of units gets {law} noise of scale {parameter}.",
        "每个单位数加上{law}噪声，尺度 {parameter}。",
    ),
    "plan.find.delta": (
        "a key is shown from {threshold} on. A key that only {unit} has needs noise of {below} or more: {cells} × "
        "that probability is at most {delta}, and is paid from the account's delta for events.",
        "键自 {threshold} 起出现。只有{unit}才有的键需要至少 {below} 的噪声：该概率乘以 {cells} 至多为 {delta}，从"
        "账户留给事件的 delta 中支付。",
    ),
    "plan.find.texts": (
        "found keys are texts of the data: at most {most} come out, those with the largest noisy numbers; none of "
        "more than {longest} characters, none with characters that cannot be seen.",
        "找到的键是数据中的文字：至多出现 {most} 个，取带噪声数最大者；不超过 {longest} 个字符，不含看不见的字符。",
    ),
}
