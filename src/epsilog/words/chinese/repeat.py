"""在两个新值之间重复上一个值的序列。"""

from __future__ import annotations

from typing import Final

REPEAT: Final[dict[str, str]] = {
    "series.as.repeat.sample": "每个窗口给出一个新值，其间重复该值",
    "series.as.repeat.distribution": "数值变动时给出新值，其间重复上一个值；每个新值用去窗口余额的一半",
    "series.as.repeat.absorption": ("数值变动时给出新值，其间重复上一个值；每个新值用去此前略过的时刻所留下的份额"),
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
        "区间说的是该值所属的时刻，此后数值变动了多少无从得知。"
    ),
    "release.weight.repeat": "{name}：一个{one}在至多 {width} 个连续时刻中，每个时刻至多使数值变动 {reach}。",
    "study.about.fresh": "针对上一个新值所属的时刻：只含噪声。此后数值变动了多少，任何范围都不反映",
    "release.picture.fresh": "上一个新值的区间（{confidence}），其间重复该值",
}
