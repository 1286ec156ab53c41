"""Sentences of the front door: init, check, publish, verify."""

from typing import Final

FRONT: Final[dict[str, tuple[str, str]]] = {
    # the text of a draft
    "front.draft.looked": (
        "THIS DRAFT WAS MADE BY LOOKING AT PRIVATE DATA: the first {rows} rows of {file}. The kinds of columns "
        "and the suggestions below are guesses from that look, and no account was charged for it. Check every "
        "line and answer from what you know without looking. Until then keep this draft as private as the file.",
        "本草稿已经查看过私有数据：{file} 的前 {rows} 行。下面的列类型和建议都是据此猜测的，这次查看没有计入任何账"
        "户。请逐行核对，用您不看数据也知道的内容作答；在此之前，请像保护数据文件一样保护本草稿。",
    ),
    "front.draft.blanks": (
        "Each {blank} is a question. Until all are answered, every command refuses this file and names the line.",
        "每个 {blank} 都是一个问题。全部回答之前，所有命令都会拒绝本文件，并指出行号。",
    ),
    "front.draft.columns": (
        "What the columns are: text, integer, number, date, timestamp (clock time of the zone below), instant "
        "(with an offset, or UTC), boolean. Codes such as 01067 are text. Delete the columns you do not need.",
        "各列的类型：text（文本）、integer（整数）、number（数值）、date（日期）、timestamp（下述时区的钟面时间）"
        "、instant（带时差或 UTC 的时刻）、boolean（真假）。01067 之类的代码是 text。不需要的列请删去。",
    ),
    "front.draft.unfit.few": (
        "Nearly all values that were looked at are of the kind {kind}; a few (two in a hundred at most) are not. "
        "Those will count as missing: is that right? If not, correct the file first, or write text.",
        "查看过的值几乎都属于 {kind} 类型，少数（至多百分之二）不是。这些值将按缺失处理：这样对吗？若不对，请先修"
        "正文件，或改写为 text。",
    ),
    "front.draft.unfit.comma": (
        "These values look like numbers with a decimal comma, which are not read as numbers: as {kind} they can "
        "be counted, not averaged. Is this an amount? Then write it with a point in the file, and write number "
        "here.",
        "这些值像是用逗号作小数点的数字，不会按数字读取：作为 {kind} 可以计数，不能求平均。这是数值吗？若是，请在"
        "文件中改用小数点，并在此写 number。",
    ),
    "front.draft.unfit.dates": (
        "These values look like dates that are written in several ways, and no one way fits nearly all. As {kind} "
        "they cannot tell when something was. Is this a date? Then write it in one way in the file, and write "
        "date and `format` here.",
        "这些值像是用多种写法书写的日期，没有一种写法适合其中绝大部分。作为 {kind} 不能表示时间。这是日期吗？若是"
        "，请在文件中统一写法，并在此写 date 和 `format`。",
    ),
    "front.draft.unfit.some": (
        "Most values that were looked at are of the kind {kind}; some (up to one in ten) are not. Those will "
        "count as missing: is that right? If not, correct the file first, or write text.",
        "查看过的值大多属于 {kind} 类型，有一些（至多十分之一）不是。这些值将按缺失处理：这样对吗？若不对，请先修"
        "正文件，或改写为 text。",
    ),
    "front.draft.once": (
        "In the rows that were looked at, every value of {column} occurs once. If {column} names people, one row "
        "each, write each: {column}. If it names visits or bills, it protects one of those (an event), not a "
        "person.",
        "在查看的行中，{column} 的每个值只出现一次。若 {column} 标识的是人（每人一行），请写 each: {column}。若标"
        "识的是就诊或账单，受保护的只是其中一个（事件），而不是一个人。",
    ),
    "front.draft.once.several": (
        "In the rows that were looked at, every value of these occurs once: {columns}. If one of them names "
        "people, one row each, write each: and its name. One that names visits or bills protects one of those (an "
        "event), not a person.",
        "在查看的行中，下列各列的每个值只出现一次：{columns}。若其中一列标识的是人（每人一行），请用 each: 写明该"
        "列。若标识的是就诊或账单，受保护的只是其中一个（事件），而不是一个人。",
    ),
    "front.draft.event": (
        "EVENT LEVEL: a column that is new in every row, or the word row, protects single events. Whoever has "
        "many rows is then hardly protected.",
        "事件级保护：若选用每行都不同的列，或 row 一词，受保护的只是单个事件。一个人若有很多行，就几乎得不到保护。",
    ),
    "front.ask.way": (
        "How are these dates written? {one} or {other}: the rows that were looked at fit both. If they are read "
        "in the wrong way, days are put into other months.",
        "这些日期是怎样书写的？{one} 还是 {other}：从查看的行中无法判断。若读错，日子会落在别的月份。",
    ),
    "front.draft.per": (
        "If the account protects a person within a period, add per: and one of {periods}. It must say the same as "
        "the account.",
        "如果账户保护的是某一时段内的一个人，请加上 per: 以及 {periods} 之一，须与账户一致。",
    ),
    "front.draft.publish": (
        "What is published. Delete and add as you need; docs/spec.md has every spelling.",
        "要发布的内容。可随意增删；全部写法见 docs/spec.md。",
    ),
    "front.draft.delta": (
        "For an account with a delta, add delta: 1e-6 (far below one in the number of people).",
        "若账户带有 delta，请加上 delta: 1e-6（应远小于人数分之一）。",
    ),
    "front.draft.none": ("none was found", "没有发现"),
    "front.ask.edition": (
        "Which edition is this? The same edition is never drawn twice; a new one is a new release at a new price. "
        "Such as 2026-W46.",
        "这是哪一期？同一期绝不会抽取两次；新的一期就是新的发布，另行计费。例如 2026-W46。",
    ),
    "front.ask.each": (
        "Who is protected? The column that names a person, or the word row. A row protects one line by itself, "
        "which is much less if a person has several. The values of these columns repeat, so they may name a "
        "person: {guess}",
        "保护谁？写出标识个人的列名，或写 row。row 只保护单独一行；若一个人有多行，保护就弱得多。看起来像标识个人"
        "的列：{guess}",
    ),
    "front.ask.each.once": (
        "Who is protected? The column that names a person, or the word row. A row protects one line by itself, "
        "which is much less if a person has several. No column was found whose values repeat as those of a person "
        "would.",
        "保护谁？写出标识个人的列名，或写 row。row 只保护单独一行；若一个人有多行，保护就弱得多。没有发现其值像人"
        "一样重复出现的列。",
    ),
    "front.ask.zone": (
        "In which time zone do days begin? Such as Asia/Shanghai. It must be the account's.",
        "一天从哪个时区的零点开始？例如 Asia/Shanghai。须与账户一致。",
    ),
    "front.ask.rows": (
        "How many rows may one person (or one person within the period) contribute? More rows mean more noise for "
        "everybody; with fewer rows, people who have many are cut off earlier. With each: row, delete bound.",
        "一个人（或时段内的一个人）最多贡献几行？越多，所有数字的噪声越大；越少，活跃的人被截去越多。若 each: row"
        "，请删去 bound。",
    ),
    "front.ask.days": (
        "Which days does it cover? Both ends included; write them without looking. Times: {guess}",
        "涵盖哪些日子？含首尾两日，请不看数据直接说出。时间列：{guess}",
    ),
    "front.ask.keys": (
        "The complete list of keys, as everybody knows it, not as the file has it: a key that is missing here is "
        "not in the table, a key that is missing in the file is published with noise. Possible keys: {guess}",
        "完整的类别清单，以众所周知的为准，而不是以文件里出现的为准：此处没有的类别不进入表格，文件里没有的类别也"
        "会带噪声发布。可能的分组列：{guess}",
    ),
    "front.ask.ends": (
        "Between which ends? Values beyond them are clamped. Write ends that you know without looking at the "
        "data; wider ends cost more noise.",
        "在哪两端之间？超出两端的值会被截到端点。请说出不看数据也知道的两端；范围越宽，噪声越大。",
    ),
    "front.ask.epsilon": (
        "How much may this release spend? Such as 0.5. epsilog plan shows how exact that is.",
        "这次发布可以花费多少？例如 0.5。epsilog plan 会显示能换来什么。",
    ),
    "front.ask.account": (
        "From which account? Such as clinic/2026: epsilog ledger open --help",
        "从哪个账户支付？例如 clinic/2026：epsilog ledger open --help",
    ),
    "front.short.edition": ("which edition", "哪一期"),
    "front.short.each": ("who is protected", "保护谁"),
    "front.short.way": ("how these dates are written", "这些日期怎样书写"),
    "front.short.zone": ("which time zone", "哪个时区"),
    "front.short.rows": ("how many rows of one person", "一个人最多几行"),
    "front.short.days": ("which days", "哪些日子"),
    "front.short.keys": ("which keys", "哪些类别"),
    "front.short.ends": ("between which ends", "在哪两端之间"),
    "front.short.epsilon": ("how much to spend", "花费多少"),
    "front.short.account": ("from which account", "从哪个账户"),
    "front.role.unfit.few": ("{role}; a few values are of another kind", "{role}；少数值属于别的类型"),
    "front.role.unfit.comma": (
        "{role}; looks like numbers with a decimal comma",
        "{role}；像是用逗号作小数点的数字",
    ),
    "front.role.unfit.dates": (
        "{role}; looks like dates written in several ways, so it is text",
        "{role}；像是用多种写法书写的日期，因此是 text",
    ),
    "front.role.unfit.some": ("{role}; some values are of another kind", "{role}；一些值属于别的类型"),
    "front.role.person": ("may name a person: its values repeat", "可能标识个人：其值会重复出现"),
    "front.role.once": (
        "every value occurs once; if it names people, write each: {column}",
        "每个值只出现一次；若标识的是人，请写 each: {column}",
    ),
    "front.role.way": ("{role}; written {way}", "{role}；写法为 {way}"),
    "front.role.ways": ("{role}; written {one} or {other}?", "{role}；写法为 {one} 还是 {other}？"),
    "front.role.time": ("may be the time", "可能表示时间"),
    "front.role.key": ("may be the key of a table", "可能用于分组"),
    "front.role.amount": ("may be averaged", "可能用于求平均"),
    "front.role.other": ("–", "–"),
    # the commented example
    "front.example.lead": (
        "What to publish, from what, about whom, and for how much. This file can be planned as it is: epsilog "
        "plan FILE. Nothing in it may be taken from the data: ranges, days and keys are what you know without "
        "looking.",
        "发布什么、出自何处、关于谁、花费多少。本文件可以直接做计划：epsilog plan FILE。其中任何内容都不得取自数据"
        "：范围、日期和类别都应是不看数据也知道的。",
    ),
    "front.example.name": (
        "The same name and edition are always the same release: published again, the stored answer comes back and "
        "nothing is spent. A new edition is a new release.",
        "同名同期永远是同一次发布：再次发布时返回已保存的结果，不再花费。新的一期才是新的发布。",
    ),
    "front.example.source": (
        "A .csv or .parquet file (also with * for several), relative to the folder of this file. Kinds: text, "
        'integer, number, date, timestamp, instant, boolean. For a CSV also: encoding: gb18030, delimiter: ";"',
        ".csv 或 .parquet 文件（可用通配符），以本文件所在目录为准。类型：text、integer、number、date、timestamp、"
        'instant、boolean。CSV 还可写 encoding: gb18030、delimiter: ";"',
    ),
    "front.example.protect": (
        "Who is protected; must repeat what the account says. each: row protects one row by itself. per: 1mo "
        "protects a person within one month; leave it out to protect everything of a person.",
        "保护谁；须与账户所写一致。each: row 只保护单独一行。per: 1mo 保护一个人在一个月内的全部；不写则保护一个人"
        "的全部。",
    ),
    "front.example.bound": (
        "What one person within one month may contribute to each entry. Also: cells (of the table), rows_per_cell.",
        "一个人在一个月内对每一项最多贡献多少。另有：cells（表格的格数）、rows_per_cell（每格行数）。",
    ),
    "front.example.during": (
        "The days it covers, both ends included. Rows of other days do not count.",
        "涵盖的日子，含首尾两日。其他日子的行不计入。",
    ),
    "front.example.publish": (
        "What is published. All entries share one price.",
        "要发布的内容。所有条目合计一个价格。",
    ),
    "front.example.count": (
        "Visits a day in each region. Every key and every day is published, also the empty ones.",
        "各地区每天的就诊次数。每个类别、每一天都会发布，空的也不例外。",
    ),
    "front.example.persons": ("How many different people a month.", "每月的不同人数。"),
    "front.example.mean": ("An average. Values beyond the ends are clamped.", "平均值。超出两端的值会被截到端点。"),
    "front.example.histogram": (
        'How values are spread. With weight: 2 this entry gets more of the budget; with error: 5, or error: "2%" '
        "and expect: 200, you ask for a given exactness instead.",
        '数值的分布。weight: 2 让这一项分得更多预算；也可用 error: 5，或 error: "2%" 加 expect: 200，直接要求精度'
        "。",
    ),
    "front.example.spend": (
        "A share of the account, converted in the way the account converts. Leave epsilon out to see what the "
        "errors need.",
        "账户的一部分，按账户自己的换算计价。不写 epsilon 则询问达到所需精度要多少。",
    ),
    "front.example.tidy": (
        "For readers: whole: non-negative whole numbers. totals: rows of sums that add up. The raw numbers stay "
        "beside them. confidence: 0.95 is how sure the ranges are.",
        "供读者使用：whole：非负整数。totals：相加一致的合计行。原始数字保留在旁。confidence: 0.95 是区间的把握程"
        "度。",
    ),
    # the screens
    "front.init.example": ("A commented example: {path}", "带注释的示例：{path}"),
    "front.init.draft": ("A draft: {path}", "草稿：{path}"),
    "front.init.looked": (
        "THIS DRAFT WAS MADE BY LOOKING AT PRIVATE DATA: the first {rows} rows of {file}. No account was charged "
        "for that look. Keep the draft as private as the file, check every guess, and answer from what you know "
        "without looking.",
        "本草稿已经查看过私有数据：{file} 的前 {rows} 行。这次查看没有计入任何账户。请像保护数据文件一样保护草稿，"
        "逐一核对猜测，并用您不看数据也知道的内容作答。",
    ),
    "front.init.column": ("column", "列"),
    "front.init.kind": ("kind", "类型"),
    "front.init.guess": ("guess", "猜测"),
    "front.init.questions": (
        "{count} blanks are for you to fill in; until then every command refuses the draft:",
        "有 {count} 处空白要由您填写；在此之前，所有命令都会拒绝本草稿：",
    ),
    "front.init.line": ("line", "行"),
    "front.init.question": ("question", "问题"),
    "front.next": ("Next:", "接下来："),
    "front.next.fill": (
        "Fill in the blanks of {path} in a text editor, from what you know without looking. Then:",
        "用文本编辑器填好 {path} 中的空白，只凭您不看数据也知道的内容。然后：",
    ),
    "front.next.edit": (
        "Edit {path} until it says what you want to publish. Then:",
        "把 {path} 改成您想要的内容。然后：",
    ),
    "front.next.open": (
        "the account that pays: who is protected and how much may be spent; once, before the first release",
        "支付的账户：保护谁，总共多少；第一次发布之前开立一次",
    ),
    "front.next.plan": (
        "what it would cost and how exact it would be; reads no data",
        "要花多少、有多准；不读数据",
    ),
    "front.next.check": (
        "can it be published? file, columns, account, budget, key",
        "能否发布？文件、列、账户、预算、编号",
    ),
    "front.next.publish": ("pay, read, draw, store", "支付、读取、抽取、保存"),
    "front.next.explain": ("the release in plain words", "用平实的话说明这次发布"),
    "front.next.verify": (
        "is the folder what the certificate says? readers keep this public key",
        "文件夹与证书是否一致？读者应保存这个公钥",
    ),
    "front.plan.heading": ("Plan of {release}, edition {edition}", "计划：{release}，第 {edition} 期"),
    "front.plan.entry": ("entry", "条目"),
    "front.plan.cells": ("cells", "格数"),
    "front.plan.noise": ("noise", "噪声"),
    "front.plan.margin": ("error", "误差"),
    "front.plan.price": ("price", "价格"),
    "front.plan.part": ("of spend", "占本次"),
    "front.plan.of_account": ("of account", "占账户"),
    "front.plan.note": (
        "Error: each number is off by at most this in {confidence} of cases, in the data's own units. Price: "
        "{coin}.",
        "误差：在 {confidence} 的情况下，每个数字的偏差不超过此值，以数据自身的单位计。价格单位：{coin}。",
    ),
    "front.plan.repeat": (
        "≥: the error of the best of the fresh values. Others may be far wider, and ticks that are not fresh "
        "repeat the last value; the table says which tick is which.",
        "≥：最精确的新值的误差。其他新值的误差可能大得多；没有新值的时段重复上一个值，表中会注明。",
    ),
    "front.plan.choices": (
        "Choices have no noise; their error is a number of rows of rank for quantiles, and how far behind the "
        "best for keys.",
        "选择没有噪声：分位数以名次偏差的行数计，键以落后于最佳者的距离计。",
    ),
    "front.plan.mean": (
        "A mean's error is for a cell of {rows} rows; write `expect` for your number.",
        "平均值的误差按每格 {rows} 行计；可用 expect 说明您的行数。",
    ),
    "front.plan.published": (
        "Published already: publishing it again gives the stored release, reads no data and spends nothing.",
        "已经发布：再次发布会返回已保存的结果，不读取数据，也不再花费。",
    ),
    "front.plan.no_ledger": (
        "There is no ledger here, so this follows from the spec alone. Before publishing, open the account "
        "{account}: {command}",
        "这里没有账本，因此以下只依据请求本身。发布之前请先开立账户 {account}：{command}",
    ),
    "front.plan.no_account": (
        "The ledger at {place} has no account {account}, so this follows from the spec alone. Open it before "
        "publishing: {command}",
        "{place} 的账本里没有账户 {account}，因此以下只依据请求本身。发布之前请先开立：{command}",
    ),
    "front.plan.near_account": (
        "The ledger at {place} has no account {account}. Did you mean {near}? What is said here follows from the "
        "spec alone. A second account for the same people is a second budget for them; if you do want it: "
        "{command}",
        "{place} 的账本里没有账户 {account}。您是否想写 {near}？以上只依据请求本身。为同一批人另开账户，等于再给一"
        "份预算；确有需要时：{command}",
    ),
    "front.law.laplace": ("Laplace", "拉普拉斯"),
    "front.law.gaussian": ("Gaussian", "高斯"),
    "front.law.exponential": ("exponential choice", "指数机制"),
    "front.law.flip": ("permute and flip", "排列翻转"),
    "front.check.heading": ("Check of {release}, edition {edition}", "检查：{release}，第 {edition} 期"),
    "front.check.what": ("checked", "检查项"),
    "front.check.found": ("found", "结果"),
    "front.check.spec": ("spec", "请求"),
    "front.check.source": ("source", "数据源"),
    "front.check.map": ("map", "地图"),
    "front.check.account": ("account", "账户"),
    "front.check.plan": ("plan", "计划"),
    "front.check.budget": ("budget", "预算"),
    "front.check.key": ("key", "编号"),
    "front.check.spec.good": ("readable, and every field makes sense", "可以读懂，各字段都有意义"),
    "front.check.source.good": ("the data is there and has the declared columns", "数据存在，且含有所声明的列"),
    "front.check.source.files": (
        "the data is there and has the declared columns: {files} files, found under {names} names, and each is "
        "read once",
        "数据可以打开，并含有所声明的各列：共 {files} 个文件，以 {names} 个名称找到，每个文件只读一次",
    ),
    "front.check.map.good": ("there is a shape for every key", "每个键都有形状"),
    "front.check.account.good": ("open, and protects the same as the spec", "已开立，保护的对象与请求一致"),
    "front.check.plan.good": ("has a noise and a price for every entry", "每个条目都有噪声和价格"),
    "front.check.budget.good": (
        "enough is left, here and in every account above",
        "本账户及其上级账户的余额都足够",
    ),
    "front.check.closes.pure": (
        "enough is left, here and in every account above. But after this release the account can no longer be "
        "turned to pure epsilon. If you want that, turn the account first: epsilog plan shows both",
        "本账户及其上各级账户余额充足；但本次发布之后，账户不能再转为纯 ε。若要保留这一可能，请先转换账户："
        "epsilog plan 会列出两者",
    ),
    "front.check.closes.rho": (
        "enough is left, here and in every account above. But after this release the account can no longer be "
        "turned to rho. If you want that, turn the account first: epsilog plan shows both",
        "本账户及其上各级账户余额充足；但本次发布之后，账户不能再转为 ρ。若要保留这一可能，请先转换账户：epsilog "
        "plan 会列出两者",
    ),
    "front.check.key.good": ("free: this edition has not been published", "可用：这一期尚未发布"),
    "front.check.published": (
        "published already: publishing again gives the stored release, reads no data and spends nothing",
        "已经发布：再次发布会返回已保存的结果，不再花费",
    ),
    "front.check.under_way": (
        "in progress: another process is making this release",
        "进行中：另一个进程正在制作这次发布",
    ),
    "front.check.stream.open": (
        "the live series of this spec is open: {done} of {total} ticks are published. epsilog stream status SPEC "
        "says how far it is, epsilog stream run SPEC continues it",
        "按此请求的实时序列已经开启：{total} 个时段中已发布 {done} 个。epsilog stream status SPEC 说明进度，"
        "epsilog stream run SPEC 继续运行",
    ),
    "front.check.stream.closed": (
        "the live series of this spec was closed: {done} of {total} ticks were published. A new edition is a new "
        "series",
        "按此请求的实时序列已经关闭：{total} 个时段中发布了 {done} 个。新的一期即为新的序列",
    ),
    "front.check.stored": ("not needed", "不需要"),
    "front.check.skipped": ("not checked", "未检查"),
    "front.check.good": ("READY to publish.", "可以发布。"),
    "front.check.wrong": (
        "NOT READY: {count} of these would stop it.",
        "还不能发布：其中 {count} 项会使发布中止。",
    ),
    "front.check.sign": ("signature", "签名"),
    "front.check.folder": ("folder", "文件夹"),
    "front.check.sign.good": (
        "there is a key to sign with, or one will be made beside the ledger",
        "有可用的签名密钥，或将在账本旁新建一个",
    ),
    "front.check.folder.good": ("the folder can be written", "文件夹可以写入"),
    "front.check.nothing": ("No row was read and nothing was spent.", "没有读取任何数据行，也没有花费。"),
    "front.step.read": ("reading", "读取"),
    "front.step.draw": ("drawing", "抽取"),
    "front.step.render": ("writing the folder", "写出文件夹"),
    "front.step.wait": ("waiting for another process", "等待另一个进程"),
    "front.stopped.before": (
        "Stopped before anything was held or read; nothing was spent.",
        "在预留和读取之前停止，没有花费。",
    ),
    "front.stopped.waiting": (
        "Stopped waiting. Another process is making this release; give the same command again later.",
        "已停止等待。另一个进程正在制作这次发布，请稍后再次运行同一命令。",
    ),
    "front.stopped.stored": (
        "Stopped after the release was stored. Give the same command again: it costs nothing.",
        "停止时发布已经保存。再次运行同一命令即可取得，不再花费。",
    ),
    "front.stopped.given_back": (
        "Stopped before data was opened; nothing was spent. The key is used up: give the request a new edition.",
        "在打开数据之前停止，没有花费。该编号已经用掉：请使用新的一期。",
    ),
    "front.stopped.forfeited": (
        "It ended after data was opened: the price is spent and nothing is drawn again under this key. Continue "
        "with a new edition, at a new price. Only two people who did not ask for the release may state that "
        "nothing left the machine: epsilog ledger refund {receipt}",
        "在打开数据之后结束：费用已经花掉，该编号不会再次抽取。请以新的一期、新的费用继续。只有未提出该请求的两个"
        "人可以声明没有任何内容流出：epsilog ledger refund {receipt}",
    ),
    "front.publish.done": ("Published: {release}, edition {edition}", "已发布：{release}，第 {edition} 期"),
    "front.publish.repeated": (
        "{release}, edition {edition}, was published before",
        "{release}，第 {edition} 期，此前已经发布",
    ),
    "front.publish.repeated.note": (
        "This is the stored release again: the same numbers, no data was read, nothing was spent. For new numbers "
        "at a new price, give it a new edition.",
        "这是已保存的同一次发布：数字相同，没有读取数据，没有花费。若要另行计费的新数字，请使用新的一期。",
    ),
    "front.publish.seeded": (
        "THE NOISE CAME FROM A SEED: THIS RELEASE PROTECTS NOBODY.",
        "噪声来自固定种子：这次发布不保护任何人。",
    ),
    "front.publish.report": ("report", "报告"),
    "front.publish.tables": ("tables", "表格"),
    "front.publish.pictures": ("pictures", "图"),
    "front.publish.others": ("also", "另有"),
    "front.publish.several": ("{folder} ({count}: {kinds})", "{folder}（{count} 个：{kinds}）"),
    "front.publish.value": ("value", "数值"),
    "front.publish.range": ("range", "区间"),
    "front.publish.receipt": ("receipt", "收据"),
    "front.publish.account": ("account", "账户"),
    "front.publish.used": ("{account}, {used} used", "{account}，已用 {used}"),
    "front.publish.public": ("signed by", "签名公钥"),
    "front.publish.new_key": (
        "A new signing key was made: {path}. Only its owner can read it. Keep it, and give readers the public key "
        "above.",
        "新生成了签名密钥：{path}。只有其所有者可读；请妥善保管，并把上面的公钥交给读者。",
    ),
    "front.explain.heading": ("{release}, edition {edition}", "{release}，第 {edition} 期"),
    "front.explain.folder": (
        "As the card in the folder says; epsilog verify checks whether the folder was changed.",
        "依据文件夹中的卡片；是否完整由 epsilog verify 检查。",
    ),
    "front.explain.ledger": ("As the ledger stored it.", "依据账本的记录。"),
    "front.explain.unpublished": (
        "This was never published here. What follows is its plan.",
        "这里从未发布过它。以下是它的计划。",
    ),
    "front.verify.heading": ("Verification of {folder}", "核验：{folder}"),
    "front.verify.whole": ("WHOLE: the folder is what its certificate says.", "完整：文件夹与证书所说一致。"),
    "front.verify.whole.unpinned": (
        "WHOLE, but signed by a key that you have not said you trust: {signer}",
        "完整，但签名所用的公钥您尚未表示信任：{signer}",
    ),
    "front.verify.unpinned": (
        "Anybody can sign a folder of their own. Ask the publisher for the public key in another way, and give it "
        "with --trust.",
        "陌生人也可以给自己的文件夹签名。请通过其他途径向发布者索取公钥，并用 --trust 指定。",
    ),
    "front.verify.unknown": (
        "UNKNOWN to this ledger: another ledger paid for it. Nothing else was found wrong; verify against the "
        "ledger that the certificate names, or without --ledger.",
        "这个账本不知道此次发布：付款的不是它。此外未发现问题；请用证书所指的账本核验，或不用 --ledger。",
    ),
    "front.verify.broken": ("BROKEN: do not rely on this folder.", "已损坏：请勿依赖这个文件夹。"),
}
