"""How a series is made: named methods, one secret radius, values that repeat."""

from typing import Final

# Methods a series is made by, where an entry names one: coefficients, samples, strategies.
METHOD: Final[dict[str, tuple[str, str]]] = {
    "series.as.coefficients": ("(made of the first {keep} {basis})", "由前 {keep} 个{basis}重建"),
    "study.about.coefficients": (
        "about the coefficients that were kept: noise only. What the others contained is missing from the "
        "numbers, and no range shows it",
        "针对保留的系数：只含噪声。其余系数的内容不在数字之中，任何区间都不反映",
    ),
    "plan.series.fourier": ("Fourier coefficients", "傅里叶系数"),
    "plan.series.cosine": ("cosine coefficients", "余弦系数"),
    "plan.series.haar": ("Haar coefficients", "哈尔系数"),
    "plan.series.dense": ("questions fitted to these totals", "为累计值拟合的稠密提问"),
    "plan.series.refused.looks at later steps": (
        "{strategy}: left out, they need later ticks, and these ticks are published as they come.",
        "{strategy}：未考虑，它要看后面的时段，而各时段随到随发。",
    ),
    "plan.series.refused.no fit": (
        "{strategy}: left out, they are fitted for at most 366 ticks.",
        "{strategy}：未考虑，只为至多 366 个时段做过拟合。",
    ),
    "plan.series.single ticks": ("ticks one by one", "逐时段加噪"),
    "plan.series.option.asked": (
        "{strategy}, {law}: {typical}, {largest} at the worst tick; {times} times the best. Chosen, because the "
        "entry names it.",
        "{strategy}，{law}：{typical}，最差的时段 {largest}；是最优者的 {times} 倍。条目指定了它，故采用。",
    ),
    "plan.series.bias": (
        "These are errors of the noise alone. A few coefficients draw a smoother series than the data are: what "
        "the others contained is lost. How much that is cannot be known without looking, and no range shows it. "
        "Ticks one by one lose nothing.",
        "以上只是噪声造成的误差。少数系数画出的序列比数据平滑：其余系数的内容会丢失，丢失多少不看数据无从得知，任"
        "何区间都不反映。逐时段加噪则什么也不丢失。",
    ),
    "plan.error.coefficients": (
        "{entry}: with probability {confidence}% the noise moves a tick by at most ±{least} to ±{most}, depending "
        "on the tick ({strategy}, {law}). What the dropped coefficients contained is lost as well, and not in any "
        "range.",
        "{entry}：噪声以 {confidence}% 的概率使某一时段至多变动 ±{least} 至 ±{most}，视时段而定（{strategy}，{law}"
        "）。此外，舍去的系数的内容会丢失，不含在任何区间之内。",
    ),
    "plan.why.series.named": (
        "{entry}: {strategy} with {law}, because the entry names it; its noise is {typical} as a root mean square "
        "over all ticks.",
        "{entry}：采用{strategy}与{law}，因为条目指定了它；噪声在全部时段上的均方根为 {typical}。",
    ),
    "release.exact.coefficients": (
        "{name}: {times} the noise moves a tick by no more than ±{least} to ±{most}; each tick has its own range. "
        "The ranges are about the series that the kept coefficients of the bounded answers draw. What the others "
        "contained is missing from the numbers: sharp peaks and quick changes are flattened, and no range shows "
        "by how much. Ticks share their noise, so neighbouring ones are off together.",
        "{name}：{times}，噪声使某一时段至多变动 ±{least} 至 ±{most}；每个时段有各自的区间。区间针对的是受限答案中"
        "保留的系数所画出的序列。其余系数的内容不在数字之中：尖峰与急变被抹平，抹平多少任何区间都不反映。各时段共"
        "用噪声，因此相邻时段会一同偏离。",
    ),
    "series.as.fast": (
        "(FAST: at most {samples} ticks are sampled, and a model fills in the rest)",
        "FAST：至多抽样 {samples} 个时段，其余由模型给出",
    ),
    "study.about.model": (
        "about the data as far as a model holds: a level that moves at random between the sampled ticks",
        "针对数据，但只在模型成立时有效：抽样时段之间水平随机游走",
    ),
    "plan.series.fast": ("FAST samples", "FAST 抽样"),
    "plan.series.fast.worse": (
        "Ticks one by one at the same price, smoothed (as: per-step), are expected to have smaller errors, "
        "however fast the series moves: about {times} times smaller for a level that moves at random. They also "
        "follow every tick, and no sample can come too early.",
        "同样的价格逐时段加噪再平滑（as: per-step），无论序列变化快慢，预计误差都更小：对随机游走的水平约小 "
        "{times} 倍。它还跟得上每个时段，也不会过早用完样本。",
    ),
    "plan.series.fast.better": (
        "At this price fewer, better samples are worth it: about {times} times less error than ticks one by one, "
        "smoothed, if the samples lie evenly and the series is a level that moves at random. FAST decides from "
        "the noisy samples when to sample next; what comes after the last sample is not seen.",
        "在此价格下，较少而较准的样本更合算：若样本均匀分布、序列是随机游走的水平，误差比逐时段加噪再平滑约小 "
        "{times} 倍。FAST 按所见分配样本；最后一个样本之后的变化不再查看。",
    ),
    "plan.error.fast": (
        "{entry}: with probability {confidence}% the noisy number of a sampled tick is off by at most ±{most} "
        "({strategy}, {law}). Between samples a model fills in the values; its band is model-based.",
        "{entry}：抽样时段的带噪数值以 {confidence}% 的概率误差不超过 ±{most}（{strategy}，{law}）。样本之间由模型"
        "给出，其区间基于模型。",
    ),
    "release.exact.fast": (
        "{name}: {times} the bounded answer of a sampled tick lies within ±{most} of its noisy number (`sample`, "
        "where `sampled` says yes). `value` is what a model of a level that moves at random computes from these "
        "samples, at every tick; its range (`low` to `high`) is model-based: it holds as far as the series moves "
        "as the model says, and is too narrow where it jumps between samples or after the last one.",
        "{name}：{times}，抽样时段的受限答案落在其带噪数值（sampled 列为 yes 处的 sample 列）的 ±{most} 之内。"
        "value 列是一个水平随机游走的模型从这些样本得出的各时段数值；其区间（low 至 high）基于模型：只在序列按模型"
        "变化时成立，在样本之间或最后一个样本之后发生跳变时过窄。",
    ),
    "release.picture.coefficients": (
        "shaded: where the noise alone may have moved the series ({confidence}); what dropped coefficients "
        "contained is not in any range",
        "阴影：仅由噪声造成的变动区间（{confidence}）；舍去的系数的内容不在任何区间之内",
    ),
    "release.picture.model": (
        "circles: noisy samples; shaded: {confidence} band of a model that fills in between them",
        "圆圈：带噪样本；阴影：模型在样本之间给出的 {confidence} 区间",
    ),
    "release.exact.otherwise": (
        "Where the column `about` of a table does not say `data`, its ranges are about less: its own sentence "
        "above says about what.",
        "若某个表的 about 列不是 data，其区间所涉较少：见上面该表自己的说明。",
    ),
    "series.as.kept": (
        "(made of the first {basis}; how many of them, {among}, is chosen from the data and paid for)",
        "由前若干个{basis}重建；个数在 {among} 之中由数据选定，选择也已付费",
    ),
    "plan.why.series.kept": (
        "{entry}: {strategy} with {law}. {share}% of its price pays for choosing their number from the data, the "
        "rest for the coefficients; the price is the same whichever number is chosen.",
        "{entry}：采用{strategy}与{law}。价格的 {share}% 用于依据数据选择系数个数，其余用于系数本身；无论选中哪个"
        "个数，价格都相同。",
    ),
    "plan.error.kept": (
        "{entry}: with probability {confidence}% the noise moves a tick by at most ±{least} to ±{most}, depending "
        "on how many coefficients ({among}) are chosen ({strategy}, {law}). What the dropped ones contained is "
        "lost as well, and not in any range.",
        "{entry}：噪声以 {confidence}% 的概率使某一时段至多变动 ±{least} 至 ±{most}，视选中的系数个数（{among}）而"
        "定（{strategy}，{law}）。此外，舍去的系数的内容会丢失，不含在任何区间之内。",
    ),
    "plan.series.kept.head": (
        "{entry}, {ticks} ticks; the noise of a tick for each number of {basis} that may be chosen:",
        "{entry}，{ticks} 个时段；对每个可能选中的{basis}个数，单个时段的噪声：",
    ),
    "plan.series.kept.option": (
        "{keep} of them: ±{least} to ±{most}, depending on the tick.",
        "{keep} 个：±{least} 至 ±{most}，视时段而定。",
    ),
    "plan.series.kept.choice": (
        "An exponential mechanism of ε = {epsilon} ({share}% of the price) chooses: it compares what would be "
        "dropped with this noise, and the number it chose is published.",
        "由 ε = {epsilon} 的指数机制（占价格的 {share}%）选择：它权衡舍去的内容与上述噪声，选中的个数会公布。",
    ),
    "plan.derive.series.kept": (
        "Before them, the choice of their number: an exponential mechanism of ε = {epsilon}, whose scores move by "
        "no more than the norm of all coefficients does.",
        "在此之前先选择系数个数：ε = {epsilon} 的指数机制，其评分的变动不超过全部系数的范数的变动。",
    ),
    "release.exact.kept": (
        "{name}: {keep} {basis} were kept, chosen among {among} from the data, which was paid for. Given this "
        "choice, {times} the noise moves a tick by no more than ±{least} to ±{most}; each tick has its own range. "
        "The ranges are about the series that these coefficients of the bounded answers draw. What the others "
        "contained is missing from the numbers, and no range shows by how much. Ticks share their noise, so "
        "neighbouring ones are off together.",
        "{name}：保留了 {keep} 个{basis}，由数据在 {among} 之中选定，选择已付费。在此选择之下，{times}，噪声使某一"
        "时段至多变动 ±{least} 至 ±{most}；每个时段有各自的区间。区间针对的是受限答案中这些系数所画出的序列。其余"
        "系数的内容不在数字之中，缺失多少任何区间都不反映。各时段共用噪声，因此相邻时段会一同偏离。",
    ),
}

