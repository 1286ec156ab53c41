"""时间序列：累计、滑动窗口、衰减和、警报、平滑值。"""

from __future__ import annotations

from typing import Final

SERIES: Final[dict[str, str]] = {
    "series.as.running": "自第一个时段起累计",
    "series.as.window": "连同之前的时段，共 {ticks} 个时段之和",
    "series.as.decay": "每一时段保留前一时段的 {keep} 的衰减和",
    "plan.title.series": "生成序列的各种方法",
    "plan.error.series": (
        "{entry}：每个时段的误差以 {confidence}% 的概率不超过 ±{least} 至 ±{most}，视时段而定（{strategy}，{law}）"
        "。各时段共用噪声：某一时段有偏差，相邻时段也会有。"
    ),
    "plan.series.head": "{entry}，{ticks} 个时段；在此价格下单个时段的标准误差（所有时段的均方根）：",
    "plan.series.option.chosen": "{strategy}，{law}：{typical}，最差的时段 {largest}。已选用。",
    "plan.series.option.first": "{strategy}，{law}：{typical}，最差的时段 {largest}。",
    "plan.series.option.more": "{strategy}，{law}：{typical}，最差的时段 {largest}；是最优者的 {times} 倍。",
    "plan.series.refused.error not worth computing": "{strategy}：未考虑，时段太多，计算其误差耗时过长。",
    "plan.series.refused.memory grows with every step": "{strategy}：未考虑，其内存随时段增长，而时段太多。",
    "plan.series.held": "每个单元格的每个时段最多计到 {held}，超出部分按此计。",
    "plan.series.independent steps": "逐时段加噪再相加",
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
    "plan.picture.series.ticks": "时段数",
    "plan.picture.series.y": "单个时段的典型标准误差",
    "plan.why.series": (
        "{entry}：采用{strategy}与{law}，因为在此价格下它对全部时段的误差最小：均方根 {typical}，而{other}为 {its}"
        "。"
    ),
    "plan.why.series.flat": (
        "{entry}：采用{strategy}与{law}，因为其状态在最后一个时段与第一个时段一样小；均方根误差为 {typical}，而状态"
        "随时段增长的{other}为 {its}。"
    ),
    "plan.why.series.root": (
        "{entry}：采用{strategy}与{law}：均方根误差为 {typical}，而{other}（它模仿前者，使实时序列不必记住每个时段"
        "）为 {its}。"
    ),
    "plan.why.series.only": "{entry}：采用{strategy}与{law}，这是唯一付得起的方法；误差为 {typical}。",
    "plan.why.series.error": "{entry}：采用{strategy}，在所有时段都满足误差要求的方法中最便宜；最宽为 ±{margin}。",
    "plan.derive.series.steps": (
        "因此{unit}对序列的影响，不超过出现在 {times} 个时段、每个时段 {most} 个最小单位的人：范数在这样的顶点上最"
        "大。"
    ),
    "plan.derive.series.apiece": (
        "因此{unit}对序列的影响，不超过出现在 {times} 个（单元格，时段）、每处 {most} 个最小单位的人：范数在这样的"
        "顶点上最大。"
    ),
    "plan.derive.series.reach": "{strategy}：这些贡献使其整数答案至多变动 L1 = {l1}，L2 = {l2}。",
    "plan.derive.series.laplace": "每个答案加尺度为 {parameter} 的{law}；各时段的数值由带噪答案得出。",
    "plan.derive.series.gaussian": "每个答案加方差为 {parameter} 的{law}；各时段的数值由带噪答案得出。",
    "release.exact.series": (
        "{name}：{times}，某一时段的受限答案落在公布值的 ±{least} 至 ±{most} 之内；每个时段有各自的区间。各时段共用"
        "噪声，因此相邻时段会一同偏离。"
    ),
    "release.weight.series": (
        "{name}：一{one}对所有时段的贡献合计至多 {reach}。对该方法（{strategy}）所提问题的答案加了为此设定的{law}噪"
        "声；各时段的数值由带噪答案得出。"
    ),
    "series.as.alert": "超过 {line} 时发出警报，至多 {count} 次",
    "plan.error.alert": (
        "{entry}：以 {confidence}% 的概率，发出警报的时段真实值高于 {line} 减 {unsure}，未发出警报的时段低于 {line}"
        " 加 {unsure}。发出 {count} 次警报后监测结束。"
    ),
    "plan.why.alert.watch": (
        "{entry}：监测的不确定范围为 {unsure}；同样的价格逐时段发布，误差可达 {every}。监测更准，但只说是否超过。"
    ),
    "plan.why.alert.ticks": (
        "{entry}：监测的不确定范围为 {unsure}；同样的价格逐时段发布，误差至多 {every}。逐时段发布（as: per-step）至"
        "少同样准确，而且内容更多；可自行将带噪数值与界线比较。"
    ),
    "plan.derive.alert.reach": (
        "因此{unit}对任一时段与界线比较的数至多影响 {reach} 个最小单位，无论出现在多少个时段。"
    ),
    "plan.derive.alert.noise": (
        "界线加一次尺度为 {line} 的离散拉普拉斯噪声，每次比较加尺度为 {look} 的噪声；不报警不收费，发出 {count} 次"
        "警报后不再比较。"
    ),
    "release.exact.alert": (
        "{name}：{times}，发出警报的时段的受限答案高于 {line} 减 {unsure}，未发出警报的时段的受限答案低于 {line} 加"
        " {unsure}。高出界线多少（over 列）带有噪声，且平均偏大，因为只有偏大时才会公布。若警报达到 {count} 次，监"
        "测即结束。"
    ),
    "release.weight.alert": (
        "{name}：一{one}对任一时段与界线比较的数至多影响 {reach}。界线与每次比较都加了按此以及警报次数设定的离散拉"
        "普拉斯噪声；不报警的时段不收费。"
    ),
    "release.picture.alert.over": "高出带噪界线多少",
    "release.picture.alert.ended": "不再监测",
    "release.picture.alert.none": "没有警报",
    "release.picture.alert": "警报在界线 ±{unsure} 的范围内是可靠的，把握为 {confidence}",
    "release.column.over": "高出带噪界线",
    "release.column.unsure": "不确定范围（{confidence}）",
    "release.preview.alerts": "共 {rows} 个时段，其中 {shown} 个发出警报：{file}",
    "release.exact.smoothed": (
        "{name}：smoothed 列由一个包含水平、斜率与季节的模型从带噪的各时段得出，其变化快慢只从带噪数值学得；不另收"
        "费。其区间（smoothed_low 至 smoothed_high）基于模型：只在序列按模型变化时成立，在弯折最大之处过窄。value "
        "列是无偏的，其区间始终成立。"
    ),
    "release.exact.smoothed.average": (
        "{name}：smoothed 列只由带噪的各时段得出（每个时段由其余各时段及其自身推算），不另收费。其区间（"
        "smoothed_low 至 smoothed_high）就整个序列平均而言成立：约有 {confidence} 的时段落在其中，但在序列出现别处"
        "所无的变化之处，命中较少。这是实测所得，并非证明。value 列是无偏的，其区间在每个时段都成立。"
    ),
    "release.exact.smoothed.raw": (
        "{name}：噪声小于数值的最小单位，因此不作平滑：smoothed 列及其区间即为数值本身及其区间。"
    ),
    "release.picture.smoothed.average": "粗线：平滑值",
    "release.picture.smoothed": "粗线：经模型平滑",
}


