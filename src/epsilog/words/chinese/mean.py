"""协方差与相关系数：两列合在一起。"""

from __future__ import annotations

from typing import Final

PAIR: Final[dict[str, str]] = {
    "plan.entry.covariance": (
        "{entry}：{column}（每个值截断到 {low} … {high}）与 {per}（截断到 {per_low} … {per_high}）的协方差，"
        "只计两列都有值的行，{cells}。"
    ),
    "plan.entry.correlation": (
        "{entry}：{column}（每个值截断到 {low} … {high}）与 {per}（截断到 {per_low} … {per_high}）的相关系数，"
        "只计两列都有值的行，{cells}。"
    ),
    "plan.part.other": "第二列之和",
    "plan.part.product": "乘积之和",
    "plan.part.other_squares": "第二列的平方和",
    "plan.part.pairs": "两列都有值的行数",
    "plan.error.correlation.expected": (
        "{entry}：在不少于 {rows} 行、且两列的标准差都不小于其范围四分之一的格内，每 100 次中有 {confidence} 次误差"
        "至多 {margin}，多数远小于此（{law}）。数值分散较小时不那么准确，其区间会如实反映。"
    ),
    "plan.error.correlation.assumed": (
        "{entry}：准确程度取决于格内行数及数值的分散程度。若两列的标准差都是其范围的四分之一，每 100 次中有 "
        "{confidence} 次误差至多为：100 行时 {few}，{rows} 行时 {margin}，10,000 行时 {many}；"
        "多数远小于此（{law}）。请写明 `expect`，以按您的行数规划。"
    ),
    "plan.why.pair": (
        "协方差由两列各自带噪声的和、带噪声的乘积之和与带噪声的行数算得；相关系数另需两个带噪声的平方和。"
        "各部分按一行所能造成的最大变动同等看待。"
    ),
    "plan.why.together.pair": (
        "{entry}：和、乘积、平方与行数作为一个高斯向量一并抽取。价格相同时，大格内的误差是逐个抽取时的 {part}%。"
    ),
    "plan.together.pair": (
        "{entry}：一行不可能同时在和、乘积、平方与行数上都达到最大变动：居中时不改变和，在两端时平方变动很小。"
        "合计价格 rho = {rho}；按各自的范数逐个计算则为 {alone}。"
    ),
    "plan.person.product": (
        "{entry}：一行对 {column} 与第二列乘积之和（从各自范围的中点量起）的影响至多为 {reach}。"
    ),
    "plan.derive.reach.product": "两个到中点距离的乘积至多为 {most}：即 {reach} 个大小为 {grain} 的最小单位。",
    "plan.derive.reach.pairs": "两列都有值的一行计 1，其他行不计。",
    "release.what.covariance": "{column} 与 {per} 的协方差",
    "release.what.correlation": "{column} 与 {per} 的相关系数",
    "release.exact.correlation": (
        "{name}：{times}，在两列都有变化的每一格内，受限之后的相关系数落在其区间之内。行数少或数值集中时区间较宽。"
    ),
    "release.weight.product": "{name}：{column} 与第二列到各自范围中点距离的乘积在 {low} 与 {high} 之间。",
    "release.weight.noise.other": (
        "{name}，第二列之和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
    "release.weight.noise.product": (
        "{name}，乘积之和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
    "release.weight.noise.other_squares": (
        "{name}，第二列的平方和：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
    "release.weight.noise.pairs": (
        "{name}，两列都有值的行数：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
}


# 截断使均值变动了多少。


CLIPPING: Final = {
    "plan.part.under": "低于下限的行数",
    "plan.part.over": "高于上限的行数",
    "plan.derive.reach.beyond": "超出截断范围的一行计 1，其余计 0",
    "study.plan.tails": (
        "{entry}：另外统计低于 {low} 与高于 {high} 的行数，各自加噪声，并占用一部分预算，由此得出截断至多使"
        "均值变动多少。这里假定所有取值都在 {least} 与 {most} 之间。有 {rows} 行且无一超出时：至多压低 "
        "{lowered}，至多抬高 {raised}。"
    ),
    "release.exact.tails": (
        "{name}：低于 {low} 的值按 {low} 计，高于 {high} 的值按 {high} 计。{times}，截断对均值的压低或抬高"
        "都不超过表“{file}”所给的界限，未经截断的均值也落在该表所给的区间之内。两者都假定所有取值在 {least}"
        " 与 {most} 之间。"
    ),
    "release.weight.noise.under": (
        "{name} 中低于下限的行数：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
    "release.weight.noise.over": (
        "{name} 中高于上限的行数：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
    "study.reads.clipping": "截断使均值变动多少，以及未经截断的均值的区间",
    "study.form.clipping": "截断的影响",
    "study.says.clipping": (
        "低于 {low} 的值按 {low} 计，高于 {high} 的值按 {high} 计。{times}，这至多使均值压低 {lowered}、抬"
        "高 {raised}。"
    ),
    "study.says.clipping.each": (
        "低于 {low} 的值按 {low} 计，高于 {high} 的值按 {high} 计。{times}，在任何一组中，这对均值的影响都"
        "不超过该行所给的界限；各组界限中最大的为压低 {lowered}、抬高 {raised}。"
    ),
    "study.says.clipping.assumed": (
        "这里假定所有取值都在 {least} 与 {most} 之间；更远的值按落在两端计。未经截断的均值的区间同时计入均"
        "值与所统计行数的噪声。"
    ),
    "study.column.clamped": "均值（经截断）",
    "study.column.lowered": "至多压低",
    "study.column.raised": "至多抬高",
    "study.column.unclamped": "未经截断的均值（{confidence}）",
}


# 按范数缩放的向量。


NORM: Final[dict[str, str]] = {
    "plan.person.norm": (
        "{entry}：{unit}的一切都计入，涉及全部 {size} 个单元格。若其各数合起来（平方和的平方根）长于同一单元格"
        "中 {rows} 个满行，则全部按比例缩小到该长度。"
    ),
    "plan.person.blocks.norm": (
        "{entry}：范数以一{period}为单位。在全部 {blocks} 个时间块中，一个 {each} 至多可贡献 {blocks} 倍。"
    ),
    "plan.derive.norm": (
        "{unit}保留全部单元格。长于上限范数 {norm} 个最小单位（L2）的向量缩小到该长度，每个数都向零取整。"
    ),
    "plan.derive.reach.norm": "数字以 {grain} 为最小单位；一行使所在单元格变动 {reach} 个最小单位。",
    "plan.derive.sides.two.norm.same": "相邻数据集以一个替换另一个：没有数小于零，平方相加，L2² 加倍。",
    "plan.derive.sides.two.norm.both": "相邻数据集以一个替换另一个：范数相加，L2² 变为四倍。",
    "plan.why.norm": "{entry}，{part}：用高斯噪声，范数上的限制只为它计价。",
    "plan.picture.person.norm": "单元格：全部 {size} 个，缩小到同一单元格中 {rows} 个满行的长度",
    "plan.picture.person.moves_norm": "至多使表变动 {norm}（平方和的平方根）",
    "release.weight.norm": (
        "{name}：每{one}的一切都计入。若其各数合起来（平方和的平方根）长于同一单元格中 {rows} 个满行，则全部按"
        "比例缩小到该长度，以 {grain} 为最小单位。"
    ),
    "release.weight.noise.norm": (
        "{name}：每{one}至多使其变动 {reach}（平方和的平方根）。所加为{law}噪声，每个数字平均 {deviation}。"
    ),
    "release.rule.norm": "超出范数者的每个数都按同一比例缩小，与他人无关。",
}
