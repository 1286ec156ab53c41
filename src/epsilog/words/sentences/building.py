"""The building and its adversaries."""

from typing import Final

BUILDING: Final[dict[str, tuple[str, str]]] = {
    "building.title": ("Adding up one person's day", "把一个人的一天加起来"),
    "building.x": ("How many published numbers are added up", "加起来的观察次数"),
    "building.y": ("Advantage over tossing a coin", "比抛硬币多猜对的程度"),
    "building.event": ("each minute protected (noise ±{deviation})", "只保护每一分钟（噪声 ±{deviation}）"),
    "building.user": (
        "each person's day protected, every minute (noise ±{deviation})",
        "保护每人的一整天，每分钟发布（噪声 ±{deviation}）",
    ),
    "building.hourly": (
        "each person's day protected, every hour (noise ±{deviation})",
        "保护每人的一整天，每小时发布（噪声 ±{deviation}）",
    ),
    "building.day_title": ("A day in the building", "大楼里的一天"),
    "building.truth": ("really inside (invented)", "实际人数（虚构）"),
    "building.hourly_value": ("published every hour, a person's day protected", "每小时发布，保护每人的一整天"),
    "building.allowed": ("allowed", "允许的人数"),
    "building.alert": ("alert", "警报"),
    "building.hour": ("Hour of the day", "一天中的时刻（时）"),
    "building.inside": ("People inside", "楼内人数"),
    "building.dynamics_title": ("The attacker who knows how the series moves", "知道变化规律的攻击者"),
    "building.measured": ("measured, with limits", "实测值及其界限"),
    "building.ceiling": ("no attacker can do better", "任何攻击者都不能超过"),
    "building.mechanism.independent": ("each step by itself", "每步独立"),
    "building.mechanism.tree": ("binary tree", "二叉树"),
    "building.mechanism.root": ("square root", "平方根"),
    "building.mechanism.normalised": ("square root, normalised", "平方根（归一）"),
    "building.mechanism.buffered": ("buffered", "缓冲"),
    "building.mechanism.banded": ("banded", "带状"),
    "building.mechanism.window": ("window", "滑动窗口"),
    "building.mechanism.decay": ("decay", "衰减"),
    "building.mechanism.fourier": ("Fourier", "傅里叶"),
    "building.mechanism.cosine": ("cosine", "余弦"),
    "building.mechanism.haar": ("Haar", "哈尔小波"),
    "building.mechanism.subtraction": ("subtracted blocks", "分块相减"),
    "building.advantage": (
        "Advantage: how often the attacker says yes when the person was in, minus how often when the person was "
        "not.",
        "优势：此人在楼内时他说“在”的频率，减去此人不在时他说“在”的频率。",
    ),
    "building.heading": (
        "A building of {persons} people, {minutes} minutes, epsilon {epsilon} at delta {delta}",
        "一座 {persons} 人的大楼，{minutes} 分钟，ε = {epsilon}，δ = {delta}",
    ),
    "building.column.level": ("Protected", "受保护"),
    "building.column.noise": ("Noise", "噪声"),
    "building.column.looks": ("Numbers", "次数"),
    "building.column.advantage": ("Advantage", "实测优势"),
    "building.column.ceiling": ("Limit", "上限"),
    "building.column.day": ("Day's ε", "整天的 ε"),
    "building.level.event": ("one minute of a person", "某人的一分钟"),
    "building.level.user": ("a person's day, every minute", "某人一天，每分钟"),
    "building.level.hourly": ("a person's day, every hour", "某人一天，每小时"),
    "building.says_event": (
        "Protecting each minute hides one minute: its limit is about one minute. Whoever adds up one person's day "
        "has an advantage of {share}, because the {looks} minutes together cost epsilon {epsilon}.",
        "只保护每一分钟，隐藏的只是一分钟，上限也只对一分钟而言。把一个人的一天加起来的人，优势达到 {share}，因为"
        "这 {looks} 分钟合起来是 ε = {epsilon}。",
    ),
    "building.says_user": (
        "Protecting the whole day keeps every attacker below an advantage of {ceiling}, however much is added up.",
        "保护一整天，无论怎样相加，任何人的优势都低于 {ceiling}。",
    ),
    "building.says_alert": (
        "Alerts above {above}: {alerts} given, at {times}; in {wrong} of them fewer people were inside. The line "
        "itself is noisy (±{unsure}), so near it alerts come early or late. After the last alert the series is "
        "not watched any more.",
        "超过 {above} 人的警报：共 {alerts} 次（{times}），其中 {wrong} 次实际未超过。界线本身带有噪声（±{unsure}"
        "），因此在它附近警报会偏早或偏晚；最后一次之后不再发出。",
    ),
    "building.no_alert": ("Alerts above {above}: none given.", "超过 {above} 人的警报：没有发出。"),
    "building.says_dynamics": (
        "An attacker who knows how the series moves got least from {least} and most from {most}: an advantage of "
        "{share} where {ceiling} is allowed. {kept}",
        "知道变化规律的攻击者，在“{least}”下优势最小，在“{most}”下最大：{share}，允许 {ceiling}。{kept}",
    ),
    "building.kept": ("No mechanism gave away more than its price allows.", "没有任何机制超过其价格所允许的上限。"),
    "building.broken": (
        "A mechanism gave away more than its price allows: this is a defect.",
        "有机制超过了其价格所允许的上限：这是缺陷。",
    ),
    "building.not_a_release": (
        "Invented people and their truth are shown here. This is a demonstration, not a release.",
        "这里展示的是虚构的人及其真实值。这是演示，不是发布。",
    ),
}
