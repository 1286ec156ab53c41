"""生存曲线。"""

from __future__ import annotations

from typing import Final

LIFE: Final[dict[str, str]] = {
    "life.without_event": "未发生事件的比例（%）",
    "life.with_event": "已发生该事件的比例（%）",
    "life.note_causes": "阴影：就每个时间点单独而言，{confidence} 的这类区间包含总体比例（已计入抽样误差与噪声）",
    "life.time": "时间（{unit}）",
    "life.at_risk": "在险人数（含噪声）",
    "life.note_points": "阴影：就每个时间点单独而言，{confidence} 的这类区间包含总体曲线（已计入抽样误差与噪声）",
    "life.note_band": "阴影：{confidence} 的这类区域同时包含总体的整条曲线（已计入抽样误差与噪声）",
    "life.axis": "纵轴从 {floor} 开始，而不是从 0 开始",
    "study.reads.recipe": "教科书做法的对照（在已发布的曲线上演示）",
    "study.form.recipe": "教科书做法（仅供对照）",
    "study.column.recipe": "教科书做法",
    "study.column.recipe_range": "教科书做法的区间",
    "study.column.ours": "本发布",
    "study.column.ours_range": "本发布的区间",
    "study.says.recipe": (
        "请勿引用：这是以同样的预算、用教科书做法会得到的结果，在已发布的曲线上加模拟噪声演示而成。该做法把预算"
        "分给全部 {times} 个时间点；本发布只对每人如何离开计数一次，用全部预算，各时间点都由此读出。多数时间点上，"
        "其区间约为本发布的 {factor} 倍宽。它也不能处理失访：此处已声明不会有人失访。"
    ),
    "study.says.recipe.lost": (
        "未显示教科书做法：已声明期限之前不会有人失访，而含噪声的表显示有人失访。有人失访时，一个人就可能使其曲线"
        "变动 1，其噪声保护不了任何人。"
    ),
    "life.recipe": "教科书做法及其各时间点单独的区间",
}