# A series whose noise lies within one secret radius.
RADIUS: Final[dict[str, tuple[str, str]]] = {
    "series.as.radius": (
        "(every tick by itself; all noise lies within one secret radius)",
        "逐时段发布；全部噪声都在同一个秘密半径之内",
    ),
    "series.as.radius.group": (
        "(published in groups of {group} ticks; all noise lies within one secret radius)",
        "每 {group} 个时段合为一组发布；全部噪声都在同一个秘密半径之内",
    ),
    "series.as.radius.auto": (
        "(published in groups of ticks that the plan chose; all noise lies within one secret radius)",
        "按计划选定的组发布；全部噪声都在同一个秘密半径之内",
    ),
    "study.about.group": (
        "about the mean of the ticks that are published together: noise only. No range shows how ticks differ "
        "inside a group",
        "针对一起发布的各时段的平均值：只含噪声。组内各时段相差多少，任何区间都不反映",
    ),
    "plan.series.one radius": ("one secret radius", "一个秘密半径"),
    "front.law.radius": ("one radius", "秘密半径"),
    "plan.law.radius": ("uniform noise within one secret radius", "同一秘密半径之内的均匀噪声"),
    "release.law.radius": ("uniform, within one secret radius,", "同一秘密半径之内的均匀"),
    "plan.error.radius": (
        "{entry}: {confidence}% of the time the noise moves a tick by at most ±{most} (uniform noise within one "
        "secret radius). Ticks share the radius, so their errors are large or small together.",
        "{entry}：噪声以 {confidence}% 的概率使某一时段至多变动 ±{most}（同一秘密半径之内的均匀噪声）。各时段共用"
        "该半径，误差同大同小。",
    ),
    "plan.error.radius.groups": (
        "{entry}: {confidence}% of the time the noise moves the mean of a group by at most ±{most}; a group has "
        "{group} ticks, the last may be shorter (uniform noise within one secret radius). How ticks differ inside "
        "a group is lost, and not in any range.",
        "{entry}：噪声以 {confidence}% 的概率使一组的平均值至多变动 ±{most}；一组有 {group} 个时段，最后一组可能较"
        "短（同一秘密半径之内的均匀噪声）。组内各时段的差别会丢失，不含在任何区间之内。",
    ),
    "plan.why.radius": (
        "{entry}: one secret radius, because the entry names it: ±{margin}. Independent noise on every tick would "
        "have ±{other} at this price.",
        "{entry}：采用一个秘密半径，因为条目指定了它：±{margin}。以此价格逐时段独立加噪则为 ±{other}。",
    ),
    "plan.why.radius.groups": (
        "{entry}: groups of {group} ticks with one secret radius, because the entry names it: ±{margin} on the "
        "mean of a group. Independent noise on every tick would have ±{other} at this price.",
        "{entry}：每 {group} 个时段一组，采用一个秘密半径，因为条目指定了它：一组的平均值 ±{margin}。以此价格逐时"
        "段独立加噪则为 ±{other}。",
    ),
    "plan.why.radius.auto": (
        "{entry}: one secret radius for all ticks, because persons may be in most of them: ±{margin}. Independent "
        "Laplace noise would have ±{other} at this price.",
        "{entry}：全部时段采用一个秘密半径，因为一人可能出现在大多数时段：±{margin}。以此价格独立的拉普拉斯噪声则"
        "为 ±{other}。",
    ),
    "plan.radius.beside": (
        "±{margin}; independent Laplace noise on every tick would have ±{other} at this price.",
        "±{margin}；以此价格逐时段的独立拉普拉斯噪声为 ±{other}。",
    ),
    "plan.radius.beside.groups": (
        "±{margin} on the mean of {group} ticks; independent Laplace noise on every tick would have ±{other} at "
        "this price.",
        "{group} 个时段的平均值 ±{margin}；以此价格逐时段的独立拉普拉斯噪声为 ±{other}。",
    ),
    "plan.radius.shared": (
        "The radius is drawn once and never published, and no more numbers are drawn with it than were paid for. "
        "If a series ends early, nothing is given back.",
        "半径只抽取一次，从不公布；用它抽取的数不会多于已付费的个数。提前结束的序列不退还任何预算。",
    ),
    "plan.derive.radius.reach": (
        "in one group of {group} ticks {unit} moves the sums by at most {reach} grains; over all groups only the "
        "largest of these counts, not their sum.",
        "在 {group} 个时段的一组之内，{unit}至多使各和变动 {reach} 个最小单位；各组之中只计变动最大的一组，不相加"
        "。",
    ),
    "plan.derive.radius.noise": (
        "a secret radius of scale {scale} for {draws} draws, ε = {epsilon}; every sum gets uniform noise within "
        "it.",
        "为 {draws} 次抽取选一个尺度为 {scale} 的秘密半径，ε = {epsilon}；每个和加上半径之内的均匀噪声。",
    ),
    "release.exact.radius": (
        "{name}: {times} a tick is within ±{most} of the bounded answer. Ticks share one secret radius: their "
        "errors are large or small together.",
        "{name}：{times}，某一时段与限定后的答案相差不超过 ±{most}。各时段共用一个秘密半径：误差同大同小。",
    ),
    "release.exact.radius.groups": (
        "{name}: {times} the mean of a group is within ±{most} of the bounded answer; a group has {group} ticks. "
        "How ticks differ inside a group is not published.",
        "{name}：{times}，一组的平均值与限定后的答案相差不超过 ±{most}；一组有 {group} 个时段。组内各时段的差别不"
        "作公布。",
    ),
    "release.weight.radius": (
        "{name}: one {one} moves the sum of {group} ticks by at most {reach}. Every sum got uniform noise within "
        "one secret radius that was drawn for that; the radius is not published.",
        "{name}：一个{one}至多使 {group} 个时段的和变动 {reach}。每个和都加上了为此抽取的同一秘密半径之内的均匀噪"
        "声；该半径不公布。",
    ),
    "release.picture.group": (
        "shaded: range ({confidence}) of the mean of the ticks that are published together",
        "阴影：一起发布的各时段平均值的区间（{confidence}）",
    ),
    "stream.fresh.groups": (
        "{name} is published in groups of {group} ticks: at the end of a group its mean, which is repeated until "
        "the next group ends.",
        "{name} 每 {group} 个时段一组发布：一组结束时给出其平均值，此后重复，直到下一组结束。",
    ),
}

