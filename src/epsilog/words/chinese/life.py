"""生存曲线。"""

from __future__ import annotations

from typing import Final

LIFE: Final[dict[str, str]] = {
    "life.without_event": "未发生事件的比例（%）",
    "life.time": "时间（{unit}）",
    "life.at_risk": "在险人数（含噪声）",
    "life.note_points": "阴影：就每个时间点单独而言，{confidence} 的这类区间包含总体曲线（已计入抽样误差与噪声）",
    "life.note_band": "阴影：{confidence} 的这类区域同时包含总体的整条曲线（已计入抽样误差与噪声）",
}
