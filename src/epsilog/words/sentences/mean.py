"""Covariances and correlations: two columns together."""

from typing import Final

PAIR: Final[dict[str, tuple[str, str]]] = {
    "plan.entry.covariance": (
        "{entry}: the covariance of {column} (each value clamped to {low} … {high}) and {per} (clamped to "
        "{per_low} … {per_high}) over rows that have both, {cells}.",
        "{entry}：{column}（每个值截断到 {low} … {high}）与 {per}（截断到 {per_low} … {per_high}）的协方差，只计两"
        "列都有值的行，{cells}。",
    ),
    "plan.entry.correlation": (
        "{entry}: the correlation of {column} (each value clamped to {low} … {high}) and {per} (clamped to "
        "{per_low} … {per_high}) over rows that have both, {cells}.",
        "{entry}：{column}（每个值截断到 {low} … {high}）与 {per}（截断到 {per_low} … {per_high}）的相关系数，只计"
        "两列都有值的行，{cells}。",
    ),
    "plan.part.other": ("sum of the second column", "第二列之和"),
    "plan.part.product": ("sum of products", "乘积之和"),
    "plan.part.other_squares": ("sum of squares of the second column", "第二列的平方和"),
    "plan.part.pairs": ("number of rows that have both", "两列都有值的行数"),
    "plan.error.correlation.expected": (
        "{entry}: in a cell of {rows} rows or more, where both columns have a standard deviation of a quarter of "
        "their range or more, it is off by at most {margin} in {confidence} of 100 cases; mostly by much less "
        "({law}). Where values are spread less it is less exact, and its range says so.",
        "{entry}：在不少于 {rows} 行、且两列的标准差都不小于其范围四分之一的格内，每 100 次中有 {confidence} 次误"
        "差至多 {margin}，多数远小于此（{law}）。数值分散较小时不那么准确，其区间会如实反映。",
    ),
    "plan.error.correlation.assumed": (
        "{entry}: how exact it is depends on how many rows a cell has and how far they are spread. Where both "
        "columns have a standard deviation of a quarter of their range, it is in {confidence} of 100 cases off by "
        "at most {few} with 100 rows, {margin} with {rows} and {many} with 10,000; mostly by much less ({law}). "
        "Say `expect` to plan for your number.",
        "{entry}：准确程度取决于格内行数及数值的分散程度。若两列的标准差都是其范围的四分之一，每 100 次中有 "
        "{confidence} 次误差至多为：100 行时 {few}，{rows} 行时 {margin}，10,000 行时 {many}；多数远小于此（{law}"
        "）。请写明 `expect`，以按您的行数规划。",
    ),
    "plan.why.pair": (
        "A covariance is made of noisy sums of both columns, a noisy sum of their products and a noisy number of "
        "rows; a correlation also of two noisy sums of squares. Each part is measured by the most that one row "
        "can change it, and all count the same.",
        "协方差由两列各自带噪声的和、带噪声的乘积之和与带噪声的行数算得；相关系数另需两个带噪声的平方和。各部分按"
        "一行所能造成的最大变动同等看待。",
    ),
    "plan.why.together.pair": (
        "{entry}: sums, products, squares and rows are drawn together as one Gaussian vector. At the same price, "
        "its error in large cells is {part} % of what it would be if they were drawn one by one.",
        "{entry}：和、乘积、平方与行数作为一个高斯向量一并抽取。价格相同时，大格内的误差是逐个抽取时的 {part}%。",
    ),
    "plan.together.pair": (
        "{entry}: no row changes sums, products, squares and rows by their most at once: in the middle it changes "
        "no sum, at the ends it changes the squares little. Together they cost rho = {rho}; one by one they would "
        "cost {alone}.",
        "{entry}：一行不可能同时在和、乘积、平方与行数上都达到最大变动：居中时不改变和，在两端时平方变动很小。合计"
        "价格 rho = {rho}；按各自的范数逐个计算则为 {alone}。",
    ),
    "plan.person.product": (
        "{entry}: one row moves the sum of products of {column} and the second column, counted from their "
        "middles, by at most {reach}.",
        "{entry}：一行对 {column} 与第二列乘积之和（从各自范围的中点量起）的影响至多为 {reach}。",
    ),
    "plan.derive.reach.product": (
        "one product of two distances from the middles is at most {most}: {reach} grains of {grain}.",
        "两个到中点距离的乘积至多为 {most}：即 {reach} 个大小为 {grain} 的最小单位。",
    ),
    "plan.derive.reach.pairs": (
        "one row that has both columns counts 1, any other nothing.",
        "两列都有值的一行计 1，其他行不计。",
    ),
    "release.what.covariance": ("covariance of {column} and {per}", "{column} 与 {per} 的协方差"),
    "release.what.correlation": ("correlation of {column} and {per}", "{column} 与 {per} 的相关系数"),
    "release.exact.correlation": (
        "{name}: {times} the bounded one lies within its range, in every cell where both columns vary. Ranges are "
        "wide where there are few rows or values lie close together.",
        "{name}：{times}，在两列都有变化的每一格内，受限之后的相关系数落在其区间之内。行数少或数值集中时区间较宽。",
    ),
    "release.weight.product": (
        "{name}: products of the distances of {column} and of the second column from the middles of their ranges "
        "lie between {low} and {high}.",
        "{name}：{column} 与第二列到各自范围中点距离的乘积在 {low} 与 {high} 之间。",
    ),
    "release.weight.noise.other": (
        "{name}, sum of the second column: one {one} moves it by at most {reach} in all. It got {law} noise, "
        "{deviation} on average in each cell.",
        "{name}，第二列之和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。",
    ),
    "release.weight.noise.product": (
        "{name}, products: one {one} moves them by at most {reach} in all. The noise is {law}, {deviation} per "
        "cell on average.",
        "{name}，乘积之和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。",
    ),
    "release.weight.noise.other_squares": (
        "{name}, squares of the second column: one {one} moves them by at most {reach} in all. The noise is "
        "{law}, {deviation} per cell on average.",
        "{name}，第二列的平方和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。",
    ),
    "release.weight.noise.pairs": (
        "{name}, rows that have both columns: one {one} moves their number by at most {reach} in all. It got "
        "{law} noise, {deviation} on average in each cell.",
        "{name}，两列都有值的行数：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。",
    ),
}

