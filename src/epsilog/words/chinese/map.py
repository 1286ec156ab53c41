"""地图：颜色与斜线的含义。"""

from __future__ import annotations

from typing import Final

MAP: Final[dict[str, str]] = {
    "map.rate": "每 {per} 的{unit}",
    "map.ratio": "{unit}（比率）",
    "map.roots": "{what}（颜色按平方根分级）",
    "map.hatched": "颜色越深，数值越大。斜线：与零无法区分，即其计数的范围（{confidence}）包含 0。",
    "map.nothing": "斜线：与零无法区分（{confidence}）。这里的每个地点都是如此。",
    "map.chance": (
        "以上对每个地点单独成立。假如全部 {places} 个地点都为空，平均仍会有至多 {chance} 个地点偶然着色。"
    ),
    "map.unknown": "虚线轮廓：没有比率，因为除数不大于零。",
    "map.title": "{what}：地图",
    "map.number": "数量",
    "map.count": "可与零区分的地点：{places} 个中的 {seen} 个。",
    "map.written": "仅由已发布的表绘制：{files}。没有读取数据，也没有消耗预算。",
}
