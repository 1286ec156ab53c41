"""The asked-for mechanism: shown, measured, broken, and beaten."""

from typing import Final

REPRODUCE: Final[dict[str, tuple[str, str]]] = {
    "reproduce.title": (
        "Sampling and filtering, as published by Yu and Kang (2015)",
        "抽样过滤机制，按于东、康海燕（2015）原文",
    ),
    "reproduce.lead": (
        "A reproduction of a published mechanism on {transactions} transactions. It is not private: most of its "
        "output is the data itself. No charge describes it, so no ledger can pay for it and no spec can ask for "
        "it.",
        "在 {transactions} 条交易上复现一种已发表的机制。它不具备隐私保护：它输出的大部分就是原始数据本身。没有任"
        "何一种费用能描述它，所以账本不为它付账，任何请求也不能要求它。",
    ),
    "reproduce.invented": (
        "The log is invented: {transactions} transactions of one month, in {file}.",
        "日志是虚构的：一个月的 {transactions} 条交易，在 {file} 中。",
    ),
    "reproduce.yours": (
        "The log is {file}. Nothing of it was published, but the pictures show it. Keep them to yourself.",
        "日志是 {file}。其中没有任何内容被发布；图中展示了它，请自己保管。",
    ),
    "reproduce.what.amounts": ("amount of each transaction", "每条交易的金额"),
    "reproduce.what.counts": ("transactions per period", "每个时段的交易数"),
    "reproduce.figures": ("Its figures, beside its printed numbers", "原文的图，与其印出的数字对照"),
    "reproduce.figures.lead": (
        "First {steps} steps ({what}), sampling interval {interval}.",
        "前 {steps} 步（{what}），抽样间隔 {interval}。",
    ),
    "reproduce.column.what": ("what", "内容"),
    "reproduce.column.document": ("the document", "原文"),
    "reproduce.column.here": ("here", "此处"),
    "reproduce.row.variance": ("R of the unsampled filter, T²/ε²", "不抽样时过滤器的 R，即 T²/ε²"),
    "reproduce.row.best": ("R with the least relative error", "相对误差最小的 R"),
    "reproduce.row.sampled": ("R at interval {interval}", "间隔为 {interval} 时的 R"),
    "reproduce.row.mean": ("mean information over all intervals, bits", "所有间隔的互信息均值（比特）"),
    "reproduce.row.chosen": ("interval its rule chooses", "其规则选出的间隔"),
    "reproduce.row.at": ("information at that interval, bits", "该间隔下的互信息（比特）"),
    "reproduce.row.growth": ("growth of information at intervals 1 to 12", "间隔 1 到 12 的互信息增长占比"),
    "reproduce.row.times": ("milliseconds: filter on all, Laplace, sampled", "毫秒：全部过滤、拉普拉斯、抽样"),
    "reproduce.row.error": (
        "relative error at ε = {epsilon}: Laplace, sampled, sampled and filtered",
        "ε = {epsilon} 的相对误差：拉普拉斯、抽样、抽样并过滤",
    ),
    "reproduce.document.most": ("most of it", "大部分"),
    "reproduce.document.order": ("falling", "依次递减"),
    "reproduce.wobble": (
        "The rule is unstable: for the same series, five draws of the noise choose the intervals {chosen}. It "
        "also looks at the private series, so the interval it chooses is another leak; and Q is computed from the "
        "data.",
        "这个规则不稳定：同一序列，五次不同的噪声，选出的间隔是 {chosen}。它还查看了私有序列，因此选出的间隔本身就"
        "是泄露；Q 也是从数据中读出的。",
    ),
    "reproduce.attack": ("The attack", "攻击"),
    "reproduce.attack.lead": (
        "An attacker sees one output. Values in whole {grid} have no noise, so the attacker finds the interval "
        "and reads the other values exactly.",
        "攻击者只看一次输出。恰好是整{grid}的值没有加噪，于是攻击者找出间隔，直接读出其余的值。",
    ),
    "reproduce.grid.amounts": ("cents", "分"),
    "reproduce.grid.counts": ("numbers", "数"),
    "reproduce.attack.read": (
        "Interval found without knowing it: {interval}. Values read exactly: {read}.",
        "未被告知而找出的间隔：{interval}。准确读出的值：{read}。",
    ),
    "reproduce.attack.none": (
        "The interval was not found from one output. Whoever knows the method reads {told} of the values.",
        "从一次输出没有找出间隔。知道方法的人可读出 {told} 的值。",
    ),
    "reproduce.attack.sampled": (
        "At a sampled step the attacker distinguishes 0 from {largest} with an advantage of {advantage}; ε = "
        "{epsilon} allows {ceiling} at most. The noise was made for a sensitivity of 1.",
        "在抽样点上，攻击者区分 0 与 {largest} 的优势为 {advantage}；ε = {epsilon} 最多允许 {ceiling}。噪声是按敏"
        "感度 1 添加的。",
    ),
    "reproduce.attack.audit": (
        "The auditor, given twelve steps and one value changed by 1, proves ε ≥ {epsilon} (confidence 0.999999).",
        "审计程序拿到十二步序列，其中一个值改变 1，证明 ε ≥ {epsilon}（置信度 0.999999）。",
    ),
    "reproduce.attack.successor": (
        "Against the sound successor at the same ε: {read} of the values read, advantage {advantage} at every "
        "step.",
        "对同样 ε 的可靠后继机制：读出 {read} 的值，每一步的优势为 {advantage}。",
    ),
    "reproduce.contest": ("The sound successor, at equal privacy", "隐私相等时的可靠后继机制"),
    "reproduce.contest.lead": (
        "The mechanism as published has no privacy to compare with. After a repair, it publishes only sampled "
        "values, with noise for the true sensitivity. The successor adds noise to every step and smooths; where a "
        "customer may be in every step it publishes sums of a few steps. The variance of the noise is known, "
        "everything else is learned from noisy values. All pay the same ε for the same neighbours. Mean absolute "
        "errors:",
        "原样的机制没有隐私可比。修补之后，它只发布抽样值，并按真实敏感度加噪。后继机制对每一步加噪再平滑；顾客可"
        "能出现在每一步时，它发布几步之和。噪声方差是已知的，其余都从加噪后的值学得。各方对同样的相邻数据付同样的 "
        "ε。平均绝对误差：",
    ),
    "reproduce.column.series": ("series and unit", "序列与保护单位"),
    "reproduce.head.published": ("raw", "原样"),
    "reproduce.head.repaired": ("repaired", "修补"),
    "reproduce.head.online": ("live", "实时"),
    "reproduce.head.batch": ("batch", "事后"),
    "reproduce.heads": (
        "Live: the successor as values come. Batch: the successor afterwards. Raw: the mechanism as published, "
        "not private, and so not comparable.",
        "实时：后继机制随值到来即发布。事后：后继机制在全部到齐之后。原样：原文的机制，无隐私，因此不可比。",
    ),
    "reproduce.way.published": ("as published (not private)", "原样（无隐私）"),
    "reproduce.way.repaired": ("repaired", "修补后"),
    "reproduce.way.online": ("successor, as it comes", "后继，实时"),
    "reproduce.way.batch": ("successor, afterwards", "后继，事后"),
    "reproduce.way.kalman": ("filter on all", "全部过滤"),
    "reproduce.way.laplace": ("Laplace on all", "全部加拉普拉斯噪声"),
    "reproduce.way.sample": ("sampled, Laplace", "抽样、加噪"),
    "reproduce.way.sampled": ("sampled, Laplace, filtered", "抽样、加噪、过滤"),
    "reproduce.round.amounts.transaction": ("amounts,\none transaction", "金额，\n一条交易"),
    "reproduce.round.counts.transaction": ("counts,\none transaction", "计数，\n一条交易"),
    "reproduce.round.counts.customer": ("counts,\na customer in {times}", "计数，\n一位顾客 {times} 步"),
    "reproduce.round.counts.every": ("counts, a customer\nin every step", "计数，\n一位顾客每一步"),
    "reproduce.won": (
        "The successor wins {won} of {rounds} comparisons with the repaired mechanism (both use the past only).",
        "与修补后的机制比较（双方只用过去的值），后继机制在 {rounds} 次中胜出 {won} 次。",
    ),
    "reproduce.every": (
        "A customer in every step, the document's own unit: sums of {group} steps with one secret radius, {ours} "
        "against {theirs} of the repaired mechanism; independent noise on every step would have {each}.",
        "一位顾客出现在每一步（原文自己的单位）：每 {group} 步求和，用一个秘密半径，误差 {ours}，修补后的机制为 "
        "{theirs}；每一步独立加噪则为 {each}。",
    ),
    "reproduce.lost": (
        "The repaired mechanism is ahead as values come: {rounds}.",
        "随值到来时修补后的机制领先：{rounds}。",
    ),
    "reproduce.flat": (
        "A line at the true mean of the series ({flat}; nobody may draw it for nothing) is nearer than the "
        "successor as values come: {rounds}.",
        "画在序列真实均值处的直线（{flat}；谁也不能无代价地画出）比随值到来的后继机制更接近：{rounds}。",
    ),
    "reproduce.carries": (
        "P of the document's filter is carried over from the last sampled step, though the values in between were "
        "published.",
        "原文滤波器的 P 沿用上一个抽样步的值，尽管其间的值已原样发布。",
    ),
    "reproduce.beats": (
        "On the counts, one transaction protected, it is nearer to the truth ({ours}) than the mechanism that "
        "publishes {share} of the values raw ({theirs}).",
        "在计数上、保护一条交易时，它（{ours}）比把 {share} 的值原样发布的机制（{theirs}）更接近真值。",
    ),
    "reproduce.amounts.hopeless": (
        "Single amounts cannot be published usefully: one transaction may be as large as {most}. What remains is "
        "the level.",
        "单个金额无法有用地公布：一条交易可能高达 {most}。留下的只是水平。",
    ),
    "reproduce.amounts.undeclared": (
        "Amounts were left out of the contest: say what the largest amount is that counts (--most), from what you "
        "know.",
        "比较中略去了金额：请根据您所知道的说明计入的最大金额（--most）。",
    ),
    "reproduce.short": (
        "Fewer than 24 periods of {every}: the counted series was left out of the contest.",
        "{every} 的时段少于 24 个：比较中略去了计数序列。",
    ),
    "refusal.sampling_kalman": (
        "sampling-kalman publishes the data between its samples: nothing can pay for it",
        "sampling-kalman 会原样发布抽样点之间的数据：没有任何费用能为它付账",
    ),
    "refusal.sampling_kalman_hint": (
        "as: per-step; what it does: epsilog reproduce sampling-kalman",
        "as: per-step；想看它做了什么：epsilog reproduce sampling-kalman",
    ),
    "reproduce.page": ("page: {path}", "页面：{path}"),
    "reproduce.footer": (
        "epsilog {version}. A reproduction, not a release: its noise is reproducible and protects nobody.",
        "epsilog {version}。这是复现，不是发布：其噪声可以重现，不保护任何人。",
    ),
    "reproduce.picture.3": ("Figure 3: the choice of R", "图 3：R 的选择"),
    "reproduce.picture.4": ("Figure 4: information against the interval", "图 4：互信息与抽样间隔"),
    "reproduce.picture.5": ("Figure 5: running time", "图 5：运行时间"),
    "reproduce.picture.6": ("Figure 6: relative error", "图 6：相对误差"),
    "reproduce.picture.r": ("R = {value}", "R = {value}"),
    "reproduce.picture.r.document": ("(the document's)", "（原文）"),
    "reproduce.picture.r.right": ("(the variance of the noise)", "（噪声的真实方差）"),
    "reproduce.picture.points": ("number of points", "数据量"),
    "reproduce.picture.error": ("mean relative error", "平均相对误差"),
    "reproduce.picture.interval": ("sampling interval", "抽样间隔"),
    "reproduce.picture.bits": ("mutual information, bits", "互信息（比特）"),
    "reproduce.picture.ms": ("milliseconds", "毫秒"),
    "reproduce.picture.width": ("fixed sampling, bins of equal width", "固定抽样，等间距分组"),
    "reproduce.picture.probability": ("fixed sampling, bins of equal probability", "固定抽样，等概率分组"),
    "reproduce.picture.random": ("random sampling, bins of equal width", "随机抽样，等间距分组"),
    "reproduce.picture.chosen": ("nearest to the mean: {interval}", "最接近均值：{interval}"),
    "reproduce.picture.document": ("the document: 6", "原文：6"),
    "reproduce.picture.step": ("step", "步"),
    "reproduce.picture.truth": ("the truth", "真值"),
    "reproduce.picture.read": ("published raw: read exactly", "原样发布：准确读出"),
    "reproduce.picture.noised": ("with noise, filtered", "加噪并过滤"),
    "reproduce.picture.attack.left": ("One output, as an attacker sees it", "攻击者看到的一次输出"),
    "reproduce.picture.attack.right": ("What the attacker gets", "攻击者得到什么"),
    "reproduce.picture.ceiling": ("most that ε = {epsilon} allows", "ε = {epsilon} 最多允许"),
    "reproduce.bar.read": ("values read exactly,\nas published", "准确读出的值，\n原样机制"),
    "reproduce.bar.successor_read": ("values read exactly,\nsuccessor", "准确读出的值，\n后继机制"),
    "reproduce.bar.sampled": ("advantage at a sampled\nstep, as published", "抽样点上的优势，\n原样机制"),
    "reproduce.bar.successor": ("advantage at any\nstep, successor", "任意一步的优势，\n后继机制"),
    "reproduce.picture.stretch.transaction": (
        "One transaction protected, ε = {epsilon}",
        "保护一条交易，ε = {epsilon}",
    ),
    "reproduce.picture.stretch.customer": ("One customer protected, ε = {epsilon}", "保护一位顾客，ε = {epsilon}"),
    "reproduce.picture.mae": ("mean absolute error", "平均绝对误差"),
    "reproduce.picture.contest": (
        "Error at equal ε = {epsilon} (hatched: no privacy)",
        "ε = {epsilon} 相等时的误差（斜线：无隐私）",
    ),
    "reproduce.caption.contest": (
        "Left: a stretch of the series. Right: mean absolute errors of the whole.",
        "左：序列的一段。右：整个序列的平均绝对误差。",
    ),
    "reproduce.caption.attack": (
        "Left: red points are the data. Right: shares and advantages, measured.",
        "左：红点就是数据。右：测得的比例与优势。",
    ),
    "reproduce.caption.figure": ("The document's figure {number}, on this log.", "原文的图 {number}，用这份日志。"),
}
