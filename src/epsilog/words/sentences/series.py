"""Series: running totals, windows, fading sums, alerts, smoothed values."""

from typing import Final

SERIES: Final[dict[str, tuple[str, str]]] = {
    "series.as.running": ("(added up from the first tick on)", "自第一个时段起累计"),
    "series.as.window": (
        "(sums over {ticks} ticks: each with those before it)",
        "连同之前的时段，共 {ticks} 个时段之和",
    ),
    "series.as.decay": (
        "(fading sums: every tick keeps {keep} of the one before)",
        "每一时段保留前一时段的 {keep} 的衰减和",
    ),
    "plan.title.series": ("Ways to make the series", "生成序列的各种方法"),
    "plan.error.series": (
        "{entry}: with probability {confidence}% a tick is off by at most ±{least} to ±{most}, depending on the "
        "tick ({strategy}, {law}). Ticks share their noise: if one is off, its neighbours are off as well.",
        "{entry}：每个时段的误差以 {confidence}% 的概率不超过 ±{least} 至 ±{most}，视时段而定（{strategy}，{law}）"
        "。各时段共用噪声：某一时段有偏差，相邻时段也会有。",
    ),
    "plan.series.head": (
        "{entry}, {ticks} ticks; standard error of a tick at this price, as a root mean square over all of them:",
        "{entry}，{ticks} 个时段；在此价格下单个时段的标准误差（所有时段的均方根）：",
    ),
    "plan.series.option.chosen": (
        "{strategy}, {law}: {typical}, {largest} at the worst tick. Chosen.",
        "{strategy}，{law}：{typical}，最差的时段 {largest}。已选用。",
    ),
    "plan.series.option.first": (
        "{strategy}, {law}: {typical}, {largest} at the worst tick.",
        "{strategy}，{law}：{typical}，最差的时段 {largest}。",
    ),
    "plan.series.option.more": (
        "{strategy}, {law}: {typical}, {largest} at the worst tick; {times} times the best.",
        "{strategy}，{law}：{typical}，最差的时段 {largest}；是最优者的 {times} 倍。",
    ),
    "plan.series.refused.error not worth computing": (
        "{strategy}: left out, its error takes too long to compute for so many ticks.",
        "{strategy}：未考虑，时段太多，计算其误差耗时过长。",
    ),
    "plan.series.refused.memory grows with every step": (
        "{strategy}: left out, its memory grows with every tick and there are too many.",
        "{strategy}：未考虑，其内存随时段增长，而时段太多。",
    ),
    "plan.series.held": (
        "One tick of one cell counts up to {held}; anything above counts as that.",
        "每个单元格的每个时段最多计到 {held}，超出部分按此计。",
    ),
    "plan.series.independent steps": ("ticks one by one, added up", "逐时段加噪再相加"),
    "plan.series.binary tree": ("binary tree", "二叉树"),
    "plan.series.banded": ("bands", "带状矩阵"),
    "plan.series.square root": ("square root", "平方根分解"),
    "plan.series.square root, normalised": ("square root with equal columns", "列归一化的平方根分解"),
    "plan.series.buffered": ("fading buffers", "衰减缓冲"),
    "plan.series.buffered, normalised": ("fading buffers with equal columns", "列归一化的衰减缓冲"),
    "plan.series.outer root": ("outer root", "外函数平方根"),
    "plan.series.subtracted blocks": ("blocks added and subtracted", "区块加减"),
    "plan.picture.series.title": ("{entry}: ways to make it, and their errors", "{entry}：各种生成方法及其误差"),
    "plan.picture.series.epsilon": ("epsilon of the whole release", "整个发布的 ε"),
    "plan.picture.series.ticks": ("number of ticks", "时段数"),
    "plan.picture.series.y": ("typical standard error of a tick", "单个时段的典型标准误差"),
    "plan.why.series": (
        "{entry}: {strategy} with {law}, because its error over all ticks is the smallest at this price: "
        "{typical} as a root mean square, against {its} for {other}.",
        "{entry}：采用{strategy}与{law}，因为在此价格下它对全部时段的误差最小：均方根 {typical}，而{other}为 {its}"
        "。",
    ),
    "plan.why.series.flat": (
        "{entry}: {strategy} with {law}, because its state is as small at the last tick as at the first. Its "
        "error is {typical} as a root mean square; that of {other}, whose state grows with every tick, is {its}.",
        "{entry}：采用{strategy}与{law}，因为其状态在最后一个时段与第一个时段一样小；均方根误差为 {typical}，而状"
        "态随时段增长的{other}为 {its}。",
    ),
    "plan.why.series.root": (
        "{entry}: {strategy} with {law}. Its error is {typical} as a root mean square; that of {other}, which "
        "does nearly the same without remembering every tick of a live series, is {its}.",
        "{entry}：采用{strategy}与{law}：均方根误差为 {typical}，而{other}（它模仿前者，使实时序列不必记住每个时段"
        "）为 {its}。",
    ),
    "plan.why.series.only": (
        "{entry}: {strategy} with {law}, the only strategy that can be paid; its error is {typical}.",
        "{entry}：采用{strategy}与{law}，这是唯一付得起的方法；误差为 {typical}。",
    ),
    "plan.why.series.error": (
        "{entry}: {strategy}, the cheapest strategy that keeps the error asked for at every tick; the widest is "
        "±{margin}.",
        "{entry}：采用{strategy}，在所有时段都满足误差要求的方法中最便宜；最宽为 ±{margin}。",
    ),
    "plan.derive.series.steps": (
        "so {unit} moves no series further than these extreme cases do (ticks: {times}; grains in each: {most}): "
        "norms are largest there.",
        "因此{unit}对序列的影响，不超过出现在 {times} 个时段、每个时段 {most} 个最小单位的人：范数在这样的顶点上最"
        "大。",
    ),
    "plan.derive.series.apiece": (
        "so {unit} moves no series further than these extreme cases do (pairs of a cell and a tick: {times}; "
        "grains in each: {most}): norms are largest there.",
        "因此{unit}对序列的影响，不超过出现在 {times} 个（单元格，时段）、每处 {most} 个最小单位的人：范数在这样的"
        "顶点上最大。",
    ),
    "plan.derive.series.reach": (
        "{strategy}: these contributions move its whole-number answers by at most L1 = {l1}, L2 = {l2}.",
        "{strategy}：这些贡献使其整数答案至多变动 L1 = {l1}，L2 = {l2}。",
    ),
    "plan.derive.series.laplace": (
        "{law} of scale {parameter} on every answer; ticks are computed from the noisy answers.",
        "每个答案加尺度为 {parameter} 的{law}；各时段的数值由带噪答案得出。",
    ),
    "plan.derive.series.gaussian": (
        "{law} of variance {parameter} on every answer; ticks are computed from the noisy answers.",
        "每个答案加方差为 {parameter} 的{law}；各时段的数值由带噪答案得出。",
    ),
    "release.exact.series": (
        "{name}: {times} the bounded answer of a tick lies within ±{least} to ±{most} of the published number; "
        "each tick has its own range. Ticks share their noise, so neighbouring ones are off together.",
        "{name}：{times}，某一时段的受限答案落在公布值的 ±{least} 至 ±{most} 之内；每个时段有各自的区间。各时段共"
        "用噪声，因此相邻时段会一同偏离。",
    ),
    "release.weight.series": (
        "{name}: one {one} contributes at most {reach} to all ticks together. Answers to the questions of the "
        "strategy ({strategy}) got {law} noise made for that; every tick is computed from the noisy answers.",
        "{name}：一{one}对所有时段的贡献合计至多 {reach}。对该方法（{strategy}）所提问题的答案加了为此设定的{law}"
        "噪声；各时段的数值由带噪答案得出。",
    ),
    "series.as.alert": (
        "(alerts above {line}, at most {count} of them)",
        "超过 {line} 时发出警报，至多 {count} 次",
    ),
    "plan.error.alert": (
        "{entry}: with probability {confidence}% a tick with an alert is truly above {line} minus {unsure}, and a "
        "tick without one below {line} plus {unsure}. After {count} alerts no further tick is watched.",
        "{entry}：以 {confidence}% 的概率，发出警报的时段真实值高于 {line} 减 {unsure}，未发出警报的时段低于 "
        "{line} 加 {unsure}。发出 {count} 次警报后监测结束。",
    ),
    "plan.why.alert.watch": (
        "{entry}: an alert is unsure by {unsure}; single ticks at the same price would be off by up to {every}. "
        "Watching for alerts is more exact, and says only whether the line was crossed.",
        "{entry}：监测的不确定范围为 {unsure}；同样的价格逐时段发布，误差可达 {every}。监测更准，但只说是否超过。",
    ),
    "plan.why.alert.ticks": (
        "{entry}: an alert is unsure by {unsure}; single ticks at the same price would be off by up to {every}. "
        "Publishing every tick (as: per-step) is at least as exact and says more; compare the noisy ticks with "
        "the line yourself.",
        "{entry}：监测的不确定范围为 {unsure}；同样的价格逐时段发布，误差至多 {every}。逐时段发布（as: per-step）"
        "至少同样准确，而且内容更多；可自行将带噪数值与界线比较。",
    ),
    "plan.derive.alert.reach": (
        "so {unit} moves the number of any one tick, which is compared with the line, by at most {reach} grains, "
        "in however many ticks it is.",
        "因此{unit}对任一时段与界线比较的数至多影响 {reach} 个最小单位，无论出现在多少个时段。",
    ),
    "plan.derive.alert.noise": (
        "discrete Laplace noise of scale {line} on the line, once, and of scale {look} on every comparison; a "
        "tick without an alert is free, and after {count} alerts nothing is compared any more.",
        "界线加一次尺度为 {line} 的离散拉普拉斯噪声，每次比较加尺度为 {look} 的噪声；不报警不收费，发出 {count} 次"
        "警报后不再比较。",
    ),
    "release.exact.alert": (
        "{name}: {times} the bounded answer of a tick with an alert was above {line} minus {unsure}, and that of "
        "a tick without one below {line} plus {unsure}. How far above the line a tick was (`over`) is noisy, and "
        "too large on average, because it is published only where it is large. After {count} alerts, if there "
        "were so many, no further tick was watched.",
        "{name}：{times}，发出警报的时段的受限答案高于 {line} 减 {unsure}，未发出警报的时段的受限答案低于 {line} "
        "加 {unsure}。高出界线多少（over 列）带有噪声，且平均偏大，因为只有偏大时才会公布。若警报达到 {count} 次，"
        "监测即结束。",
    ),
    "release.weight.alert": (
        "{name}: one {one} moves the number of any one tick, which is compared with the line, by at most {reach}. "
        "The line and every comparison got discrete Laplace noise made for that and for the number of alerts; "
        "ticks without an alert cost nothing.",
        "{name}：一{one}对任一时段与界线比较的数至多影响 {reach}。界线与每次比较都加了按此以及警报次数设定的离散拉"
        "普拉斯噪声；不报警的时段不收费。",
    ),
    "release.picture.alert.over": ("how far above the noisy line", "高出带噪界线多少"),
    "release.picture.alert.ended": ("no longer watched", "不再监测"),
    "release.picture.alert.none": ("no alert", "没有警报"),
    "release.picture.alert": (
        "an alert is right up to ±{unsure} around the line, {confidence} of the time",
        "警报在界线 ±{unsure} 的范围内是可靠的，把握为 {confidence}",
    ),
    "release.column.over": ("above the noisy line by", "高出带噪界线"),
    "release.column.unsure": ("unsure by ({confidence})", "不确定范围（{confidence}）"),
    "release.preview.alerts": (
        "{shown} ticks with an alert of {rows} ticks in all: {file}",
        "共 {rows} 个时段，其中 {shown} 个发出警报：{file}",
    ),
    "release.exact.smoothed": (
        "{name}: `smoothed` is computed from the noisy ticks by a model of a level, a slope and a season. How "
        "fast these change was learned from the noisy ticks alone; it costs nothing. Its band (`smoothed_low` to "
        "`smoothed_high`) is model-based: it holds as far as the series moves as the model says, and is too "
        "narrow where it bends most. `value` is the unbiased one, and its range always holds.",
        "{name}：smoothed 列由一个包含水平、斜率与季节的模型从带噪的各时段得出，其变化快慢只从带噪数值学得；不另收"
        "费。其区间（smoothed_low 至 smoothed_high）基于模型：只在序列按模型变化时成立，在弯折最大之处过窄。value "
        "列是无偏的，其区间始终成立。",
    ),
    "release.exact.smoothed.average": (
        "{name}: `smoothed` is made of the noisy ticks alone, each from all the others and itself; it costs "
        "nothing. Its band (`smoothed_low` to `smoothed_high`) holds on average over the series: about "
        "{confidence} of all ticks lie within it, but ticks where the series does something it does nowhere else "
        "lie within it less often. That is measured, not proved. `value` is the unbiased one, and its range holds "
        "at every tick.",
        "{name}：smoothed 列只由带噪的各时段得出（每个时段由其余各时段及其自身推算），不另收费。其区间（"
        "smoothed_low 至 smoothed_high）就整个序列平均而言成立：约有 {confidence} 的时段落在其中，但在序列出现别处"
        "所无的变化之处，命中较少。这是实测所得，并非证明。value 列是无偏的，其区间在每个时段都成立。",
    ),
    "release.exact.smoothed.raw": (
        "{name}: the noise is smaller than the steps of the numbers, so nothing is smoothed: `smoothed` and its "
        "band are the value and its own range.",
        "{name}：噪声小于数值的最小单位，因此不作平滑：smoothed 列及其区间即为数值本身及其区间。",
    ),
    "release.picture.smoothed.average": ("bold: smoothed", "粗线：平滑值"),
    "release.picture.smoothed": ("bold: smoothed by a model", "粗线：经模型平滑"),
}

