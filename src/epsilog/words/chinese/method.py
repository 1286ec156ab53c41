"""条目指定的生成方法：系数、抽样、策略。"""

from __future__ import annotations

from typing import Final

METHOD: Final[dict[str, str]] = {
    "series.as.coefficients": "由前 {keep} 个{basis}重建",
    "study.about.coefficients": "针对保留的系数：只含噪声。其余系数的内容不在数字之中，任何范围都不反映",
    "plan.series.fourier": "傅里叶系数",
    "plan.series.cosine": "余弦系数",
    "plan.series.haar": "哈尔系数",
    "plan.series.dense": "为累计值拟合的稠密提问",
    "plan.series.refused.looks at later steps": "{strategy}：未考虑，它要看后面的时刻，而各时刻随到随发。",
    "plan.series.refused.no fit": "{strategy}：未考虑，只为至多 366 个时刻做过拟合。",
    "plan.series.single ticks": "逐时刻加噪",
    "plan.series.option.asked": (
        "{strategy}，{law}：{typical}，最差的时刻 {largest}；是最优者的 {times} 倍。条目指定了它，故采用。"
    ),
    "plan.series.bias": (
        "以上只是噪声造成的误差。少数系数画出的序列比数据平滑：其余系数的内容会丢失，丢失多少不看数据无从得知，任"
        "何范围都不反映。逐时刻加噪则什么也不丢失。"
    ),
    "plan.error.coefficients": (
        "{entry}：噪声以 {confidence}% 的概率使某一时刻至多变动 ±{least} 至 ±{most}，视时刻而定（{strategy}，"
        "{law}）。此外，舍去的系数的内容会丢失，不含在任何范围之内。"
    ),
    "plan.why.series.named": (
        "{entry}：采用{strategy}与{law}，因为条目指定了它；噪声在全部时刻上的均方根为 {typical}。"
    ),
    "release.exact.coefficients": (
        "{name}：{times}，噪声使某一时刻至多变动 ±{least} 至 ±{most}；每个时刻有各自的范围。范围针对的是受限答案"
        "中保留的系数所画出的序列。其余系数的内容不在数字之中：尖峰与急变被抹平，抹平多少任何范围都不反映。各时刻"
        "共用噪声，因此相邻时刻会一同偏离。"
    ),
    "series.as.fast": "FAST：至多抽样 {samples} 个时刻，其余由模型给出",
    "study.about.model": "针对数据，但只在模型成立时有效：抽样时刻之间水平随机游走",
    "plan.series.fast": "FAST 抽样",
    "plan.series.fast.worse": (
        "同样的价格逐时刻加噪再平滑（as: per-step），无论序列变化快慢，预计误差都更小：对随机游走的水平约小 "
        "{times} 倍。它还跟得上每个时刻，也不会过早用完样本。"
    ),
    "plan.series.fast.better": (
        "在此价格下，较少而较准的样本更合算：若样本均匀分布、序列是随机游走的水平，误差比逐时刻加噪再平滑约小 "
        "{times} 倍。FAST 按所见分配样本；最后一个样本之后的变化不再查看。"
    ),
    "plan.error.fast": (
        "{entry}：抽样时刻的带噪数值以 {confidence}% 的概率误差不超过 ±{most}（{strategy}，{law}）。样本之间由模"
        "型给出，其范围基于模型。"
    ),
    "release.exact.fast": (
        "{name}：{times}，抽样时刻的受限答案落在其带噪数值（sampled 列为 yes 处的 sample 列）的 ±{most} 之内。"
        "value 列是一个水平随机游走的模型从这些样本得出的各时刻数值；其范围（low 至 high）基于模型：只在序列按模"
        "型变化时成立，在样本之间或最后一个样本之后发生跳变时过窄。"
    ),
    "release.picture.coefficients": (
        "阴影：仅由噪声造成的变动范围（{confidence}）；舍去的系数的内容不在任何范围之内"
    ),
    "release.picture.model": "圆圈：带噪样本；阴影：模型在样本之间给出的 {confidence} 范围",
    "release.exact.otherwise": "若某个表的 about 列不是 data，其范围所涉较少：见上面该表自己的说明。",
    "series.as.kept": "由前若干个{basis}重建；个数在 {among} 之中由数据选定，选择也已付费",
    "plan.why.series.kept": (
        "{entry}：采用{strategy}与{law}。价格的 {share}% 用于依据数据选择系数个数，其余用于系数本身；无论选中"
        "哪个个数，价格都相同。"
    ),
    "plan.error.kept": (
        "{entry}：噪声以 {confidence}% 的概率使某一时刻至多变动 ±{least} 至 ±{most}，视选中的系数个数（"
        "{among}）而定（{strategy}，{law}）。此外，舍去的系数的内容会丢失，不含在任何范围之内。"
    ),
    "plan.series.kept.head": "{entry}，{ticks} 个时刻；对每个可能选中的{basis}个数，单个时刻的噪声：",
    "plan.series.kept.option": "{keep} 个：±{least} 至 ±{most}，视时刻而定。",
    "plan.series.kept.choice": (
        "由 ε = {epsilon} 的指数机制（占价格的 {share}%）选择：它权衡舍去的内容与上述噪声，选中的个数会公布。"
    ),
    "plan.derive.series.kept": (
        "在此之前先选择系数个数：ε = {epsilon} 的指数机制，其评分的变动不超过全部系数的范数的变动。"
    ),
    "release.exact.kept": (
        "{name}：保留了 {keep} 个{basis}，由数据在 {among} 之中选定，选择已付费。在此选择之下，{times}，噪声"
        "使某一时刻至多变动 ±{least} 至 ±{most}；每个时刻有各自的范围。范围针对的是受限答案中这些系数所画出的"
        "序列。其余系数的内容不在数字之中，缺失多少任何范围都不反映。各时刻共用噪声，因此相邻时刻会一同偏离。"
    ),
}
