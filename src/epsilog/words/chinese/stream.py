"""关于实时序列的句子：数据流、网页与时钟。"""

from typing import Final

STREAM: Final[dict[str, str]] = {
    "stream.title": "{release}，实时",
    "stream.lead.running": "已发布 {total} 个时段中的 {done} 个。{next} 于 {closes} 关闭。",
    "stream.lead.over": "全部 {total} 个时段均已发布。",
    "stream.lead.closed": "发布 {total} 个时段中的 {done} 个之后已关闭。",
    "stream.beware": "请先注意",
    "stream.beware.seed": "噪声来自种子：这是测试，不保护任何人。",
    "stream.beware.replay": "重放时钟：数据流开启时从 {start} 起走，速度为实际时钟的 {speed} 倍。",
    "stream.latest": "最近时段 {tick}",
    "stream.column.entry": "条目",
    "stream.column.cell": "单元格",
    "stream.column.value": "数值",
    "stream.column.range": "区间（{confidence}）",
    "stream.column.smoothed": "平滑值",
    "stream.column.band": "基于模型的区间（{confidence}）",
    "stream.column.band.average": "区间（平均覆盖 {confidence} 的时段）",
    "stream.smoothed.title": "平滑线",
    "stream.smoothed": (
        "{name}：平滑值由一组滤波器从截至该时段已发布的数值得出，其变化快慢只从这些数值学得；不另收费。其区间基于模"
        "型：只在序列按滤波器所设变化时成立，在转折或跳变之处过窄。旁边的数值是无偏的，其区间不论序列如何变化都成立"
        "。"
    ),
    "stream.smoothed.picture": "细线与阴影：数值及其区间。粗线：经模型平滑；虚线：其基于模型的区间。",
    "stream.smoothed.average": (
        "{name}：平滑值只由截至该时段已发布的数值得出，不另收费。其区间就整个序列平均而言成立：约有 {confidence} 的"
        "时段落在其中，但在序列出现前所未有的变化之处，命中较少。这是实测所得，并非证明。旁边的数值是无偏的，其区间"
        "在每个时段都成立，不论序列如何变化。"
    ),
    "stream.smoothed.raw": "{name}：噪声小于数值的最小单位，因此不作平滑：此处即为数值本身及其区间。",
    "stream.smoothed.picture.average": (
        "细线与阴影：数值及其区间。粗线：平滑值；虚线：其区间，就整个序列平均而言成立。"
    ),
    "stream.smoothed.band.average": "{band}（平均）",
    "stream.smoothed.value": "平滑 {value}",
    "stream.smoothed.band": "{band}（模型）",
    "stream.column.fresh": "新值",
    "stream.fresh.title": "重复的数值",
    "stream.fresh": (
        "{name}：在有新值之前，沿用上一个新值。其区间针对得出该新值的时段；此后数字变动了多少，无从得知。第一个新值"
        "之前不给出任何数字。"
    ),
    "stream.fresh.spells": (
        "{name}：在有新值之前，沿用上一个新值。它是一个时段的数字，或以该时段为末的几个时段的平均；其区间针对这些时"
        "段。此后数字变动了多少，无从得知。第一个新值之前不给出任何数字。"
    ),
    "stream.fresh.spells.level": (
        "{name}：在有新值之前，沿用上一个新值。其区间针对一个时段的数字，或以新值所在时段为末的几个时段的平均；数值"
        "是模型由此前给出的全部数字推算的水平，并限制在该区间之内。此后数字变动了多少，无从得知。第一个新值之前不给"
        "出任何数字。"
    ),
    "stream.fresh.mean": "{fresh}，{count} 个时段的平均",
    "stream.fresh.picture": "深色圆点：新值。两点之间沿用上一个新值。",
    "stream.fresh.yes": "新值",
    "stream.fresh.no": "沿用",
    "stream.fresh.none_yet": "尚无",
    "stream.cell.all": "全部",
    "stream.alert.yes": "是",
    "stream.alert.no": "否",
    "stream.alert.ended": "已结束",
    "stream.more": "另有 {more} 条序列见 values.csv。",
    "stream.waiting": "尚未发布任何内容。",
    "stream.paid": "开启时一次付清",
    "stream.looked": (
        "本序列开启之前，数据管理员曾亲自查看过数据（最近一次：{day}），结果未给他人。"
        "请求中是否带有查看所得，数学无法保证。"
    ),
    "stream.price": (
        "全部 {total} 个时段合计，就{unit}而言，从账户 {account} 支出 ε = {epsilon}。未到来的时段不退还。"
    ),
    "stream.price.delta": (
        "全部 {total} 个时段合计，就{unit}而言，从账户 {account} 支出 ε = {epsilon}，δ = {delta}。"
        "未到来的时段不退还。"
    ),
    "stream.clock": (
        "时段按 {zone} 的时钟关闭，在其结束后再等 {wait}，不论有无数据到来。空时段与其他时段一样发布。"
    ),
    "stream.clock.at_once": "时段按 {zone} 的时钟在结束时关闭，不论有无数据到来。空时段与其他时段一样发布。",
    "stream.late.drop": "时段关闭之后才到的行被舍弃。",
    "stream.late.next": "时段关闭之后才到的行计入当前开放的时段。",
    "stream.future.hold": "所属时段尚未开始的行先保留，到时再计。",
    "stream.future.drop": "所属时段尚未开始的行被舍弃。",
    "stream.endless": (
        "没有终点：一次付清 {total} 个时段（直至 {last}），为一个序列所能有的上限。时段更少时，费用与精度也一样。已"
        "达贡献上限者不再计入。"
    ),
    "stream.continues": "本数据流接续 {before}：新的期限，另付费用，另有噪声。",
    "stream.continues.title": "从一期到下一期",
    "stream.continues.zero": "累计数重新从零开始。",
    "stream.carried": (
        "{entries}：“数值”只计本期，从零开始；“接续值”从前一数据流的最后数值继续，其区间包含两者的噪声。贡献上限在"
        "两期中各自成立，两期各付费用。"
    ),
    "stream.carried.window": (
        "{name}：前 {count} 个时段的窗口伸到本期之前，“数值”不含那一部分；此处“接续值”留空，此后两者相同。"
    ),
    "stream.carried.waits": (
        "前一数据流 {before} 已发布 {total} 个时段中的 {done} 个。在其全部发布之前，累计数不接续；"
        "此间已发布的内容保持不变。"
    ),
    "stream.carried.never": (
        "前一数据流 {before} 在发布 {total} 个时段中的 {done} 个之后关闭：累计数无法接续，从零开始。"
    ),
    "stream.column.continued": "接续值",
    "stream.continued.value": "接续 {value}",
    "stream.picture.continued": "{name}（接续）",
    "stream.footer": "values.csv 的每一行都与账本 {ledger} 的收据 {receipt} 相符。",
    "stream.card": "实时序列说明卡",
    "stream.opened": "已开启并付清：{called}，共 {total} 个时段，从 {first} 到 {last}。",
    "stream.resumed": "从上次停下处继续：已发布 {total} 个时段中的 {done} 个。",
    "stream.where": "网页：{page}",
    "stream.private": "私密，切勿公布：{folder}",
    "stream.tick": "{tick}（{total} 个中的第 {done} 个）",
    "stream.next": "下一个：{tick}，还有 {left}",
    "stream.over": "全部 {total} 个时段均已发布；数据流已关闭，状态已销毁。",
    "stream.left": "已发布 {total} 个时段中的 {done} 个后停下。再次运行同一命令即可继续。",
    "stream.closed": "发布 {total} 个时段中的 {done} 个之后关闭。不退还任何费用；状态已销毁。",
    "stream.status.stage": "状态",
    "stream.status.running": "运行中，或可继续运行",
    "stream.status.over": "全部时段均已发布",
    "stream.status.closed": "已关闭",
    "stream.status.key": "编号",
    "stream.status.account": "账户",
    "stream.status.ticks": "时段",
    "stream.status.published": "{total} 个中的 {done} 个，最近为 {tick}",
    "stream.status.none": "{total} 个，尚未发布",
    "stream.status.next": "下一个",
    "stream.status.closes": "{tick}，于 {closes} 关闭",
    "stream.status.continues": "接续",
    "stream.status.rules": "规则",
    "stream.status.fresh": "{name} 最近的新值时段",
    "stream.status.not_fresh": "尚无",
    "stream.status.vouched": "发布的数值",
    "stream.status.good": "每一行都与账本的记录相符",
    "stream.demo": "网页保留在此：{page}",
    "stream.extended": "新的期限已开启并付清：{called}，共 {total} 个时段，从 {first} 到 {last}。",
    "stream.extended.run": "其请求文件为 {file}；运行命令",
    "stream.extended.why": "同样的问题，随后的日子，另有噪声",
    "refusal.stream_rules": "这个数据流开启时规则不同，且保持不变",
    "refusal.stream_said_twice": "在请求中与在请求之外各说了一次，且不一致",
    "refusal.stream_not_at_once": "这是实时序列的请求，却要一次性发布",
    "refusal.stream_closed": "数据流已关闭",
    "refusal.stream_new_edition": "新的一期就是新的数据流",
    "refusal.stream_never": "此请求的数据流从未开启",
    "refusal.stream_busy": "另一个进程正在运行此数据流",
    "refusal.stream_put_back": "此状态不是最后的状态：数据流已在别处从它继续，或状态被恢复成旧的",
    "refusal.stream_fewer": "账本中的时段少于状态所记：账本曾被恢复，或属于别的数据流",
    "refusal.stream_vouch": "已发布的数值与账本的记录不符",
    "refusal.stream_stopped": "数据流在一个时段中途停下；该时段的内容均未发布",
    "refusal.stream_shorter": "输入比已读的部分还短",
    "refusal.stream_folder": "这是实时序列的文件夹，不是一次发布的",
    "refusal.stream_tick_by_tick": "数据流逐个时段发布",
    "refusal.stream_whole": "此方法用于一次性发布：它由整个序列得出",
    "refusal.stream_fast": "FAST 用于一次性发布：其采样次数按固定长度分配，其节奏不作保存",
    "refusal.stream_ticks": "同一数据流的各条目时段相同",
    "refusal.stream_lines": "数据流读取 CSV 或 JSON 行",
    "refusal.stream_no_state": "数据流的私密文件夹不在：无法继续，也不会重新抽取噪声",
}
