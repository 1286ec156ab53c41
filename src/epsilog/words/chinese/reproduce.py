"""被要求的机制：展示、测量、攻破、超越。"""

from __future__ import annotations

from typing import Final

REPRODUCE: Final[dict[str, str]] = {
    "reproduce.title": "抽样过滤机制，按于东、康海燕（2015）原文",
    "reproduce.lead": (
        "在 {transactions} 条交易上复现一种已发表的机制。它不具备隐私保护：它输出的大部分就是原始数据本身。没有任何"
        "一种费用能描述它，所以账本不为它付账，任何请求也不能要求它。"
    ),
    "reproduce.invented": "日志是虚构的：一个月的 {transactions} 条交易，在 {file} 中。",
    "reproduce.yours": "日志是 {file}。其中没有任何内容被发布；图中展示了它，请自己保管。",
    "reproduce.what.amounts": "每条交易的金额",
    "reproduce.what.counts": "每个时段的交易数",
    "reproduce.figures": "原文的图，与其印出的数字对照",
    "reproduce.figures.lead": "前 {steps} 步（{what}），抽样间隔 {interval}。",
    "reproduce.column.what": "内容",
    "reproduce.column.document": "原文",
    "reproduce.column.here": "此处",
    "reproduce.row.variance": "不抽样时过滤器的 R，即 T²/ε²",
    "reproduce.row.best": "相对误差最小的 R",
    "reproduce.row.sampled": "间隔为 {interval} 时的 R",
    "reproduce.row.mean": "所有间隔的互信息均值（比特）",
    "reproduce.row.chosen": "其规则选出的间隔",
    "reproduce.row.at": "该间隔下的互信息（比特）",
    "reproduce.row.growth": "间隔 1 到 12 的互信息增长占比",
    "reproduce.row.times": "毫秒：全部过滤、拉普拉斯、抽样",
    "reproduce.row.error": "ε = {epsilon} 的相对误差：拉普拉斯、抽样、抽样并过滤",
    "reproduce.document.most": "大部分",
    "reproduce.document.order": "依次递减",
    "reproduce.wobble": (
        "这个规则不稳定：同一序列，五次不同的噪声，选出的间隔是 {chosen}。它还查看了私有序列，因此选出的间隔"
        "本身就是泄露；Q 也是从数据中读出的。"
    ),
    "reproduce.attack": "攻击",
    "reproduce.attack.lead": (
        "攻击者只看一次输出。恰好是整{grid}的值没有加噪，于是攻击者找出间隔，直接读出其余的值。"
    ),
    "reproduce.grid.amounts": "分",
    "reproduce.grid.counts": "数",
    "reproduce.attack.read": "未被告知而找出的间隔：{interval}。准确读出的值：{read}。",
    "reproduce.attack.none": "从一次输出没有找出间隔。知道方法的人可读出 {told} 的值。",
    "reproduce.attack.sampled": (
        "在抽样点上，攻击者区分 0 与 {largest} 的优势为 {advantage}；ε = {epsilon} 最多允许 {ceiling}。噪声是"
        "按敏感度 1 添加的。"
    ),
    "reproduce.attack.audit": "审计程序拿到十二步序列，其中一个值改变 1，证明 ε ≥ {epsilon}（置信度 0.999999）。",
    "reproduce.attack.successor": "对同样 ε 的可靠后继机制：读出 {read} 的值，每一步的优势为 {advantage}。",
    "reproduce.contest": "隐私相等时的可靠后继机制",
    "reproduce.contest.lead": (
        "原样的机制没有隐私可比。修补之后，它只发布抽样值，并按真实敏感度加噪。后继机制对每一步加噪再平滑；顾客可能出现在每一步时，它发布几步之"
        "和。噪声方差是已知的，其余都从加噪后的值学得。各方对同样的相邻数据付同样的 ε。平均绝对误差："
    ),
    "reproduce.column.series": "序列与保护单位",
    "reproduce.head.published": "原样",
    "reproduce.head.repaired": "修补",
    "reproduce.head.online": "实时",
    "reproduce.head.batch": "事后",
    "reproduce.heads": (
        "实时：后继机制随值到来即发布。事后：后继机制在全部到齐之后。原样：原文的机制，无隐私，因此不可比。"
    ),
    "reproduce.way.published": "原样（无隐私）",
    "reproduce.way.repaired": "修补后",
    "reproduce.way.online": "后继，实时",
    "reproduce.way.batch": "后继，事后",
    "reproduce.way.kalman": "全部过滤",
    "reproduce.way.laplace": "全部加拉普拉斯噪声",
    "reproduce.way.sample": "抽样、加噪",
    "reproduce.way.sampled": "抽样、加噪、过滤",
    "reproduce.round.amounts.transaction": "金额，\n一条交易",
    "reproduce.round.counts.transaction": "计数，\n一条交易",
    "reproduce.round.counts.customer": "计数，\n一位顾客 {times} 步",
    "reproduce.round.counts.every": "计数，\n一位顾客每一步",
    "reproduce.won": "与修补后的机制比较（双方只用过去的值），后继机制在 {rounds} 次中胜出 {won} 次。",
    "reproduce.every": (
        "一位顾客出现在每一步（原文自己的单位）：每 {group} 步求和，用一个秘密半径，误差 {ours}，修补后的机制为 "
        "{theirs}；每一步独立加噪则为 {each}。"
    ),
    "reproduce.lost": "随值到来时修补后的机制领先：{rounds}。",
    "reproduce.flat": (
        "画在序列真实均值处的直线（{flat}；谁也不能无代价地画出）比随值到来的后继机制更接近：{rounds}。"
    ),
    "reproduce.carries": "原文滤波器的 P 沿用上一个抽样步的值，尽管其间的值已原样发布。",
    "reproduce.beats": (
        "在计数上、保护一条交易时，它（{ours}）比把 {share} 的值原样发布的机制（{theirs}）更接近真值。"
    ),
    "reproduce.amounts.hopeless": "单个金额无法有用地公布：一条交易可能高达 {most}。留下的只是水平。",
    "reproduce.amounts.undeclared": "比较中略去了金额：请根据您所知道的说明计入的最大金额（--most）。",
    "reproduce.short": "{every} 的时段少于 24 个：比较中略去了计数序列。",
    "refusal.sampling_kalman": "sampling-kalman 会原样发布抽样点之间的数据：没有任何费用能为它付账",
    "refusal.sampling_kalman_hint": "as: per-step；想看它做了什么：epsilog reproduce sampling-kalman",
    "reproduce.page": "页面：{path}",
    "reproduce.footer": "epsilog {version}。这是复现，不是发布：其噪声可以重现，不保护任何人。",
    "reproduce.picture.3": "图 3：R 的选择",
    "reproduce.picture.4": "图 4：互信息与抽样间隔",
    "reproduce.picture.5": "图 5：运行时间",
    "reproduce.picture.6": "图 6：相对误差",
    "reproduce.picture.r": "R = {value}",
    "reproduce.picture.r.document": "（原文）",
    "reproduce.picture.r.right": "（噪声的真实方差）",
    "reproduce.picture.points": "数据量",
    "reproduce.picture.error": "平均相对误差",
    "reproduce.picture.interval": "抽样间隔",
    "reproduce.picture.bits": "互信息（比特）",
    "reproduce.picture.ms": "毫秒",
    "reproduce.picture.width": "固定抽样，等间距分组",
    "reproduce.picture.probability": "固定抽样，等概率分组",
    "reproduce.picture.random": "随机抽样，等间距分组",
    "reproduce.picture.chosen": "最接近均值：{interval}",
    "reproduce.picture.document": "原文：6",
    "reproduce.picture.step": "步",
    "reproduce.picture.truth": "真值",
    "reproduce.picture.read": "原样发布：准确读出",
    "reproduce.picture.noised": "加噪并过滤",
    "reproduce.picture.attack.left": "攻击者看到的一次输出",
    "reproduce.picture.attack.right": "攻击者得到什么",
    "reproduce.picture.ceiling": "ε = {epsilon} 最多允许",
    "reproduce.bar.read": "准确读出的值，\n原样机制",
    "reproduce.bar.successor_read": "准确读出的值，\n后继机制",
    "reproduce.bar.sampled": "抽样点上的优势，\n原样机制",
    "reproduce.bar.successor": "任意一步的优势，\n后继机制",
    "reproduce.picture.stretch.transaction": "保护一条交易，ε = {epsilon}",
    "reproduce.picture.stretch.customer": "保护一位顾客，ε = {epsilon}",
    "reproduce.picture.mae": "平均绝对误差",
    "reproduce.picture.contest": "ε = {epsilon} 相等时的误差（斜线：无隐私）",
    "reproduce.caption.contest": "左：序列的一段。右：整个序列的平均绝对误差。",
    "reproduce.caption.attack": "左：红点就是数据。右：测得的比例与优势。",
    "reproduce.caption.figure": "原文的图 {number}，用这份日志。",
}
