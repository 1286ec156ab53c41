"""大楼与攻击者。"""

from __future__ import annotations

from typing import Final

BUILDING: Final[dict[str, str]] = {
    "building.title": "把一个人的一天加起来",
    "building.x": "加起来的观察次数",
    "building.y": "比抛硬币多猜对的程度",
    "building.event": "只保护每一分钟（噪声 ±{deviation}）",
    "building.user": "保护每人的一整天，每分钟发布（噪声 ±{deviation}）",
    "building.hourly": "保护每人的一整天，每小时发布（噪声 ±{deviation}）",
    "building.day_title": "大楼里的一天",
    "building.truth": "实际人数（虚构）",
    "building.hourly_value": "每小时发布，保护每人的一整天",
    "building.allowed": "允许的人数",
    "building.alert": "警报",
    "building.hour": "一天中的时刻（时）",
    "building.inside": "楼内人数",
    "building.dynamics_title": "知道变化规律的攻击者",
    "building.measured": "实测值及其界限",
    "building.ceiling": "任何攻击者都不能超过",
    "building.mechanism.independent": "每步独立",
    "building.mechanism.tree": "二叉树",
    "building.mechanism.root": "平方根",
    "building.mechanism.normalised": "平方根（归一）",
    "building.mechanism.buffered": "缓冲",
    "building.mechanism.banded": "带状",
    "building.mechanism.window": "滑动窗口",
    "building.mechanism.decay": "衰减",
    "building.mechanism.fourier": "傅里叶",
    "building.mechanism.cosine": "余弦",
    "building.mechanism.haar": "哈尔小波",
    "building.mechanism.subtraction": "分块相减",
    "building.advantage": "优势：此人在楼内时他说“在”的频率，减去此人不在时他说“在”的频率。",
    "building.heading": "一座 {persons} 人的大楼，{minutes} 分钟，ε = {epsilon}，δ = {delta}",
    "building.column.level": "受保护",
    "building.column.noise": "噪声",
    "building.column.looks": "次数",
    "building.column.advantage": "实测优势",
    "building.column.ceiling": "上限",
    "building.column.day": "整天的 ε",
    "building.level.event": "某人的一分钟",
    "building.level.user": "某人一天，每分钟",
    "building.level.hourly": "某人一天，每小时",
    "building.says_event": (
        "只保护每一分钟，隐藏的只是一分钟，上限也只对一分钟而言。把一个人的一天加起来的人，优势达到 {share}，因为这"
        " {looks} 分钟合起来是 ε = {epsilon}。"
    ),
    "building.says_user": "保护一整天，无论怎样相加，任何人的优势都低于 {ceiling}。",
    "building.says_alert": (
        "超过 {above} 人的警报：共 {alerts} 次（{times}），其中 {wrong} 次实际未超过。"
        "界线本身带有噪声（±{unsure}），因此在它附近警报会偏早或偏晚；最后一次之后不再发出。"
    ),
    "building.no_alert": "超过 {above} 人的警报：没有发出。",
    "building.says_dynamics": (
        "知道变化规律的攻击者，在“{least}”下优势最小，在“{most}”下最大：{share}，允许 {ceiling}。{kept}"
    ),
    "building.kept": "没有任何机制超过其价格所允许的上限。",
    "building.broken": "有机制超过了其价格所允许的上限：这是缺陷。",
    "building.not_a_release": "这里展示的是虚构的人及其真实值。这是演示，不是发布。",
}