# Series that repeat their last value between fresh ones.
REPEAT: Final[dict[str, tuple[str, str]]] = {
    "series.as.repeat.sample": (
        "(one fresh value for each window of ticks, repeated until the next)",
        "每个窗口给出一个新值，其间重复该值",
    ),
    "series.as.repeat.distribution": (
        "(a fresh value where the numbers moved; each takes half of what is left)",
        "数值变动时给出新值，其间重复上一个值；每个新值用去窗口余额的一半",
    ),
    "series.as.repeat.absorption": (
        "(a fresh value where the numbers moved, repeated until the next)",
        "数值变动时给出新值，其间重复上一个值；每个新值用去此前略过的时段所留下的份额",
    ),
    "series.as.repeat.spells": (
        "(published in spells: one tick or the mean of a few, repeated until the next value)",
        "分段给出：每段给出一个时段的值或若干时段的平均值，其间重复该值",
    ),
    "series.as.repeat.spells.moves": (
        "(published in spells, at first as if the numbers move by {moves} from tick to tick: one tick or the mean "
        "of a few, repeated until the next value)",
        "分段给出，起初假定数值在相邻时段之间约变动 {moves}：每段给出一个时段的值或若干时段的平均值，其间重复该值",
    ),
    "plan.error.repeat.spells": (
        "{entry}: a fresh value is one tick, or the mean of a few. It is off by at most ±{margin} with "
        "probability {confidence}% where a window of {width} ticks has one of them; where it has many, by at most "
        "±{most}. The noisy numbers decide how many it has. In between the last one is repeated: how far the "
        "numbers have moved since is unknown, and no range shows it.",
        "{entry}：新值是一个时段的值，或若干时段的平均值。若 {width} 个时段的窗口内只有一个新值，则以 {confidence}"
        "% 的概率误差不超过 ±{margin}；若有许多个，则不超过 ±{most}。窗口内有几个新值由带噪数值决定。其间重复上一"
        "个值：此后数值变动了多少无从得知，任何区间都不能反映。",
    ),
    "plan.derive.repeat.spells": (
        "each tick of a sum takes the same part of epsilon as the others of that sum, a tick that is skipped "
        "takes none; within any {width} ticks these parts are at most epsilon = {epsilon}.",
        "计入同一个和的每个时段用去同样份额的 ε，被略过的时段不用；任意 {width} 个连续时段内，这些份额合计至多为 ε"
        " = {epsilon}。",
    ),
    "plan.why.repeat.spells.season": (
        "{entry}: published in spells, because the request says so: ±{margin} at best. Every tick by itself would "
        "be within ±{every}. If the numbers repeat by the day, hour or month, it is better to publish every tick "
        "and smooth (as: per-step), which uses that; a spell repeats one value while the numbers change.",
        "{entry}：按请求分段给出：最好时误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。有周期的序列（时、日"
        "、月）宜逐个时段发布并平滑（as: per-step），平滑会利用周期；而分段会在周期变化时一直沿用旧值。",
    ),
    "plan.why.repeat.spells.unknown": (
        "{entry}: published in spells, because the request says so: ±{margin} at best. Every tick by itself would "
        "be within ±{every}. Which is better depends on how far the numbers move, and the request does not say it "
        "(`moves`, or `expect`). Spells have to learn it. On real series that move, ticks one by one, smoothed "
        "(as: per-step), were the best.",
        "{entry}：按请求分段给出：最好时误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。何者更好取决于数值变"
        "动的快慢，请求中未说明（moves 或 expect）。分段须先学得快慢；在实际变动的序列上，逐个时段发布并平滑（as: "
        "per-step）最好。",
    ),
    "plan.why.repeat.spells.said": (
        "{entry}: published in spells, because the request says so: ±{margin} at best. Every tick by itself would "
        "be within ±{every}.",
        "{entry}：按请求分段给出：最好时误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。",
    ),
    "release.exact.repeat.spells": (
        "{name}: a fresh value is one tick, or the mean of as many as `told_ticks` says; {times}, it is off from "
        "that mean by at most {margin} at its best and by at most {most} at its worst. Ticks that are not fresh "
        "repeat the last value; their range is about the ticks of that value, and how far the numbers have moved "
        "since is unknown. Before the first fresh value nothing is published, and the table has no number. "
        "`smoothed`, if it is there, is computed from the noisy numbers by a model of a level that moves at "
        "random: it costs nothing, and its band is model-based and holds only as far as the numbers move as the "
        "model says.",
        "{name}：新值是一个时段的值，或 told_ticks 所示个数的时段的平均值；{times}，它与该平均值的误差最好时不超过"
        " {margin}，最差时不超过 {most}。其余时段重复上一个值；其区间说的是该值所属的那些时段，此后数值变动了多少"
        "无从得知。首个新值之前没有给出任何数值，表中该处留空。若有 smoothed 一列，它是按“水平缓慢游走”的模型由带"
        "噪数值推算的，不耗预算；其区间基于模型，只在数值按模型变化时成立。",
    ),
    "release.exact.repeat.spells.level": (
        "{name}: at the end of a spell the noisy mean of as many ticks as `told_ticks` says is published; "
        "{times}, that mean lies within `low` and `high`, which are off by at most {margin} at best and by at "
        "most {most} at worst. `value` is the level that a model of numbers that move at random computes from all "
        "means published until then, kept within that range: closer than the last mean where little was spent on "
        "it, and it costs nothing. Ticks that are not fresh repeat the last value; their range is about the ticks "
        "of that value, and how far the numbers have moved since is unknown. Before the first fresh value nothing "
        "is published, and the table has no number. `smoothed`, if it is there, is the same level without being "
        "kept in that range; it has no range, because nobody knows how far the numbers move as the model says.",
        "{name}：每段结束时给出 told_ticks 所示个数的时段的带噪平均值；{times}，该平均值位于 low 与 high 之间，其"
        "误差最好时不超过 {margin}，最差时不超过 {most}。value 是按“水平缓慢游走”的模型由此前所有平均值推算的水平"
        "，并限制在该区间之内：在用去预算较少之处比最后一个平均值更接近，且不耗预算。其余时段重复上一个值；其区间"
        "说的是该值所属的那些时段，此后数值变动了多少无从得知。首个新值之前没有给出任何数值，表中该处留空。若有 "
        "smoothed 一列，它是同一水平而不受该区间限制；它没有区间，因为无人知道数值在多大程度上按模型变化。",
    ),
    "plan.offer.smoothed": ("ticks one by one, smoothed (as: per-step)", "逐个时段发布并平滑（as: per-step）"),
    "plan.offer.single": ("ticks one by one (as: per-step)", "逐个时段发布（as: per-step）"),
    "plan.offer.said": ("as the request says", "按请求所说"),
    "plan.offer.expect": (
        "a fifth of `expect`, because nothing else is said",
        "取 expect 的五分之一，因为未另作说明",
    ),
    "plan.why.offer.best": (
        "{entry}: the best way by public facts. For a level that moves at random by {moves} a tick ({from}), "
        "{taken}: about ±{error}; the next best, {other}: about ±{its}. These are expected errors of one tick, "
        "not ranges.",
        "{entry}：按公开事实，这是最好的方法。对每个时段约变动 {moves}（{from}）的水平，{taken}：误差约 ±{error}；"
        "其次为{other}：约 ±{its}。这是单个时段的预期误差，不是区间。",
    ),
    "plan.why.offer.worse": (
        "{entry}: another way is better by public facts. For a level that moves at random by {moves} a tick "
        "({from}), {other}: about ±{its}; this plan, {taken}: about ±{error}. These are expected errors of one "
        "tick, not ranges.",
        "{entry}：按公开事实，另有更好的方法。对每个时段约变动 {moves}（{from}）的水平，{other}：误差约 ±{its}；本"
        "计划（{taken}）：约 ±{error}。这是单个时段的预期误差，不是区间。",
    ),
    "plan.why.offer.guess": (
        "{entry}: somebody who guesses one number for all ticks, without the data, is off by about ±{guess}: at "
        "this price no way to publish single ticks is expected to be closer.",
        "{entry}：不看数据、对所有时段只说一个数，误差约 ±{guess}：按此价格，逐个时段发布的任何方法预期都不会更接"
        "近。",
    ),
    "plan.error.repeat.sample": (
        "{entry}: every {width} ticks a fresh value, off by at most ±{margin} with probability {confidence}%. In "
        "between it is repeated: how far the numbers have moved since is unknown, and no range shows it.",
        "{entry}：每 {width} 个时段给出一个新值，以 {confidence}% 的概率误差不超过 ±{margin}。其间重复该值：此后数"
        "值变动了多少无从得知，任何区间都不能反映。",
    ),
    "plan.error.repeat.distribution": (
        "{entry}: a fresh value, at its best, is off by at most ±{margin} with probability {confidence}%; the "
        "more of them lie within {width} ticks, the noisier they are. In between the last one is repeated: how "
        "far the numbers have moved since is unknown, and no range shows it.",
        "{entry}：新值最好时以 {confidence}% 的概率误差不超过 ±{margin}；{width} 个时段内新值越多，噪声越大。其间"
        "重复上一个值：此后数值变动了多少无从得知，任何区间都不能反映。",
    ),
    "plan.error.repeat.absorption": (
        "{entry}: a fresh value, at its best, is off by at most ±{margin} with probability {confidence}%; one "
        "that follows the last within {width} ticks is noisier. In between the last one is repeated: how far the "
        "numbers have moved since is unknown, and no range shows it.",
        "{entry}：新值最好时以 {confidence}% 的概率误差不超过 ±{margin}；若与上一个新值相隔不足 {width} 个时段，噪"
        "声更大。其间重复上一个值：此后数值变动了多少无从得知，任何区间都不能反映。",
    ),
    "plan.derive.repeat.reach": (
        "so {unit} moves no row of one tick by more than {reach} grains, in at most {width} ticks in a row.",
        "因此{unit}在至多 {width} 个连续时段中，每个时段至多使数值变动 {reach} 个最小单位。",
    ),
    "plan.derive.repeat.sample": (
        "every {width}-th tick gets epsilon = {epsilon}, and no window has two of them.",
        "每 {width} 个时段用 ε = {epsilon} 一次，任何窗口都不含两次。",
    ),
    "plan.derive.repeat.distribution": (
        "within any {width} ticks, questions whether the numbers moved take at most half of epsilon = {epsilon}, "
        "and values at most the other half; each takes half of what is left.",
        "任意 {width} 个连续时段内，询问数值是否变动至多用去 ε = {epsilon} 的一半，给出数值至多用去另一半；每个新"
        "值用去余额的一半。",
    ),
    "plan.derive.repeat.absorption": (
        "within any {width} ticks, questions whether the numbers moved take at most half of epsilon = {epsilon}, "
        "and values at most the other half; each takes the shares of ticks that were skipped.",
        "任意 {width} 个连续时段内，询问数值是否变动至多用去 ε = {epsilon} 的一半，给出数值至多用去另一半；每个新"
        "值用去被略过的时段的份额。",
    ),
    "plan.why.repeat.sample": (
        "{entry}: one fresh value for each window, because the request says so: ±{margin} where it is fresh. "
        "Every tick by itself would be within ±{every}.",
        "{entry}：按请求，每个窗口给出一个新值：新值误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。",
    ),
    "plan.why.repeat.distribution": (
        "{entry}: fresh values where the numbers moved, because the request says so: ±{margin} at best. Every "
        "tick by itself would be within ±{every}.",
        "{entry}：按请求，数值变动时给出新值：最好时误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。",
    ),
    "plan.why.repeat.absorption": (
        "{entry}: fresh values where the numbers moved, because the request says so: ±{margin} at best. Every "
        "tick by itself would be within ±{every}.",
        "{entry}：按请求，数值变动时给出新值：最好时误差 ±{margin}。若每个时段单独发布，误差为 ±{every}。",
    ),
    "release.exact.repeat.sample": (
        "{name}: {times}, a fresh value is off by at most {margin}. Ticks that are not fresh repeat the last "
        "value; their range is about the tick of that value, and how far the numbers have moved since is unknown.",
        "{name}：{times}，新值的误差不超过 {margin}。其余时段重复上一个值；其区间说的是该值所属的时段，此后数值变"
        "动了多少无从得知。",
    ),
    "release.exact.repeat": (
        "{name}: {times}, a fresh value is off by at most {margin} at its best, by more where fresh ones follow "
        "each other closely. Ticks that are not fresh repeat the last value; their range is about the tick of "
        "that value, and how far the numbers have moved since is unknown. Before the first fresh value nothing is "
        "published, and the table has no number.",
        "{name}：{times}，新值最好时误差不超过 {margin}，新值相隔较近时误差更大。其余时段重复上一个值；其区间说的"
        "是该值所属的时段，此后数值变动了多少无从得知。首个新值之前没有给出任何数值，表中该处留空。",
    ),
    "release.weight.repeat": (
        "{name}: one {one} moves no tick by more than {reach}, in at most {width} ticks in a row.",
        "{name}：一个{one}在至多 {width} 个连续时段中，每个时段至多使数值变动 {reach}。",
    ),
    "study.about.fresh": (
        "about the last fresh tick: noise only. No range shows how far the numbers moved since",
        "针对上一个新值所属的时段：只含噪声。此后数值变动了多少，任何区间都不反映",
    ),
    "release.picture.unsaid": (
        "No value was fresh: nothing was published for any tick.",
        "没有任何新值：各时段均未给出数值。",
    ),
    "release.picture.fresh": (
        "range ({confidence}) of the last fresh value, repeated until the next",
        "上一个新值的区间（{confidence}），其间重复该值",
    ),
}