# Persons protected within a window of periods.
WINDOW: Final[dict[str, tuple[str, str]]] = {
    "plan.unit.window": (
        "one {each} within any {window} {period}s in a row",
        "一个 {each} 在任意连续 {window} {period}之内的全部记录",
    ),
    "release.unit.window": (
        "everything of one {each} within any {window} {period}s in a row",
        "同一 {each} 在任意连续 {window} {period}内的全部记录",
    ),
    "release.subject.window": ("this person within these {window} {period}s", "此人在这连续 {window} {period}"),
    "release.one.window": ("person within {window} {period}s in a row", "人（连续 {window} {period}内）"),
    "ledger.unit.window.period": (
        "everything of each {each} within any {window} {period}s in a row",
        "每个 {each} 在任意连续 {window} {period}内的全部记录",
    ),
    "ledger.window": ("windows", "窗口"),
    "ledger.window.rule": (
        "a window touches several blocks of one {period} ({zone}), so all releases share one cap for all time",
        "一个窗口跨越多个“一{period}”的时间块（{zone}），因此所有发布共用一个不分时间的上限",
    ),
    "plan.derive.window.apart": (
        "that is one {period}. A window has {many} of them that count here, and no two of them share a cell: L1 "
        "and L2² are {many} times as large.",
        "以上是一{period}。一个窗口在此至多有 {many} {period}，且任何两个都不共用单元格：L1 与 L2² 都变为 {many} "
        "倍。",
    ),
    "plan.derive.window.shared": (
        "that is one {period}. A window has {many} of them that count here, and they may share cells: L1 is "
        "{many} times as large, L2² {squared} times.",
        "以上是一{period}。一个窗口在此至多有 {many} {period}，它们可能共用单元格：L1 变为 {many} 倍，L2² 变为 "
        "{squared} 倍。",
    ),
    "plan.derive.window.persons": (
        "that is one {period}. A window has {many} of them that count here; a person counts once in a cell, so no "
        "cell moves by more than 1.",
        "以上是一{period}。一个窗口在此至多有 {many} {period}；一个人在一个单元格中只计一次，因此任何单元格的变动"
        "都不超过 1。",
    ),
    "plan.person.window": (
        "{entry}: bounds hold within one {period}, and one window may hold {many} times as much. Over longer "
        "times one {each} may contribute more, and is protected less.",
        "{entry}：限制以一{period}为单位，一个窗口至多可有 {many} 倍。时间更长时，一个 {each} 的贡献可以更多，受到"
        "的保护也就较弱。",
    ),
    "plan.cost.window": (
        "It is paid once for all time: a window of {window} {period}s lies in no single block, so there are no "
        "separate blocks.",
        "费用不分时间，只付一次：{window} {period}的窗口不落在任何单个时间块内，因此各时间块不分开计。",
    ),
    "release.weight.window": (
        "{name}: these bounds hold within one {period}; one window may hold {many} of them, and the noise hides "
        "all of them together.",
        "{name}：这些限制以一{period}为单位；一个窗口至多含 {many} {period}，噪声把它们一并掩盖。",
    ),
    "release.cost.window": (
        "The price counts for all time: windows of {window} {period}s overlap, so the account has one cap for all "
        "of them.",
        "费用不分时间：{window} {period}的窗口彼此重叠，因此账户只有一个共同的上限。",
    ),
    "release.open.persons_over_several_windows": (
        "A person is protected within {window} {period}s in a row: what a longer time shows is protected less.",
        "一个人在连续 {window} {period}之内受保护：更长时间所显示的内容，保护较弱。",
    ),
}
