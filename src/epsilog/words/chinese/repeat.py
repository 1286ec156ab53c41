"""在两个新值之间重复上一个值的序列。"""

from __future__ import annotations

from typing import Final

REPEAT: Final[dict[str, str]] = {
    "series.as.repeat.sample": "每个窗口给出一个新值，其间重复该值",
    "series.as.repeat.distribution": "数值变动时给出新值，其间重复上一个值；每个新值用去窗口余额的一半",
    "series.as.repeat.absorption": ("数值变动时给出新值，其间重复上一个值；每个新值用去此前略过的时刻所留下的份额"),
    "series.as.repeat.spells": "分段给出：每段给出一个时刻的值或若干时刻的平均值，其间重复该值",
    "series.as.repeat.spells.moves": (
        "分段给出，起初假定数值在相邻时刻之间约变动 {moves}：每段给出一个时刻的值或若干时刻的平均值，其间重复该值"
    ),
    "plan.error.repeat.spells": (
        "{entry}：新值是一个时刻的值，或若干时刻的平均值。若 {width} 个时刻的窗口内只有一个新值，则以 {confidence}%"
        " 的概率误差不超过 ±{margin}；若有许多个，则不超过 ±{most}。窗口内有几个新值由带噪数值决定。其间重复上"
        "一个值：此后数值变动了多少无从得知，任何区间都不能反映。"
    ),
    "plan.derive.repeat.spells": (
        "计入同一个和的每个时刻用去同样份额的 ε，被略过的时刻不用；任意 {width} 个连续时刻内，这些份额合计至多为 "
        "ε = {epsilon}。"
    ),
    "plan.why.repeat.spells.season": (
        "{entry}：按请求分段给出：最好时误差 ±{margin}。若每个时刻单独发布，误差为 ±{every}。有周期的序列（时、"
        "日、月）宜逐个时刻发布并平滑（as: per-step），平滑会利用周期；而分段会在周期变化时一直沿用旧值。"
    ),
    "plan.why.repeat.spells.unknown": (
        "{entry}：按请求分段给出：最好时误差 ±{margin}。若每个时刻单独发布，误差为 ±{every}。何者更好取决于数"
        "值变动的快慢，请求中未说明（moves 或 expect）。分段须先学得快慢；在实际变动的序列上，逐个时刻发布并平滑"
        "（as: per-step）最好。"
    ),
    "plan.why.repeat.spells.said": (
        "{entry}：按请求分段给出：最好时误差 ±{margin}。若每个时刻单独发布，误差为 ±{every}。"
    ),
    "release.exact.repeat.spells": (
        "{name}：新值是一个时刻的值，或 told_ticks 所示个数的时刻的平均值；{times}，它与该平均值的误差最好时不超过 "
        "{margin}，最差时不超过 {most}。其余时刻重复上一个值；其区间说的是该值所属的那些时刻，此后数值变动了多少"
        "无从得知。首个新值之前没有给出任何数值，表中该处留空。"
        "若有 smoothed 一列，它是按“水平缓慢游走”的模型由带噪数值推算的，不耗预算；其范围基于模型，只在"
        "数值按模型变化时成立。"
    ),
    "release.exact.repeat.spells.level": (
        "{name}：每段结束时给出 told_ticks 所示个数的时刻的带噪平均值；{times}，该平均值位于 low 与 high 之间，"
        "其误差最好时不超过 {margin}，最差时不超过 {most}。value 是按“水平缓慢游走”的模型由此前所有平均值推算的水"
        "平，并限制在该区间之内：在用去预算较少之处比最后一个平均值更接近，且不耗预算。其余时刻重复上一个值；其区间"
        "说的是该值所属的那些时刻，此后数值变动了多少无从得知。首个新值之前没有给出任何数值，表中该处留空。若有 "
        "smoothed 一列，它是同一水平而不受该区间限制；它没有范围，因为无人知道数值在多大程度上按模型变化。"
    ),
    "plan.offer.smoothed": "逐个时刻发布并平滑（as: per-step）",
    "plan.offer.single": "逐个时刻发布（as: per-step）",
    "plan.offer.said": "按请求所说",
    "plan.offer.expect": "取 expect 的五分之一，因为未另作说明",
    "plan.why.offer.best": (
        "{entry}：按公开事实，这是最好的方法。对每个时刻约变动 {moves}（{from}）的水平，{taken}：误差约 ±{error}；"
        "其次为{other}：约 ±{its}。这是单个时刻的预期误差，不是区间。"
    ),
    "plan.why.offer.worse": (
        "{entry}：按公开事实，另有更好的方法。对每个时刻约变动 {moves}（{from}）的水平，{other}：误差约 ±{its}；本"
        "计划（{taken}）：约 ±{error}。这是单个时刻的预期误差，不是区间。"
    ),
    "plan.why.offer.guess": (
        "{entry}：不看数据、对所有时刻只说一个数，误差约 ±{guess}：按此价格，逐个时刻发布的任何方法预期都"
        "不会更接近。"
    ),
    "plan.error.repeat.sample": (
        "{entry}：每 {width} 个时刻给出一个新值，以 {confidence}% 的概率误差不超过 ±{margin}。其间重复该"
        "值：此后数值变动了多少无从得知，任何区间都不能反映。"
    ),
    "plan.error.repeat.distribution": (
        "{entry}：新值最好时以 {confidence}% 的概率误差不超过 ±{margin}；{width} 个时刻内新值越多，噪声越"
        "大。其间重复上一个值：此后数值变动了多少无从得知，任何区间都不能反映。"
    ),
    "plan.error.repeat.absorption": (
        "{entry}：新值最好时以 {confidence}% 的概率误差不超过 ±{margin}；若与上一个新值相隔不足 {width} "
        "个时刻，噪声更大。其间重复上一个值：此后数值变动了多少无从得知，任何区间都不能反映。"
    ),
    "plan.derive.repeat.reach": (
        "因此{unit}在至多 {width} 个连续时刻中，每个时刻至多使数值变动 {reach} 个最小单位。"
    ),
    "plan.derive.repeat.sample": "每 {width} 个时刻用 ε = {epsilon} 一次，任何窗口都不含两次。",
    "plan.derive.repeat.distribution": (
        "任意 {width} 个连续时刻内，询问数值是否变动至多用去 ε = {epsilon} 的一半，给出数值至多用去另一半"
        "；每个新值用去余额的一半。"
    ),
    "plan.derive.repeat.absorption": (
        "任意 {width} 个连续时刻内，询问数值是否变动至多用去 ε = {epsilon} 的一半，给出数值至多用去另一半"
        "；每个新值用去被略过的时刻的份额。"
    ),
    "plan.why.repeat.sample": (
        "{entry}：按请求，每个窗口给出一个新值：新值误差 ±{margin}。若每个时刻单独发布，误差为 ±{every}。"
    ),
    "plan.why.repeat.distribution": (
        "{entry}：按请求，数值变动时给出新值：最好时误差 ±{margin}。若每个时刻单独发布，误差为 ±{every}。"
    ),
    "plan.why.repeat.absorption": (
        "{entry}：按请求，数值变动时给出新值：最好时误差 ±{margin}。若每个时刻单独发布，误差为 ±{every}。"
    ),
    "release.exact.repeat.sample": (
        "{name}：{times}，新值的误差不超过 {margin}。其余时刻重复上一个值；其区间说的是该值所属的时刻，此"
        "后数值变动了多少无从得知。"
    ),
    "release.exact.repeat": (
        "{name}：{times}，新值最好时误差不超过 {margin}，新值相隔较近时误差更大。其余时刻重复上一个值；其"
        "区间说的是该值所属的时刻，此后数值变动了多少无从得知。首个新值之前没有给出任何数值，表中该处留空。"
    ),
    "release.weight.repeat": "{name}：一个{one}在至多 {width} 个连续时刻中，每个时刻至多使数值变动 {reach}。",
    "study.about.fresh": "针对上一个新值所属的时刻：只含噪声。此后数值变动了多少，任何范围都不反映",
    "release.picture.unsaid": "没有任何新值：各时刻均未给出数值。",
    "release.picture.fresh": "上一个新值的区间（{confidence}），其间重复该值",
}