# How far clamping moved a mean.
CLIPPING: Final[dict[str, tuple[str, str]]] = {
    "plan.part.under": ("rows below the clamp", "低于下限的行数"),
    "plan.part.over": ("rows above the clamp", "高于上限的行数"),
    "plan.derive.reach.beyond": (
        "one row beyond the clamp counts 1, any other 0.",
        "超出截断范围的一行计 1，其余计 0",
    ),
    "study.plan.tails": (
        "{entry}: the rows below {low} and above {high} are counted as well, each with noise of its own and for a "
        "part of the price. These counts say how far clamping moved the mean. Values are assumed to lie within "
        "{least} to {most}. With {rows} rows and none beyond the clamp: lowered by at most {lowered}, raised by "
        "at most {raised}.",
        "{entry}：另外统计低于 {low} 与高于 {high} 的行数，各自加噪声，并占用一部分预算，由此得出截断至多使均值变"
        "动多少。这里假定所有取值都在 {least} 与 {most} 之间。有 {rows} 行且无一超出时：至多压低 {lowered}，至多抬"
        "高 {raised}。",
    ),
    "release.exact.tails": (
        "{name}: values below {low} count as {low}, values above {high} as {high}. {times} that lowered or raised "
        "the mean by no more than its table “{file}” says, and the mean without the clamp lies within the range "
        "given there. Both assume that every value lies within {least} to {most}.",
        "{name}：低于 {low} 的值按 {low} 计，高于 {high} 的值按 {high} 计。{times}，截断对均值的压低或抬高都不超过"
        "表“{file}”所给的界限，未经截断的均值也落在该表所给的区间之内。两者都假定所有取值在 {least} 与 {most} 之间"
        "。",
    ),
    "release.weight.noise.under": (
        "{name}, its rows below the clamp: one {one} moves their number by at most {reach} in all. It got {law} "
        "noise, {deviation} on average in each cell.",
        "{name} 中低于下限的行数：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。",
    ),
    "release.weight.noise.over": (
        "{name}, its rows above the clamp: one {one} moves their number by at most {reach} in all. It got {law} "
        "noise, {deviation} on average in each cell.",
        "{name} 中高于上限的行数：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。",
    ),
    "study.reads.clipping": (
        "how far clamping moved the mean, and the range of the mean without it",
        "截断使均值变动多少，以及未经截断的均值的区间",
    ),
    "study.form.clipping": ("What clamping did", "截断的影响"),
    "study.says.clipping": (
        "Values below {low} count as {low}, values above {high} as {high}. {times} this lowered the mean by at "
        "most {lowered} and raised it by at most {raised}.",
        "低于 {low} 的值按 {low} 计，高于 {high} 的值按 {high} 计。{times}，这至多使均值压低 {lowered}、抬高 "
        "{raised}。",
    ),
    "study.says.clipping.each": (
        "Values below {low} count as {low}, values above {high} as {high}. In any one group this moved the mean, "
        "{times}, by at most what its row says; the largest bounds of all groups are {lowered} down and {raised} "
        "up.",
        "低于 {low} 的值按 {low} 计，高于 {high} 的值按 {high} 计。{times}，在任何一组中，这对均值的影响都不超过该"
        "行所给的界限；各组界限中最大的为压低 {lowered}、抬高 {raised}。",
    ),
    "study.says.clipping.assumed": (
        "This assumes that every value lies within {least} to {most}; a value further out counts as if it lay "
        "there. The range without the clamp includes the noise of the mean and of the counted rows together.",
        "这里假定所有取值都在 {least} 与 {most} 之间；更远的值按落在两端计。未经截断的均值的区间同时计入均值与所统"
        "计行数的噪声。",
    ),
    "study.column.clamped": ("mean, clamped", "均值（经截断）"),
    "study.column.lowered": ("lowered by at most", "至多压低"),
    "study.column.raised": ("raised by at most", "至多抬高"),
    "study.column.unclamped": ("mean without the clamp ({confidence})", "未经截断的均值（{confidence}）"),
}

