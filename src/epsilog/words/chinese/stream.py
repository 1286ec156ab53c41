"""关于实时序列的句子：数据流、网页与时钟。"""

from typing import Final

STREAM: Final[dict[str, str]] = {
    "stream.title": "{release}，实时",
    "stream.lead.running": "已发布 {total} 个时段中的 {done} 个。{next} 于 {closes} 结束收取。",
    "stream.lead.over": "全部 {total} 个时段均已发布。",
    "stream.lead.closed": "发布 {total} 个时段中的 {done} 个之后已关闭。",
    "stream.beware": "请先注意",
    "stream.beware.seed": "噪声来自种子：这是测试，不保护任何人。",
    "stream.beware.replay": "重放时钟：数据流开启时从 {start} 起走，速度为墙上时钟的 {speed} 倍。",
    "stream.latest": "最近时段 {tick}",
    "stream.column.entry": "条目",
    "stream.column.cell": "单元格",
    "stream.column.value": "数值",
    "stream.column.range": "范围（{confidence}）",
    "stream.cell.all": "全部",
    "stream.cell.alert": "高于界线",
    "stream.cell.quiet": "未高于界线",
    "stream.cell.silent": "警报次数已用完",
    "stream.more": "另有 {more} 条序列见 values.csv。",
    "stream.waiting": "尚未发布任何内容。",
    "stream.paid": "开启时一次付清",
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
    "stream.continues": "本数据流接续 {before}：新的期限，另付代价，另有噪声。累计数重新从零开始。",
    "stream.footer": "values.csv 的每一行都由账本 {ledger} 的收据 {receipt} 作证。",
    "stream.card": "实时序列说明卡",
    "stream.opened": "已开启并付清：{called}，共 {total} 个时段，从 {first} 到 {last}。",
    "stream.resumed": "从上次停下处继续：已发布 {total} 个时段中的 {done} 个。",
    "stream.where": "网页：{page}",
    "stream.private": "私密，切勿公布：{folder}",
    "stream.tick": "{tick}（{total} 个中的第 {done} 个）",
    "stream.next": "下一个：{tick}，还有 {left}",
    "stream.over": "全部 {total} 个时段均已发布；数据流已关闭，状态已销毁。",
    "stream.left": "已发布 {total} 个时段中的 {done} 个后停下。再次运行同一命令即可继续。",
    "stream.closed": "发布 {total} 个时段中的 {done} 个之后关闭。不退还任何代价；状态已销毁。",
    "stream.status.stage": "状态",
    "stream.status.running": "运行中，或可继续运行",
    "stream.status.over": "全部时段均已发布",
    "stream.status.closed": "已关闭",
    "stream.status.key": "键",
    "stream.status.account": "账户",
    "stream.status.ticks": "时段",
    "stream.status.published": "{total} 个中的 {done} 个，最近为 {tick}",
    "stream.status.none": "{total} 个，尚未发布",
    "stream.status.next": "下一个",
    "stream.status.closes": "{tick}，于 {closes} 关闭",
    "stream.status.rules": "规则",
    "stream.status.vouched": "发布的数值",
    "stream.status.good": "每一行都与账本所证相符",
    "stream.extended": "新的期限已开启并付清：{called}，共 {total} 个时段，从 {first} 到 {last}。",
    "stream.extended.run": "其请求文件为 {file}；运行命令",
    "stream.extended.why": "同样的问题，随后的日子，另有噪声",
}
