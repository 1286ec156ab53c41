"""时间序列：累计、滑动窗口、衰减和、警报、平滑值。"""

from __future__ import annotations

from typing import Final

SERIES: Final[dict[str, str]] = {
    "series.as.running": "自第一个时刻起累计",
    "series.as.window": "连同之前的时刻，共 {ticks} 个时刻之和",
    "series.as.decay": "每一时刻保留前一时刻的 {keep} 的衰减和",
    "plan.title.series": "生成序列的各种方法",
    "plan.error.series": (
        "{entry}：每个时刻的误差以 {confidence}% 的概率不超过 ±{least} 至 ±{most}，视时刻而定（{strategy}，{law}）"
        "。各时刻共用噪声：某一时刻有偏差，相邻时刻也会有。"
    ),
    "plan.series.head": "{entry}，{ticks} 个时刻；在此价格下单个时刻的标准误差（所有时刻的均方根）：",
    "plan.series.option.chosen": "{strategy}，{law}：{typical}，最差的时刻 {largest}。已选用。",
    "plan.series.option.first": "{strategy}，{law}：{typical}，最差的时刻 {largest}。",
    "plan.series.option.more": "{strategy}，{law}：{typical}，最差的时刻 {largest}；是最优者的 {times} 倍。",
    "plan.series.refused.error not worth computing": "{strategy}：未考虑，时刻太多，计算其误差耗时过长。",
    "plan.series.refused.memory grows with every step": "{strategy}：未考虑，其内存随时刻增长，而时刻太多。",
    "plan.series.held": "每个单元格的每个时刻最多计到 {held}，超出部分按此计。",
    "plan.series.independent steps": "逐时刻加噪再相加",
    "plan.series.binary tree": "二叉树",
    "plan.series.banded": "带状矩阵",
    "plan.series.square root": "平方根分解",
    "plan.series.square root, normalised": "列归一化的平方根分解",
    "plan.series.buffered": "衰减缓冲",
    "plan.series.buffered, normalised": "列归一化的衰减缓冲",
    "plan.series.outer root": "外函数平方根",
    "plan.series.subtracted blocks": "区块加减",
    "plan.picture.series.title": "{entry}：各种生成方法及其误差",
    "plan.picture.series.epsilon": "整个发布的 ε",
    "plan.picture.series.ticks": "时刻数",
    "plan.picture.series.y": "单个时刻的典型标准误差",
    "plan.why.series": (
        "{entry}：采用{strategy}与{law}，因为在此价格下它对全部时刻的误差最小：均方根 {typical}，而{other}为 "
        "{its}。"
    ),
    "plan.why.series.flat": (
        "{entry}：采用{strategy}与{law}，因为其状态在最后一个时刻与第一个时刻一样小；均方根误差为 {typical}，而状态"
        "随时刻增长的{other}为 {its}。"
    ),
    "plan.why.series.root": (
        "{entry}：采用{strategy}与{law}：均方根误差为 {typical}，而{other}（它模仿前者，"
        "使实时序列不必记住每个时刻）为 {its}。"
    ),
    "plan.why.series.only": "{entry}：采用{strategy}与{law}，这是唯一付得起的方法；误差为 {typical}。",
    "plan.why.series.error": "{entry}：采用{strategy}，在所有时刻都满足误差要求的方法中最便宜；最宽为 ±{margin}。",
    "plan.derive.series.steps": (
        "因此{unit}对序列的影响，不超过出现在 {times} 个时刻、每个时刻 {most} 个最小单位的人：范数在这样的顶点上最"
        "大。"
    ),
    "plan.derive.series.apiece": (
        "因此{unit}对序列的影响，不超过出现在 {times} 个（单元格，时刻）、每处 {most} 个最小单位的人："
        "范数在这样的顶点上最大。"
    ),
    "plan.derive.series.reach": "{strategy}：这些贡献使其整数答案至多变动 L1 = {l1}，L2 = {l2}。",
    "plan.derive.series.laplace": "每个答案加尺度为 {parameter} 的{law}；各时刻的数值由带噪答案得出。",
    "plan.derive.series.gaussian": "每个答案加方差为 {parameter} 的{law}；各时刻的数值由带噪答案得出。",
    "release.exact.series": (
        "{name}：{times}，某一时刻的受限答案落在公布值的 ±{least} 至 ±{most} 之内；每个时刻有各自的范围。各时刻共"
        "用噪声，因此相邻时刻会一同偏离。"
    ),
    "release.weight.series": (
        "{name}：一{one}对所有时刻的贡献合计至多 {reach}。对该方法（{strategy}）所提问题的答案加了为此设定的"
        "{law}噪声；各时刻的数值由带噪答案得出。"
    ),
    "series.as.alert": "超过 {line} 时发出警报，至多 {count} 次",
    "plan.error.alert": (
        "{entry}：以 {confidence}% 的概率，发出警报的时刻真实值高于 {line} 减 {unsure}，未发出警报的时刻低于 "
        "{line} 加 {unsure}。发出 {count} 次警报后监测结束。"
    ),
    "plan.why.alert.watch": (
        "{entry}：监测的不确定范围为 {unsure}；同样的价格逐时刻发布，误差可达 {every}。监测更准，但只说是否超过。"
    ),
    "plan.why.alert.ticks": (
        "{entry}：监测的不确定范围为 {unsure}；同样的价格逐时刻发布，误差至多 {every}。逐时刻发布（as: per-step）"
        "至少同样准确，而且内容更多；可自行将带噪数值与界线比较。"
    ),
    "plan.derive.alert.reach": "因此{unit}对任一时刻的查看至多影响 {reach} 个最小单位，无论出现在多少个时刻。",
    "plan.derive.alert.noise": (
        "界线加一次尺度为 {line} 的离散拉普拉斯噪声，每次查看加尺度为 {look} 的噪声；不报警不收费，发出 {count} 次"
        "警报后不再查看。"
    ),
    "release.exact.alert": (
        "{name}：{times}，发出警报的时刻的受限答案高于 {line} 减 {unsure}，未发出警报的时刻的受限答案低于 {line} "
        "加 {unsure}。高出界线多少（over 列）带有噪声，且平均偏大，因为只有偏大时才会公布。若警报达到 {count} 次，"
        "监测即结束。"
    ),
    "release.weight.alert": (
        "{name}：一{one}对任何一次查看至多影响 {reach}。界线与每次查看都加了按此以及警报次数设定的离散拉普拉斯噪声"
        "；不报警的查看不收费。"
    ),
    "release.picture.alert.over": "高出带噪界线多少",
    "release.picture.alert.ended": "不再监测",
    "release.picture.alert.none": "没有警报",
    "release.picture.alert": "警报在界线 ±{unsure} 的范围内是可靠的，把握为 {confidence}",
    "release.column.over": "高出带噪界线",
    "release.column.unsure": "不确定范围（{confidence}）",
    "release.preview.alerts": "共 {rows} 个时刻，其中 {shown} 个发出警报：{file}",
    "release.exact.smoothed": (
        "{name}：smoothed 列由一个包含水平、斜率与季节的模型从带噪的各时刻得出，其变化快慢只从带噪数值学得；不另收"
        "费。其范围（smoothed_low 至 smoothed_high）基于模型：只在序列按模型变化时成立，在弯折最大之处过窄。value "
        "列是无偏的，其范围始终成立。"
    ),
    "release.exact.smoothed.average": (
        "{name}：smoothed 列只由带噪的各时刻得出（每个时刻由其余各时刻及其自身推算），不另收费。其范围"
        "（smoothed_low 至 smoothed_high）就整个序列平均而言成立：约有 {confidence} 的时刻落在其中，但在序列出现"
        "别处所无的变化之处，命中较少。这是实测所得，并非证明。value 列是无偏的，其范围在每个时刻都成立。"
    ),
    "release.exact.smoothed.raw": (
        "{name}：噪声小于数值的最小单位，因此不作平滑：smoothed 列及其范围即为数值本身及其范围。"
    ),
    "release.picture.smoothed.average": "粗线：平滑值",
    "release.picture.smoothed": "粗线：经模型平滑",
}