# 条目指定的生成方法：系数、抽样、策略。


METHOD: Final[dict[str, str]] = {
    "series.as.coefficients": "由前 {keep} 个{basis}重建",
    "study.about.coefficients": "针对保留的系数：只含噪声。其余系数的内容不在数字之中，任何区间都不反映",
    "plan.series.fourier": "傅里叶系数",
    "plan.series.cosine": "余弦系数",
    "plan.series.haar": "哈尔系数",
    "plan.series.dense": "为累计值拟合的稠密提问",
    "plan.series.refused.looks at later steps": "{strategy}：未考虑，它要看后面的时段，而各时段随到随发。",
    "plan.series.refused.no fit": "{strategy}：未考虑，只为至多 366 个时段做过拟合。",
    "plan.series.single ticks": "逐时段加噪",
    "plan.series.option.asked": (
        "{strategy}，{law}：{typical}，最差的时段 {largest}；是最优者的 {times} 倍。条目指定了它，故采用。"
    ),
    "plan.series.bias": (
        "以上只是噪声造成的误差。少数系数画出的序列比数据平滑：其余系数的内容会丢失，丢失多少不看数据无从得知，任何"
        "区间都不反映。逐时段加噪则什么也不丢失。"
    ),
    "plan.error.coefficients": (
        "{entry}：噪声以 {confidence}% 的概率使某一时段至多变动 ±{least} 至 ±{most}，视时段而定（{strategy}，{law}"
        "）。此外，舍去的系数的内容会丢失，不含在任何区间之内。"
    ),
    "plan.why.series.named": (
        "{entry}：采用{strategy}与{law}，因为条目指定了它；噪声在全部时段上的均方根为 {typical}。"
    ),
    "release.exact.coefficients": (
        "{name}：{times}，噪声使某一时段至多变动 ±{least} 至 ±{most}；每个时段有各自的区间。区间针对的是受限答案中"
        "保留的系数所画出的序列。其余系数的内容不在数字之中：尖峰与急变被抹平，抹平多少任何区间都不反映。各时段共用"
        "噪声，因此相邻时段会一同偏离。"
    ),
    "series.as.fast": "FAST：至多抽样 {samples} 个时段，其余由模型给出",
    "study.about.model": "针对数据，但只在模型成立时有效：抽样时段之间水平随机游走",
    "plan.series.fast": "FAST 抽样",
    "plan.series.fast.worse": (
        "同样的价格逐时段加噪再平滑（as: per-step），无论序列变化快慢，预计误差都更小：对随机游走的水平约小 {times}"
        " 倍。它还跟得上每个时段，也不会过早用完样本。"
    ),
    "plan.series.fast.better": (
        "在此价格下，较少而较准的样本更合算：若样本均匀分布、序列是随机游走的水平，误差比逐时段加噪再平滑约小 "
        "{times} 倍。FAST 按所见分配样本；最后一个样本之后的变化不再查看。"
    ),
    "plan.error.fast": (
        "{entry}：抽样时段的带噪数值以 {confidence}% 的概率误差不超过 ±{most}（{strategy}，{law}）。样本之间由模型"
        "给出，其区间基于模型。"
    ),
    "release.exact.fast": (
        "{name}：{times}，抽样时段的受限答案落在其带噪数值（sampled 列为 yes 处的 sample 列）的 ±{most} 之内。"
        "value 列是一个水平随机游走的模型从这些样本得出的各时段数值；其区间（low 至 high）基于模型：只在序列按模型"
        "变化时成立，在样本之间或最后一个样本之后发生跳变时过窄。"
    ),
    "release.picture.coefficients": (
        "阴影：仅由噪声造成的变动区间（{confidence}）；舍去的系数的内容不在任何区间之内"
    ),
    "release.picture.model": "圆圈：带噪样本；阴影：模型在样本之间给出的 {confidence} 区间",
    "release.exact.otherwise": "若某个表的 about 列不是 data，其区间所涉较少：见上面该表自己的说明。",
    "series.as.kept": "由前若干个{basis}重建；个数在 {among} 之中由数据选定，选择也已付费",
    "plan.why.series.kept": (
        "{entry}：采用{strategy}与{law}。价格的 {share}% 用于依据数据选择系数个数，其余用于系数本身；无论选中"
        "哪个个数，价格都相同。"
    ),
    "plan.error.kept": (
        "{entry}：噪声以 {confidence}% 的概率使某一时段至多变动 ±{least} 至 ±{most}，视选中的系数个数（{among}）而"
        "定（{strategy}，{law}）。此外，舍去的系数的内容会丢失，不含在任何区间之内。"
    ),
    "plan.series.kept.head": "{entry}，{ticks} 个时段；对每个可能选中的{basis}个数，单个时段的噪声：",
    "plan.series.kept.option": "{keep} 个：±{least} 至 ±{most}，视时段而定。",
    "plan.series.kept.choice": (
        "由 ε = {epsilon} 的指数机制（占价格的 {share}%）选择：它权衡舍去的内容与上述噪声，选中的个数会公布。"
    ),
    "plan.derive.series.kept": (
        "在此之前先选择系数个数：ε = {epsilon} 的指数机制，其评分的变动不超过全部系数的范数的变动。"
    ),
    "release.exact.kept": (
        "{name}：保留了 {keep} 个{basis}，由数据在 {among} 之中选定，选择已付费。在此选择之下，{times}，噪声使某一"
        "时段至多变动 ±{least} 至 ±{most}；每个时段有各自的区间。区间针对的是受限答案中这些系数所画出的序列。其余系"
        "数的内容不在数字之中，缺失多少任何区间都不反映。各时段共用噪声，因此相邻时段会一同偏离。"
    ),
}


