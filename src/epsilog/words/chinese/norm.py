"""按范数缩放的向量。"""

from __future__ import annotations

from typing import Final

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
