"""噪声都在同一个秘密半径之内的序列。"""

from __future__ import annotations

from typing import Final

RADIUS: Final[dict[str, str]] = {
    "series.as.radius": "逐时刻发布；全部噪声都在同一个秘密半径之内",
    "series.as.radius.group": "每 {group} 个时刻合为一组发布；全部噪声都在同一个秘密半径之内",
    "series.as.radius.auto": "按计划选定的组发布；全部噪声都在同一个秘密半径之内",
    "study.about.group": "针对一起发布的各时刻的平均值：只含噪声。组内各时刻相差多少，任何范围都不反映",
    "plan.series.one radius": "一个秘密半径",
    "front.law.radius": "秘密半径",
    "plan.law.radius": "同一秘密半径之内的均匀噪声",
    "release.law.radius": "同一秘密半径之内的均匀",
    "plan.error.radius": (
        "{entry}：噪声以 {confidence}% 的概率使某一时刻至多变动 ±{most}（同一秘密半径之内的均匀噪声）。各时刻"
        "共用该半径，误差同大同小。"
    ),
    "plan.error.radius.groups": (
        "{entry}：噪声以 {confidence}% 的概率使一组的平均值至多变动 ±{most}；一组有 {group} 个时刻，最后一组"
        "可能较短（同一秘密半径之内的均匀噪声）。组内各时刻的差别会丢失，不含在任何范围之内。"
    ),
    "plan.why.radius": (
        "{entry}：采用一个秘密半径，因为条目指定了它：±{margin}。以此价格逐时刻独立加噪则为 ±{other}。"
    ),
    "plan.why.radius.groups": (
        "{entry}：每 {group} 个时刻一组，采用一个秘密半径，因为条目指定了它：一组的平均值 ±{margin}。以此价格"
        "逐时刻独立加噪则为 ±{other}。"
    ),
    "plan.why.radius.auto": (
        "{entry}：全部时刻采用一个秘密半径，因为一人可能出现在大多数时刻：±{margin}。以此价格独立的拉普拉斯噪"
        "声则为 ±{other}。"
    ),
    "plan.radius.beside": "±{margin}；以此价格逐时刻的独立拉普拉斯噪声为 ±{other}。",
    "plan.radius.beside.groups": "{group} 个时刻的平均值 ±{margin}；以此价格逐时刻的独立拉普拉斯噪声为 ±{other}。",
    "plan.radius.shared": (
        "半径只抽取一次，从不公布；用它抽取的数不会多于已付费的个数。提前结束的序列不退还任何预算。"
    ),
    "plan.derive.radius.reach": (
        "在 {group} 个时刻的一组之内，{unit}至多使各和变动 {reach} 个最小单位；各组之中只计变动最大的一组，不相加。"
    ),
    "plan.derive.radius.noise": (
        "为 {draws} 次抽取选一个尺度为 {scale} 的秘密半径，ε = {epsilon}；每个和加上半径之内的均匀噪声。"
    ),
    "release.exact.radius": (
        "{name}：{times}，某一时刻与限定后的答案相差不超过 ±{most}。各时刻共用一个秘密半径：误差同大同小。"
    ),
    "release.exact.radius.groups": (
        "{name}：{times}，一组的平均值与限定后的答案相差不超过 ±{most}；一组有 {group} 个时刻。组内各时刻的差"
        "别不作公布。"
    ),
    "release.weight.radius": (
        "{name}：一个{one}至多使 {group} 个时刻的和变动 {reach}。每个和都加上了为此抽取的同一秘密半径之内的均"
        "匀噪声；该半径不公布。"
    ),
    "release.picture.group": "阴影：一起发布的各时刻平均值的范围（{confidence}）",
    "stream.fresh.groups": "{name} 每 {group} 个时刻一组发布：一组结束时给出其平均值，此后重复，直到下一组结束。",
}
