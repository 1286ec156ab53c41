"""Sentences of the front door: init, check, publish, verify."""

from typing import Final

FRONT: Final[dict[str, str]] = {
    # the text of a draft
    "front.draft.looked": (
        "本草稿已经查看过私有数据：{file} 的前 {rows} 行。下面的列类型和建议都是据此猜测的，"
        "这次查看没有计入任何账户。请逐行核对，用您不看数据也知道的内容作答；在此之前，"
        "请像保护数据文件一样保护本草稿。"
    ),
    "front.draft.blanks": "每个 {blank} 都是一个问题。全部回答之前，所有命令都会拒绝本文件，并指出行号。",
    "front.draft.columns": (
        "各列的类型：text（文本）、integer（整数）、number（数值）、date（日期）、timestamp（下述时区的钟面时间）、"
        "instant（带时差或 UTC 的时刻）、boolean（真假）。01067 之类的代码是 text。不需要的列请删去。"
    ),
    "front.draft.per": "如果账户保护的是某一时段内的一个人，请加上 per: 以及 {periods} 之一，须与账户一致。",
    "front.draft.publish": "要发布的内容。可随意增删；全部写法见 docs/spec.md。",
    "front.draft.delta": "若账户带有 delta，请加上 delta: 1e-6（应远小于人数分之一）。",
    "front.draft.none": "没有发现",
    "front.ask.edition": ("这是哪一期？同一期绝不会抽取两次；新的一期就是新的发布，另行计费。例如 2026-W46。"),
    "front.ask.each": (
        "保护谁？写出标识个人的列名，或写 row。row 只保护单独一行；若一个人有多行，保护就弱得多。"
        "看起来像标识个人的列：{guess}"
    ),
    "front.ask.zone": "一天从哪个时区的零点开始？例如 Asia/Shanghai。须与账户一致。",
    "front.ask.rows": (
        "一个人（或时段内的一个人）最多贡献几行？越多，所有数字的噪声越大；越少，活跃的人被截去越多。"
        "若 each: row，请删去 bound。"
    ),
    "front.ask.days": "涵盖哪些日子？含首尾两日，请不看数据直接说出。时间列：{guess}",
    "front.ask.keys": (
        "完整的类别清单，以众所周知的为准，而不是以文件里出现的为准：此处没有的类别不进入表格，"
        "文件里没有的类别也会带噪声发布。可能的分组列：{guess}"
    ),
    "front.ask.ends": "在哪两端之间？超出两端的值会被截到端点。请说出不看数据也知道的两端；范围越宽，噪声越大。",
    "front.ask.epsilon": "这次发布可以花费多少？例如 0.5。epsilog plan 会显示能换来什么。",
    "front.ask.account": "从哪个账户支付？例如 clinic/2026：epsilog ledger open --help",
    "front.short.edition": "哪一期",
    "front.short.each": "保护谁",
    "front.short.zone": "哪个时区",
    "front.short.rows": "一个人最多几行",
    "front.short.days": "哪些日子",
    "front.short.keys": "哪些类别",
    "front.short.ends": "在哪两端之间",
    "front.short.epsilon": "花费多少",
    "front.short.account": "从哪个账户",
    "front.role.person": "可能标识个人",
    "front.role.time": "可能表示时间",
    "front.role.key": "可能用于分组",
    "front.role.amount": "可能用于求平均",
    "front.role.other": "–",
    # the commented example
    "front.example.lead": (
        "发布什么、出自何处、关于谁、花费多少。本文件可以直接做计划：epsilog plan FILE。"
        "其中任何内容都不得取自数据：范围、日期和类别都应是不看数据也知道的。"
    ),
    "front.example.name": (
        "同名同期永远是同一次发布：再次发布时返回已保存的结果，不再花费。新的一期才是新的发布。"
    ),
    "front.example.source": (
        ".csv 或 .parquet 文件（可用通配符），以本文件所在目录为准。类型：text、integer、number、date、timestamp、"
        'instant、boolean。CSV 还可写 encoding: gb18030、delimiter: ";"'
    ),
    "front.example.protect": (
        "保护谁；须与账户所写一致。each: row 只保护单独一行。per: 1mo 保护一个人在一个月内的全部；"
        "不写则保护一个人的全部。"
    ),
    "front.example.bound": "一个人在一个月内对每一项最多贡献多少。另有：cells（表格的格数）、"
    "rows_per_cell（每格行数）。",
    "front.example.during": "涵盖的日子，含首尾两日。其他日子的行不计入。",
    "front.example.publish": "要发布的内容。所有条目合计一个价格。",
    "front.example.count": "各地区每天的就诊次数。每个类别、每一天都会发布，空的也不例外。",
    "front.example.persons": "每月的不同人数。",
    "front.example.mean": "平均值。超出两端的值会被截到端点。",
    "front.example.histogram": (
        '数值的分布。weight: 2 让这一项分得更多预算；也可用 error: 5，或 error: "2%" 加 expect: 200，直接要求精度。'
    ),
    "front.example.spend": "账户的一部分，按账户自己的换算计价。不写 epsilon 则询问达到所需精度要多少。",
    "front.example.tidy": (
        "供读者使用：whole：非负整数。totals：相加一致的合计行。原始数字保留在旁。confidence: 0.95 "
        "是区间的把握程度。"
    ),
}
