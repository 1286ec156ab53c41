"""层级：表格单元格之上的各层。"""

from __future__ import annotations

from typing import Final

LEVELS: Final[dict[str, str]] = {
    "plan.derive.level": (
        "分组数：{size}。这一层由已限定的单元格相加而成：一个受保护单位在一个分组中至多有 {rows} 行"
    ),
    "release.levels.drawn": (
        "{name} 分为几层（{levels}）。每层各自加噪，因此直接抽出的数（`raw`，范围为 `low` 至 `high`）并不完全相加。"
    ),
    "release.levels.fit": (
        "{name}：`fit` 由各层数据用最小二乘法合成，各层相加一致，平均而言更接近真值，"
        "并有自己的范围 `fit_low` 至 `fit_high`。"
    ),
    "release.levels.all": "{name}合计",
    "release.levels.value": "{name}：`value` 即 `fit`。",
    "release.levels.whole": (
        "{name}：`value` 是各层相加一致、由非负整数组成的最近的表。去掉负数会使小的单元格略偏大、大的略偏小，"
        "因此它对应的范围是原始数的范围。"
    ),
    "release.levels.public": "{name}：`fit` 与 `value` 的总和等于公开的总数 {total}。",
    "release.tidy.public": (
        "{name}：`value` 是总和等于公开总数 {total}、由非负整数组成的最近的表。`raw` 是直接抽出的数，范围属于它。"
    ),
}