# 在一段连续周期内受保护的人。


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


# 噪声都在同一个秘密半径之内的序列。


RADIUS: Final[dict[str, str]] = {
    "series.as.radius": "逐时段发布；全部噪声都在同一个秘密半径之内",
    "series.as.radius.group": "每 {group} 个时段合为一组发布；全部噪声都在同一个秘密半径之内",
    "series.as.radius.auto": "按计划选定的组发布；全部噪声都在同一个秘密半径之内",
    "study.about.group": "针对一起发布的各时段的平均值：只含噪声。组内各时段相差多少，任何区间都不反映",
    "plan.series.one radius": "一个秘密半径",
    "front.law.radius": "秘密半径",
    "plan.law.radius": "同一秘密半径之内的均匀噪声",
    "release.law.radius": "同一秘密半径之内的均匀",
    "plan.error.radius": (
        "{entry}：噪声以 {confidence}% 的概率使某一时段至多变动 ±{most}（同一秘密半径之内的均匀噪声）。各时段共用该"
        "半径，误差同大同小。"
    ),
    "plan.error.radius.groups": (
        "{entry}：噪声以 {confidence}% 的概率使一组的平均值至多变动 ±{most}；一组有 {group} 个时段，最后一组可能较"
        "短（同一秘密半径之内的均匀噪声）。组内各时段的差别会丢失，不含在任何区间之内。"
    ),
    "plan.why.radius": (
        "{entry}：采用一个秘密半径，因为条目指定了它：±{margin}。以此价格逐时段独立加噪则为 ±{other}。"
    ),
    "plan.why.radius.groups": (
        "{entry}：每 {group} 个时段一组，采用一个秘密半径，因为条目指定了它：一组的平均值 ±{margin}。以此价格逐时段"
        "独立加噪则为 ±{other}。"
    ),
    "plan.why.radius.auto": (
        "{entry}：全部时段采用一个秘密半径，因为一人可能出现在大多数时段：±{margin}。以此价格独立的拉普拉斯噪声则为"
        " ±{other}。"
    ),
    "plan.radius.beside": "±{margin}；以此价格逐时段的独立拉普拉斯噪声为 ±{other}。",
    "plan.radius.beside.groups": "{group} 个时段的平均值 ±{margin}；以此价格逐时段的独立拉普拉斯噪声为 ±{other}。",
    "plan.radius.shared": (
        "半径只抽取一次，从不公布；用它抽取的数不会多于已付费的个数。提前结束的序列不退还任何预算。"
    ),
    "plan.derive.radius.reach": (
        "在 {group} 个时段的一组之内，{unit}至多使各和变动 {reach} 个最小单位；各组之中只计变动最大的一组，不相加。"
    ),
    "plan.derive.radius.noise": (
        "为 {draws} 次抽取选一个尺度为 {scale} 的秘密半径，ε = {epsilon}；每个和加上半径之内的均匀噪声。"
    ),
    "release.exact.radius": (
        "{name}：{times}，某一时段与限定后的答案相差不超过 ±{most}。各时段共用一个秘密半径：误差同大同小。"
    ),
    "release.exact.radius.groups": (
        "{name}：{times}，一组的平均值与限定后的答案相差不超过 ±{most}；一组有 {group} 个时段。组内各时段的差别不作"
        "公布。"
    ),
    "release.weight.radius": (
        "{name}：一个{one}至多使 {group} 个时段的和变动 {reach}。每个和都加上了为此抽取的同一秘密半径之内的均匀噪声"
        "；该半径不公布。"
    ),
    "release.picture.group": "阴影：一起发布的各时段平均值的区间（{confidence}）",
    "stream.fresh.groups": "{name} 每 {group} 个时段一组发布：一组结束时给出其平均值，此后重复，直到下一组结束。",
}


