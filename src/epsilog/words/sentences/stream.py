"""Sentences about live series: streams, their pages and their clock."""

from typing import Final

STREAM: Final[dict[str, tuple[str, str]]] = {
    "stream.title": ("{release}, live", "{release}，实时"),
    "stream.lead.running": (
        "Tick {done} of {total} is published. {next} closes {closes}.",
        "已发布 {total} 个时段中的 {done} 个。{next} 于 {closes} 关闭。",
    ),
    "stream.lead.over": ("All {total} ticks are published.", "全部 {total} 个时段均已发布。"),
    "stream.lead.closed": (
        "Closed after {done} of {total} ticks.",
        "发布 {total} 个时段中的 {done} 个之后已关闭。",
    ),
    "stream.beware": ("Before you read on", "请先注意"),
    "stream.beware.seed": (
        "The noise comes from a seed: this is a test and protects nobody.",
        "噪声来自种子：这是测试，不保护任何人。",
    ),
    "stream.beware.replay": (
        "A replayed clock: it started at {start} when the stream was opened and runs {speed} times as fast as a "
        "real clock.",
        "重放时钟：数据流开启时从 {start} 起走，速度为实际时钟的 {speed} 倍。",
    ),
    "stream.latest": ("The latest tick, {tick}", "最近时段 {tick}"),
    "stream.column.entry": ("entry", "条目"),
    "stream.column.cell": ("cell", "单元格"),
    "stream.column.value": ("value", "数值"),
    "stream.column.range": ("range ({confidence})", "区间（{confidence}）"),
    "stream.column.smoothed": ("smoothed", "平滑值"),
    "stream.column.band": ("model-based band ({confidence})", "基于模型的区间（{confidence}）"),
    "stream.column.band.average": (
        "band ({confidence} of the ticks, on average)",
        "区间（平均覆盖 {confidence} 的时段）",
    ),
    "stream.smoothed.title": ("The smoothed line", "平滑线"),
    "stream.smoothed": (
        "{name}: the smoothed value is computed from the published values up to its tick, by filters that learn "
        "from these values alone how fast the series moves; it costs nothing. Its band is model-based: it holds "
        "as far as the series moves as the filters say, and is too narrow where it turns or jumps. The value "
        "beside it is the unbiased one, and its range holds whatever the series does.",
        "{name}：平滑值由一组滤波器从截至该时段已发布的数值得出，其变化快慢只从这些数值学得；不另收费。其区间基于"
        "模型：只在序列按滤波器所设变化时成立，在转折或跳变之处过窄。旁边的数值是无偏的，其区间不论序列如何变化都"
        "成立。",
    ),
    "stream.smoothed.picture": (
        "Thin, shaded: the value and its range. Bold: smoothed by a model; dashed: its model-based band.",
        "细线与阴影：数值及其区间。粗线：经模型平滑；虚线：其基于模型的区间。",
    ),
    "stream.smoothed.average": (
        "{name}: the smoothed value is made of the published values up to its tick alone; it costs nothing. Its "
        "band holds on average over the series: about {confidence} of all ticks lie within it, but ticks where "
        "the series does something it did not do before lie within it less often. That is measured, not proved. "
        "The value beside it is the unbiased one, and its range holds at every tick, whatever the series does.",
        "{name}：平滑值只由截至该时段已发布的数值得出，不另收费。其区间就整个序列平均而言成立：约有 {confidence} "
        "的时段落在其中，但在序列出现前所未有的变化之处，命中较少。这是实测所得，并非证明。旁边的数值是无偏的，其"
        "区间在每个时段都成立，不论序列如何变化。",
    ),
    "stream.smoothed.raw": (
        "{name}: the noise is smaller than the steps of the numbers, so nothing is smoothed: the value and its "
        "own range are shown there.",
        "{name}：噪声小于数值的最小单位，因此不作平滑：此处即为数值本身及其区间。",
    ),
    "stream.smoothed.picture.average": (
        "Thin, shaded: the value and its range. Bold: smoothed; dashed: its band, which holds on average over the "
        "series.",
        "细线与阴影：数值及其区间。粗线：平滑值；虚线：其区间，就整个序列平均而言成立。",
    ),
    "stream.smoothed.band.average": ("{band} (on average)", "{band}（平均）"),
    "stream.smoothed.value": ("smoothed {value}", "平滑 {value}"),
    "stream.smoothed.band": ("{band} (model)", "{band}（模型）"),
    "stream.column.fresh": ("fresh", "新值"),
    "stream.fresh.title": ("Values that are repeated", "重复的数值"),
    "stream.fresh": (
        "{name}: the last fresh value is repeated until there is a new one. Its range is about the tick in which "
        "it was fresh; how far the number moved since is unknown. Before the first fresh value nothing is "
        "published.",
        "{name}：在有新值之前，沿用上一个新值。其区间针对得出该新值的时段；此后数字变动了多少，无从得知。第一个新"
        "值之前不给出任何数字。",
    ),
    "stream.fresh.spells": (
        "{name}: the last value is repeated until there is a new one. It is one tick, or the mean of a few that "
        "end with the fresh one, and its range is about these; how far the number moved since is unknown. Before "
        "the first value nothing is published.",
        "{name}：在有新值之前，沿用上一个新值。它是一个时段的数字，或以该时段为末的几个时段的平均；其区间针对这些"
        "时段。此后数字变动了多少，无从得知。第一个新值之前不给出任何数字。",
    ),
    "stream.fresh.spells.level": (
        "{name}: the last value is repeated until there is a new one. Its range is about one tick, or the mean of "
        "a few that end with the fresh one; the value is the level that a model computes from all values so far, "
        "kept in that range. How far the number moved since is unknown. Before the first value nothing is "
        "published.",
        "{name}：在有新值之前，沿用上一个新值。其区间针对一个时段的数字，或以新值所在时段为末的几个时段的平均；数"
        "值是模型由此前给出的全部数字推算的水平，并限制在该区间之内。此后数字变动了多少，无从得知。第一个新值之前"
        "不给出任何数字。",
    ),
    "stream.fresh.mean": ("{fresh}, mean of {count}", "{fresh}，{count} 个时段的平均"),
    "stream.fresh.picture": (
        "Dark dots: fresh values. Between them the last one is repeated.",
        "深色圆点：新值。两点之间沿用上一个新值。",
    ),
    "stream.fresh.yes": ("fresh", "新值"),
    "stream.fresh.no": ("repeated", "沿用"),
    "stream.fresh.none_yet": ("none yet", "尚无"),
    "stream.cell.all": ("all", "全部"),
    "stream.alert.yes": ("yes", "是"),
    "stream.alert.no": ("no", "否"),
    "stream.alert.ended": ("ended", "已结束"),
    "stream.more": ("{more} further series are in values.csv.", "另有 {more} 条序列见 values.csv。"),
    "stream.waiting": ("Nothing is published yet.", "尚未发布任何内容。"),
    "stream.paid": ("Paid once, when it was opened", "开启时一次付清"),
    "stream.looked": (
        "A steward looked at the data before this series was opened and showed it to nobody else (last on {day}). "
        "The request may contain something learned from that look, and the guarantee does not cover that.",
        "本序列开启之前，数据管理员曾亲自查看过数据（最近一次：{day}），结果未给他人。请求中是否带有查看所得，数学"
        "无法保证。",
    ),
    "stream.price": (
        "Epsilon {epsilon} of the account {account}, for all {total} ticks together and for {unit}. Nothing is "
        "given back for ticks that never come.",
        "全部 {total} 个时段合计，就{unit}而言，从账户 {account} 支出 ε = {epsilon}。未到来的时段不退还。",
    ),
    "stream.price.delta": (
        "Epsilon {epsilon} at delta {delta} of the account {account}, for all {total} ticks together and for "
        "{unit}. Nothing is given back for ticks that never come.",
        "全部 {total} 个时段合计，就{unit}而言，从账户 {account} 支出 ε = {epsilon}，δ = {delta}。未到来的时段不退"
        "还。",
    ),
    "stream.clock": (
        "Ticks close by the clock of {zone}, {wait} after their end, whether or not anything came. Empty ticks "
        "are published like all others.",
        "时段按 {zone} 的时钟关闭，在其结束后再等 {wait}，不论有无数据到来。空时段与其他时段一样发布。",
    ),
    "stream.clock.at_once": (
        "Ticks close by the clock of {zone}, at their end, whether or not anything came. Empty ticks are "
        "published like all others.",
        "时段按 {zone} 的时钟在结束时关闭，不论有无数据到来。空时段与其他时段一样发布。",
    ),
    "stream.late.drop": ("Rows that come after their tick has closed are dropped.", "时段关闭之后才到的行被舍弃。"),
    "stream.late.next": (
        "Rows that come after their tick has closed count in the tick that is open.",
        "时段关闭之后才到的行计入当前开放的时段。",
    ),
    "stream.future.hold": (
        "Rows whose tick has not begun are held until it is their turn.",
        "所属时段尚未开始的行先保留，到时再计。",
    ),
    "stream.future.drop": ("Rows whose tick has not begun are dropped.", "所属时段尚未开始的行被舍弃。"),
    "stream.endless": (
        "It has no end: paid once for {total} ticks, up to {last}, as many as a series can have. It costs as "
        "much, and is as exact, as with fewer ticks. Whoever has contributed up to the bounds does not count any "
        "more.",
        "没有终点：一次付清 {total} 个时段（直至 {last}），为一个序列所能有的上限。时段更少时，费用与精度也一样。"
        "已达贡献上限者不再计入。",
    ),
    "stream.continues": (
        "It continues {before}: a further horizon with its own price and its own noise.",
        "本数据流接续 {before}：新的期限，另付费用，另有噪声。",
    ),
    "stream.continues.title": ("From one horizon to the next", "从一期到下一期"),
    "stream.continues.zero": ("Running totals begin at zero again.", "累计数重新从零开始。"),
    "stream.carried": (
        "{entries}: value counts this horizon alone and begins at zero; continued adds to the last value of the "
        "stream before, and its range includes the noise of both. Bounds hold in each of the two, and each was "
        "paid for.",
        "{entries}：“数值”只计本期，从零开始；“接续值”从前一数据流的最后数值继续，其区间包含两者的噪声。贡献上限在"
        "两期中各自成立，两期各付费用。",
    ),
    "stream.carried.window": (
        "{name}: the first {count} ticks reach back before this horizon, and value has none of that. There "
        "continued is empty; after that the two are the same.",
        "{name}：前 {count} 个时段的窗口伸到本期之前，“数值”不含那一部分；此处“接续值”留空，此后两者相同。",
    ),
    "stream.carried.waits": (
        "The stream before, {before}, has published {done} of its {total} ticks. Until all are published, totals "
        "are not continued; what is published until then does not change.",
        "前一数据流 {before} 已发布 {total} 个时段中的 {done} 个。在其全部发布之前，累计数不接续；此间已发布的内容"
        "保持不变。",
    ),
    "stream.carried.never": (
        "The stream before, {before}, was closed after {done} of its {total} ticks: totals cannot be continued, "
        "and begin at zero.",
        "前一数据流 {before} 在发布 {total} 个时段中的 {done} 个之后关闭：累计数无法接续，从零开始。",
    ),
    "stream.column.continued": ("continued", "接续值"),
    "stream.continued.value": ("continued {value}", "接续 {value}"),
    "stream.picture.continued": ("{name}, continued", "{name}（接续）"),
    "stream.footer": (
        "Every line of values.csv is confirmed by the ledger {ledger}, receipt {receipt}.",
        "values.csv 的每一行都与账本 {ledger} 的收据 {receipt} 相符。",
    ),
    "stream.card": ("The card of a live series", "实时序列说明卡"),
    "stream.opened": (
        "Opened and paid: {called}, {total} ticks from {first} to {last}.",
        "已开启并付清：{called}，共 {total} 个时段，从 {first} 到 {last}。",
    ),
    "stream.resumed": (
        "Continued where it stopped: {done} of {total} ticks are published.",
        "从上次停下处继续：已发布 {total} 个时段中的 {done} 个。",
    ),
    "stream.where": ("Page: {page}", "网页：{page}"),
    "stream.private": ("Private, never publish: {folder}", "私密，切勿公布：{folder}"),
    "stream.tick": ("{tick}  ({done} of {total})", "{tick}（{total} 个中的第 {done} 个）"),
    "stream.next": ("next: {tick} closes in {left}", "下一个：{tick}，还有 {left}"),
    "stream.over": (
        "All {total} ticks are published; the stream is closed and its state is destroyed.",
        "全部 {total} 个时段均已发布；数据流已关闭，状态已销毁。",
    ),
    "stream.left": (
        "Stopped after {done} of {total} ticks. The same command continues from here.",
        "已发布 {total} 个时段中的 {done} 个后停下。再次运行同一命令即可继续。",
    ),
    "stream.closed": (
        "Closed after {done} of {total} ticks. Nothing is given back; the state is destroyed.",
        "发布 {total} 个时段中的 {done} 个之后关闭。不退还任何费用；状态已销毁。",
    ),
    "stream.status.stage": ("stage", "状态"),
    "stream.status.running": ("running, or ready to", "运行中，或可继续运行"),
    "stream.status.over": ("all ticks are published", "全部时段均已发布"),
    "stream.status.closed": ("closed", "已关闭"),
    "stream.status.key": ("key", "编号"),
    "stream.status.account": ("account", "账户"),
    "stream.status.ticks": ("ticks", "时段"),
    "stream.status.published": ("{done} of {total}, the last is {tick}", "{total} 个中的 {done} 个，最近为 {tick}"),
    "stream.status.none": ("none of {total} yet", "{total} 个，尚未发布"),
    "stream.status.next": ("next", "下一个"),
    "stream.status.closes": ("{tick}, closes {closes}", "{tick}，于 {closes} 关闭"),
    "stream.status.continues": ("continues", "接续"),
    "stream.status.rules": ("rules", "规则"),
    "stream.status.fresh": ("last fresh tick of {name}", "{name} 最近的新值时段"),
    "stream.status.not_fresh": ("none yet", "尚无"),
    "stream.status.vouched": ("values.csv", "发布的数值"),
    "stream.status.good": ("every line is what the ledger confirms", "每一行都与账本的记录相符"),
    "stream.demo": ("The page stays here: {page}", "网页保留在此：{page}"),
    "stream.extended": (
        "A further horizon is opened and paid: {called}, {total} ticks from {first} to {last}.",
        "新的期限已开启并付清：{called}，共 {total} 个时段，从 {first} 到 {last}。",
    ),
    "stream.extended.run": ("Its spec is {file}; run it with", "其请求文件为 {file}；运行命令"),
    "stream.extended.why": (
        "the same questions, the days that follow, noise of its own",
        "同样的问题，随后的日子，另有噪声",
    ),
    "refusal.stream_rules": (
        "this stream was opened with other rules, and keeps them",
        "这个数据流开启时规则不同，且保持不变",
    ),
    "refusal.stream_said_twice": (
        "is given twice, and not the same: in the spec, and beside it",
        "在请求中与在请求之外各说了一次，且不一致",
    ),
    "refusal.stream_not_at_once": (
        "this is the spec of a live series, which cannot be published all at once",
        "这是实时序列的请求，却要一次性发布",
    ),
    "refusal.stream_closed": ("the stream is closed", "数据流已关闭"),
    "refusal.stream_new_edition": ("a new edition is a new stream", "新的一期就是新的数据流"),
    "refusal.stream_never": ("no stream of this spec was opened", "此请求的数据流从未开启"),
    "refusal.stream_busy": ("another process is running this stream", "另一个进程正在运行此数据流"),
    "refusal.stream_put_back": (
        "this state is not the last one: the stream continued from it elsewhere, or an older state was put back",
        "此状态不是最后的状态：数据流已在别处从它继续，或状态被恢复成旧的",
    ),
    "refusal.stream_fewer": (
        "the books have fewer ticks than the state: they were restored, or belong to something else",
        "账本中的时段少于状态所记：账本曾被恢复，或属于别的数据流",
    ),
    "refusal.stream_vouch": (
        "the published values are not those that the ledger confirms",
        "已发布的数值与账本的记录不符",
    ),
    "refusal.stream_stopped": (
        "the stream stopped in the middle of a tick; nothing of that tick was published",
        "数据流在一个时段中途停下；该时段的内容均未发布",
    ),
    "refusal.stream_shorter": ("the input is shorter than what was already read of it", "输入比已读的部分还短"),
    "refusal.stream_folder": (
        "this is the folder of a live series, not of a release",
        "这是实时序列的文件夹，不是一次发布的",
    ),
    "refusal.stream_tick_by_tick": ("a stream publishes tick by tick", "数据流逐个时段发布"),
    "refusal.stream_whole": (
        "this method is for releases: it needs the whole series",
        "此方法用于一次性发布：它由整个序列得出",
    ),
    "refusal.stream_fast": (
        "FAST is for releases: it divides its samples over a fixed length, and does not store how often it samples",
        "FAST 用于一次性发布：其采样次数按固定长度分配，其节奏不作保存",
    ),
    "refusal.stream_ticks": ("all entries of a stream have the same ticks", "同一数据流的各条目时段相同"),
    "refusal.stream_lines": ("a stream reads CSV or JSON lines", "数据流读取 CSV 或 JSON 行"),
    "refusal.stream_no_state": (
        "the private folder of the stream is missing: the stream cannot continue, and nothing will be drawn again",
        "数据流的私密文件夹不在：无法继续，也不会重新抽取噪声",
    ),
}
