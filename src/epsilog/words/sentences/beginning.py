"""What is asked before a first release, and what the answers come to."""

from typing import Final

BEGINNING: Final[dict[str, tuple[str, str]]] = {
    "ask.proposal": ("Enter: {answer}", "直接按回车：{answer}"),
    "ask.nothing": ("leave it out", "不发布此项"),
    "ask.needed": ("This question needs an answer.", "这个问题需要回答。"),
    "ask.stopped": (
        "Stopped. Nothing was written, and nothing was spent.",
        "已停止。没有写任何文件，也没有花费预算。",
    ),
    "ask.stopped.written": (
        "Not published, and nothing was spent. The spec {path} and the account {account} are complete. "
        "Later: epsilog publish {path}",
        "没有发布，也没有花费预算。请求 {path} 和账户 {account} 都是完整的。以后可以运行：epsilog publish {path}",
    ),
    "ask.begin": (
        "A few questions. Answer from what you know without looking at the data: the answers are published. "
        "Ctrl-C leaves, and nothing is written.",
        "请回答几个问题。只凭您不看数据也知道的内容回答：答案会被公开。按 Ctrl-C 退出，不会写任何文件。",
    ),
    "ask.looked": (
        "THIS SPEC BEGAN WITH A LOOK AT PRIVATE DATA: names and kinds of columns are from the first {rows} "
        "rows of {file}, and no account was charged for that look. Everything else is what somebody answered.",
        "本请求始于对私有数据的一次查看：列名和列类型来自 {file} 的前 {rows} 行，这次查看没有计入任何账户。其"
        "余内容都是有人回答的。",
    ),
    "ask.person": (
        "Which column says whose row it is? Everything of one person is protected together. Columns: {columns}",
        "哪一列说明一行属于谁？同一个人的全部记录会一起受到保护。各列：{columns}",
    ),
    "ask.period": (
        "For how long is a person protected? always: everything in the table, the strongest. Or within one "
        "of {periods}: less noise, but what several periods show of the same person adds up.",
        "一个人受保护的时间有多长？always：表中的全部记录，保护最强。或者在 {periods} 之一以内：噪声较小，但"
        "多个时段透露的同一个人的信息会累加。",
    ),
    "ask.time": ("Which column says when it happened? Or none.", "哪一列说明发生的时间？没有请写 none。"),
    "ask.format": (
        "How are these dates written, {one} or {other}? The rows fit both. Read in the wrong way, days are "
        "put into other months.",
        "这些日期的写法是 {one} 还是 {other}？从数据行看不出来。若读错，日子会落在别的月份。",
    ),
    "ask.zone": (
        "In which time zone do days begin? Such as Asia/Shanghai.",
        "一天从哪个时区的零点开始？例如 Asia/Shanghai。",
    ),
    "ask.from": (
        "Which is the first day of the release? Such as 2026-01-01.",
        "发布的第一天是哪一天？例如 2026-01-01。",
    ),
    "ask.to": ("Which is the last day? It is included.", "最后一天是哪一天？包含当天。"),
    "ask.rows": (
        "About how many rows are there in these days? Guess from what is public, such as last year's report. "
        "The guess is for planning: a wrong one breaks no promise.",
        "这些日子里大约有多少行？请根据公开的情况估计，例如去年的报告。估计只用于计划，估错不会破坏承诺。",
    ),
    "ask.average": (
        "About how many rows does one person have on average {within}? Again a public guess, such as 2.5.",
        "平均每个人{within}大约有多少行？同样请根据公开的情况估计，例如 2.5。",
    ),
    "ask.within.always": ("in the whole table", "在整张表中"),
    "ask.within.period": ("within {period}", "在 {period} 之内"),
    "ask.bound": (
        "At most how many rows of one person count {within}? More means more noise for everybody; fewer "
        "means that busy people are cut short, which no range shows. {proposed} is three times the average. "
        "Or look: a tenth of the price finds a bound in the data; then no means.",
        "每个人{within}最多计入几行？越多，所有数字的噪声越大；越少，活跃的人被截去越多，而且没有范围显示这一"
        "点。{proposed} 是平均数的三倍。或者写 look：用价格的十分之一从数据中找出上限；这样就不能求平均。",
    ),
    "ask.keys": (
        "Publish by {column}? List all its values as everybody knows them, between commas, such as North, South.",
        "按 {column} 分组发布吗？请列出众所周知的全部取值，用逗号隔开，例如 North, South。",
    ),
    "ask.between": (
        "Publish the mean of {column}? Say the lowest and the highest value that make sense, such as 80, "
        "220. Values beyond are moved to these ends.",
        "发布 {column} 的平均值吗？请写出合理的最低值和最高值，例如 80, 220。超出的值会被移到两端。",
    ),
    "ask.epsilon": (
        "How much privacy may this release spend (epsilon)? 1 is a common choice, 0.1 a careful one. Less "
        "means more noise.",
        "这次发布可以花费多少隐私预算（epsilon）？常见的选择是 1，谨慎的是 0.1。越少，噪声越大。",
    ),
    "ask.account": (
        "Which account pays? All releases about the same people should be paid from one account.",
        "由哪个账户支付？关于同一批人的所有发布应由一个账户支付。",
    ),
    "ask.edition": (
        "Which edition is this? The same edition is never drawn twice. Such as 2026-W46.",
        "这是哪一期？同一期绝不会抽取两次。例如 2026-W46。",
    ),
    "ask.every": (
        "One number for each of {periods}? Or none: one for all days. {why}",
        "每隔多久给出一个数字：{periods}？或 none：所有日子合为一个。{why}",
    ),
    "ask.every.useful": (
        "The proposal is the shortest whose noise is at most 5 % of what is expected.",
        "建议的是噪声不超过预期值 5% 的最短时段。",
    ),
    "ask.every.none": (
        "By your guesses the noise of each would be more than 5 % of what is expected.",
        "按您的估计，每一种时段的噪声都会超过预期值的 5%。",
    ),
    "ask.total": (
        "How much may all releases from the account {account} spend together (epsilon)? To raise it later, "
        "two people must agree.",
        "账户 {account} 的所有发布合计可以花费多少（epsilon）？以后要调高，须两个人同意。",
    ),
    "ask.by": (
        "Who opens the account? Your name; it stands in the ledger.",
        "谁来开立账户？请写您的名字，它会记入账本。",
    ),
    "ask.publish": (
        "Publish now? It costs {cost} of the account. yes or no.",
        "现在发布吗？将花费账户的 {cost}。请写 yes 或 no。",
    ),
    "ask.result": ("What the answers come to", "这些回答的结果"),
    "ask.means.bound": (
        "The bound: somebody with {more} rows {within} counts with {bound} of them.",
        "上限：一个人{within}若有 {more} 行，只计入其中 {bound} 行。",
    ),
    "ask.means.cell": (
        "In one cell of a table a person counts with at most {cell} of them.",
        "在表格的一格里，一个人最多计入其中 {cell} 行。",
    ),
    "ask.means.look": (
        "The bound is found by a paid look at the data when it is published; its price is in the release's. "
        "The errors here are those of the widest bound.",
        "上限在发布时通过一次付费的查看从数据中找出，其价格包含在发布的价格里。这里的误差按最宽的上限计算。",
    ),
    "ask.error.count": (
        "{entry}: off by at most {error} in {sure} of cases, where about {expected} are expected: {share}.",
        "{entry}：在 {sure} 的情况下误差不超过 {error}，预期约为 {expected}：{share}。",
    ),
    "ask.error.mean": (
        "{entry}: off by at most {error}, if your guess of the rows is right.",
        "{entry}：若您对行数的估计正确，误差不超过 {error}。",
    ),
    "ask.error.much": (
        "That is more than a tenth of what is expected. Publish fewer keys, longer periods, a smaller bound, "
        "or spend more.",
        "误差超过预期值的十分之一。可以减少类别、延长时段、降低上限，或多花一些预算。",
    ),
    "ask.spec": ("The spec: {path}", "请求：{path}"),
    "ask.account.there": (
        "The account {account} is there already; what it promises holds.",
        "账户 {account} 已经存在；以它的承诺为准。",
    ),
}