# 在两个新值之间重复上一个值的序列。


REPEAT: Final[dict[str, str]] = {
    "series.as.repeat.sample": "每个窗口给出一个新值，其间重复该值",
    "series.as.repeat.distribution": "数值变动时给出新值，其间重复上一个值；每个新值用去窗口余额的一半",
    "series.as.repeat.absorption": "数值变动时给出新值，其间重复上一个值；每个新值用去此前略过的时段所留下的份额",
    "series.as.repeat.spells": "分段给出：每段给出一个时段的值或若干时段的平均值，其间重复该值",
    "series.as.repeat.spells.moves": (
        "分段给出，起初假定数值在相邻时段之间约变动 {moves}：每段给出一个时段的值或若干时段的平均值，其间重复该值"
    ),
    "plan.error.repeat.spells": (
        "{entry}：新值是一个时段的值，或若干时段的平均值。若 {width} 个时段的窗口内只有一个新值，则以 {confidence}"
        "% 的概率误差不超过 ±{margin}；若有许多个，则不超过 ±{most}。窗口内有几个新值由带噪数值决定。其间重复上一个"
        "值：此后数值变动了多少无从得知，任何区间都不能反映。"
    ),
    "plan.derive.repeat.spells": (
        "计入同一个和的每个时段用去同样份额的 ε，被略过的时段不用；任意 {width} 个连续时段内，这些份额合计至多为 ε "
        "= {epsilon}。"
    ),
    "plan.why.repeat.spells.season": (
        "{entry}：按请求分段给出：最好时误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。有周期的序列（时、日、"
        "月）宜逐个时段发布并平滑（as: per-step），平滑会利用周期；而分段会在周期变化时一直沿用旧值。"
    ),
    "plan.why.repeat.spells.unknown": (
        "{entry}：按请求分段给出：最好时误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。何者更好取决于数值变动"
        "的快慢，请求中未说明（moves 或 expect）。分段须先学得快慢；在实际变动的序列上，逐个时段发布并平滑（as: "
        "per-step）最好。"
    ),
    "plan.why.repeat.spells.said": (
        "{entry}：按请求分段给出：最好时误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。"
    ),
    "release.exact.repeat.spells": (
        "{name}：新值是一个时段的值，或 told_ticks 所示个数的时段的平均值；{times}，它与该平均值的误差最好时不超过 "
        "{margin}，最差时不超过 {most}。其余时段重复上一个值；其区间说的是该值所属的那些时段，此后数值变动了多少无"
        "从得知。首个新值之前没有给出任何数值，表中该处留空。若有 smoothed 一列，它是按“水平缓慢游走”的模型由带噪数"
        "值推算的，不耗预算；其区间基于模型，只在数值按模型变化时成立。"
    ),
    "release.exact.repeat.spells.level": (
        "{name}：每段结束时给出 told_ticks 所示个数的时段的带噪平均值；{times}，该平均值位于 low 与 high 之间，其误"
        "差最好时不超过 {margin}，最差时不超过 {most}。value 是按“水平缓慢游走”的模型由此前所有平均值推算的水平，并"
        "限制在该区间之内：在用去预算较少之处比最后一个平均值更接近，且不耗预算。其余时段重复上一个值；其区间说的是"
        "该值所属的那些时段，此后数值变动了多少无从得知。首个新值之前没有给出任何数值，表中该处留空。若有 smoothed "
        "一列，它是同一水平而不受该区间限制；它没有区间，因为无人知道数值在多大程度上按模型变化。"
    ),
    "plan.offer.smoothed": "逐个时段发布并平滑（as: per-step）",
    "plan.offer.single": "逐个时段发布（as: per-step）",
    "plan.offer.said": "按请求所说",
    "plan.offer.expect": "取 expect 的五分之一，因为未另作说明",
    "plan.why.offer.best": (
        "{entry}：按公开事实，这是最好的方法。对每个时段约变动 {moves}（{from}）的水平，{taken}：误差约 ±{error}；"
        "其次为{other}：约 ±{its}。这是单个时段的预期误差，不是区间。"
    ),
    "plan.why.offer.worse": (
        "{entry}：按公开事实，另有更好的方法。对每个时段约变动 {moves}（{from}）的水平，{other}：误差约 ±{its}；本"
        "计划（{taken}）：约 ±{error}。这是单个时段的预期误差，不是区间。"
    ),
    "plan.why.offer.guess": (
        "{entry}：不看数据、对所有时段只说一个数，误差约 ±{guess}：按此价格，逐个时段发布的任何方法预期都不会更接近"
        "。"
    ),
    "plan.error.repeat.sample": (
        "{entry}：每 {width} 个时段给出一个新值，以 {confidence}% 的概率误差不超过 ±{margin}。其间重复该值：此后数"
        "值变动了多少无从得知，任何区间都不能反映。"
    ),
    "plan.error.repeat.distribution": (
        "{entry}：新值最好时以 {confidence}% 的概率误差不超过 ±{margin}；{width} 个时段内新值越多，噪声越大。其间重"
        "复上一个值：此后数值变动了多少无从得知，任何区间都不能反映。"
    ),
    "plan.error.repeat.absorption": (
        "{entry}：新值最好时以 {confidence}% 的概率误差不超过 ±{margin}；若与上一个新值相隔不足 {width} 个时段，噪"
        "声更大。其间重复上一个值：此后数值变动了多少无从得知，任何区间都不能反映。"
    ),
    "plan.derive.repeat.reach": (
        "因此{unit}在至多 {width} 个连续时段中，每个时段至多使数值变动 {reach} 个最小单位。"
    ),
    "plan.derive.repeat.sample": "每 {width} 个时段用 ε = {epsilon} 一次，任何窗口都不含两次。",
    "plan.derive.repeat.distribution": (
        "任意 {width} 个连续时段内，询问数值是否变动至多用去 ε = {epsilon} 的一半，给出数值至多用去另一半；每个新值"
        "用去余额的一半。"
    ),
    "plan.derive.repeat.absorption": (
        "任意 {width} 个连续时段内，询问数值是否变动至多用去 ε = {epsilon} 的一半，给出数值至多用去另一半；每个新值"
        "用去被略过的时段的份额。"
    ),
    "plan.why.repeat.sample": (
        "{entry}：按请求，每个窗口给出一个新值：新值误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。"
    ),
    "plan.why.repeat.distribution": (
        "{entry}：按请求，数值变动时给出新值：最好时误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。"
    ),
    "plan.why.repeat.absorption": (
        "{entry}：按请求，数值变动时给出新值：最好时误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。"
    ),
    "release.exact.repeat.sample": (
        "{name}：{times}，新值的误差不超过 {margin}。其余时段重复上一个值；其区间说的是该值所属的时段，此后数值变动"
        "了多少无从得知。"
    ),
    "release.exact.repeat": (
        "{name}：{times}，新值最好时误差不超过 {margin}，新值相隔较近时误差更大。其余时段重复上一个值；其区间说的是"
        "该值所属的时段，此后数值变动了多少无从得知。首个新值之前没有给出任何数值，表中该处留空。"
    ),
    "release.weight.repeat": "{name}：一个{one}在至多 {width} 个连续时段中，每个时段至多使数值变动 {reach}。",
    "study.about.fresh": "针对上一个新值所属的时段：只含噪声。此后数值变动了多少，任何区间都不反映",
    "release.picture.unsaid": "没有任何新值：各时段均未给出数值。",
    "release.picture.fresh": "上一个新值的区间（{confidence}），其间重复该值",
}
