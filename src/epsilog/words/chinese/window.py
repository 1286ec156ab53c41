"""在一段连续周期内受保护的人。"""

from __future__ import annotations

from typing import Final

WINDOW: Final[dict[str, str]] = {
    "plan.unit.window": "一个 {each} 在任意连续 {window} {period}之内的全部记录",
    "release.unit.window": "同一 {each} 在任意连续 {window} {period}内的全部记录",
    "release.subject.window": "此人在这连续 {window} {period}",
    "release.one.window": "人（连续 {window} {period}内）",
    "ledger.unit.window.period": "每个 {each} 在任意连续 {window} {period}内的全部记录",
    "ledger.window": "窗口",
    "ledger.window.rule": ("一个窗口跨越多个“一{period}”的时间块（{zone}），因此所有发布共用一个不分时间的上限"),
    "plan.derive.window.apart": (
        "以上是一{period}。一个窗口在此至多有 {many} {period}，且任何两个都不共用单元格：L1 与 L2² 都变为"
        " {many} 倍。"
    ),
    "plan.derive.window.shared": (
        "以上是一{period}。一个窗口在此至多有 {many} {period}，它们可能共用单元格：L1 变为 {many} 倍，L2²"
        " 变为 {squared} 倍。"
    ),
    "plan.derive.window.persons": (
        "以上是一{period}。一个窗口在此至多有 {many} {period}；一个人在一个单元格中只计一次，因此任何单元"
        "格的变动都不超过 1。"
    ),
    "plan.person.window": (
        "{entry}：限制以一{period}为单位，一个窗口至多可有 {many} 倍。时间更长时，一个 {each} 的贡献可以"
        "更多，受到的保护也就较弱。"
    ),
    "plan.cost.window": (
        "费用不分时间，只付一次：{window} {period}的窗口不落在任何单个时间块内，因此各时间块不分开计。"
    ),
    "release.weight.window": (
        "{name}：这些限制以一{period}为单位；一个窗口至多含 {many} {period}，噪声把它们一并掩盖。"
    ),
    "release.cost.window": "费用不分时间：{window} {period}的窗口彼此重叠，因此账户只有一个共同的上限。",
    "release.open.persons_over_several_windows": (
        "一个人在连续 {window} {period}之内受保护：更长时间所显示的内容，保护较弱。"
    ),
}