# Vectors that are scaled down to a norm.
NORM: Final[dict[str, tuple[str, str]]] = {
    "plan.person.norm": (
        "{entry}: everything of {unit} counts (cells: {size}). If its numbers together are longer than {rows} "
        "full rows in one cell (the root of the sum of their squares), all of them are scaled down to that length.",
        "{entry}：{unit}的一切都计入，涉及全部 {size} 个单元格。若其各数合起来（平方和的平方根）长于同一单元格中 "
        "{rows} 个满行，则全部按比例缩小到该长度。",
    ),
    "plan.person.blocks.norm": (
        "{entry}: the norm holds within one {period}. Over all {blocks} blocks one {each} may contribute up to "
        "{blocks} times as much.",
        "{entry}：范数以一{period}为单位。在全部 {blocks} 个时间块中，一个 {each} 至多可贡献 {blocks} 倍。",
    ),
    "plan.derive.norm": (
        "{unit} keeps all its cells. A vector longer than {norm} grains (L2), the norm of the bound, is scaled to "
        "that length, every number towards zero.",
        "{unit}保留全部单元格。长于上限范数 {norm} 个最小单位（L2）的向量缩小到该长度，每个数都向零取整。",
    ),
    "plan.derive.reach.norm": (
        "numbers are steps of {grain}; one row moves its cell by {reach} of them.",
        "数字以 {grain} 为最小单位；一行使所在单元格变动 {reach} 个最小单位。",
    ),
    "plan.derive.sides.two.norm.same": (
        "neighbours replace one by another: no number is below zero, so the squares add up and L2² doubles.",
        "相邻数据集以一个替换另一个：没有数小于零，平方相加，L2² 加倍。",
    ),
    "plan.derive.sides.two.norm.both": (
        "neighbours replace one by another: the norms add up and L2² becomes four times as large.",
        "相邻数据集以一个替换另一个：范数相加，L2² 变为四倍。",
    ),
    "plan.why.norm": (
        "{entry}, {part}: Gaussian noise, the only one that a bound on the norm can be used with.",
        "{entry}，{part}：用高斯噪声，范数上的限制只为它计价。",
    ),
    "plan.picture.person.norm": (
        "cells: all {size}, scaled down to the length of {rows} full rows in one",
        "单元格：全部 {size} 个，缩小到同一单元格中 {rows} 个满行的长度",
    ),
    "plan.picture.person.moves_norm": (
        "moves the table by at most {norm} (root of the sum of squares)",
        "至多使表变动 {norm}（平方和的平方根）",
    ),
    "release.weight.norm": (
        "{name}: everything of one {one} counts. If its numbers together are longer than {rows} full rows in one "
        "cell (the root of the sum of their squares), all of them are scaled down to that length, in steps of "
        "{grain}.",
        "{name}：每{one}的一切都计入。若其各数合起来（平方和的平方根）长于同一单元格中 {rows} 个满行，则全部按比例"
        "缩小到该长度，以 {grain} 为最小单位。",
    ),
    "release.weight.noise.norm": (
        "{name}: one {one} moves this by at most {reach} (the root of the sum of squares). It got {law} noise, "
        "{deviation} on average in each number.",
        "{name}：每{one}至多使其变动 {reach}（平方和的平方根）。所加为{law}噪声，每个数字平均 {deviation}。",
    ),
    "release.rule.norm": (
        "If somebody has more than the norm allows, every number of theirs is scaled down in the same proportion. "
        "This depends on nobody else.",
        "超出范数者的每个数都按同一比例缩小，与他人无关。",
    ),
}
