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
        "{entry}：在不少于 {rows} 行、且两列的标准差都不小于其范围四分之一的格内，每 100 次中有 {confidence} 次"
        "误差至多 {margin}，多数远小于此（{law}）。数值分散较小时不那么准确，其范围会如实反映。"
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
        "{name}：{times}，在两列都有变化的每一格内，受限之后的相关系数落在其范围之内。行数少或数值集中时范围较宽。"
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
