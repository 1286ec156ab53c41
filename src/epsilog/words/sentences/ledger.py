"""What `epsilog ledger` puts on the screen."""

from typing import Final

LEDGER: Final[dict[str, tuple[str, str]]] = {
    "ledger.heading": ("The ledger at {place}", "账本：{place}"),
    "ledger.place": ("ledger", "账本"),
    "ledger.everything": ("the whole ledger", "整个账本"),
    "ledger.empty": (
        "No account is open yet. Start with: epsilog ledger open --help",
        "尚未开立任何账户。请先运行 epsilog ledger open --help",
    ),
    "ledger.no_anchors": (
        "Without anchors nobody would notice if an older copy replaced these books: epsilog ledger anchor --help",
        "没有锚点：若有人用旧副本替换这本账，将无人察觉。见 epsilog ledger anchor --help",
    ),
    "ledger.opened": ("{account} is open", "{account} 已开立"),
    "ledger.protects": ("protects", "保护"),
    "ledger.promises": ("promises", "承诺"),
    "ledger.counts": ("counts in", "计量"),
    "ledger.blocks": ("blocks", "时间块"),
    "ledger.above": ("belongs to", "隶属"),
    "ledger.above.rule": (
        "{parent}; whatever is spent here is also spent there, and the promise is for the whole",
        "{parent}；此处的支出同时计入上级，承诺以整体为准",
    ),
    "ledger.unit.row": (
        "each row by itself (EVENT LEVEL: single events, not persons)",
        "每一行记录（事件级：单个事件，而不是人）",
    ),
    "ledger.unit.person": ("everything of each {each}", "每个 {each} 的全部记录"),
    "ledger.unit.period": (
        "everything of each {each} within one {period}",
        "每个 {each} 在同一{period}内的全部记录",
    ),
    "ledger.unit.window": ("{who}, over any {window} ticks in a row", "{who}（任意连续 {window} 个时段）"),
    "ledger.neighbours.add_remove": ("{who}, whether it is in the data or not", "{who}，无论其是否在数据之中"),
    "ledger.neighbours.replace": (
        "{who}, exchanged for another (the total is public)",
        "{who}，可换成另一个（总数公开）",
    ),
    "ledger.period.hour": ("hour", "小时"),
    "ledger.period.day": ("day", "日"),
    "ledger.period.week": ("week", "周"),
    "ledger.period.month": ("month", "月"),
    "ledger.period.quarter": ("quarter", "季度"),
    "ledger.period.year": ("year", "年"),
    "ledger.brief": (
        "{account}: {used} used (releases: {count}); promises {promise}",
        "{account}：已用 {used}，{count} 次发布；承诺 {promise}",
    ),
    "ledger.brief.block": (
        "{account}: {used} used in its fullest block {block} (releases: {count}); promises {promise}",
        "{account}：最满的时间块 {block} 已用 {used}，{count} 次发布；承诺 {promise}",
    ),
    "ledger.promise.zcdp": (
        "epsilon = {epsilon}, delta = {delta}, when it is used up",
        "用尽时 ε = {epsilon}，δ = {delta}",
    ),
    "ledger.promise.pure": (
        "epsilon = {epsilon}, without exception (delta = 0), when it is used up",
        "用尽时 ε = {epsilon}，没有例外（δ = 0）",
    ),
    "ledger.promise.metre": ("epsilon = {epsilon} per metre, when it is used up", "用尽时每米 ε = {epsilon}"),
    "ledger.coin.zcdp": ("rho (zCDP), up to {cap}", "ρ（zCDP），上限 {cap}"),
    "ledger.coin.events": (
        "rho (zCDP), up to {cap}, and delta of events, up to {events}",
        "ρ（zCDP），上限 {cap}；事件的 δ，上限 {events}",
    ),
    "ledger.coin.pure": ("epsilon, up to {cap}", "ε，上限 {cap}"),
    "ledger.coin.metre": ("epsilon per metre, up to {cap}", "每米 ε，上限 {cap}"),
    "ledger.coin.turned": (
        "pure epsilon now, up to {cap}; it may be turned to rho, so the promise keeps its delta",
        "目前按纯 ε 计量，上限 {cap}；可再转为 ρ，因此承诺仍含 δ",
    ),
    "ledger.turned.pure": (
        "{account} counts in pure epsilon now; {used} of it is used. It promises what it promised before: it may "
        "be turned back.",
        "{account} 现按纯 ε 计量，已用 {used}。承诺与以前相同：它还可以转回去。",
    ),
    "ledger.turned.rho": (
        "{account} counts in rho now; {used} of it is used. It promises what it promised before.",
        "{account} 现按 ρ 计量，已用 {used}。承诺与以前相同。",
    ),
    "ledger.turn.could.pure": (
        "{account} could be turned to pure epsilon; {used} of it would be used.",
        "{account} 可以转为纯 ε；届时已用 {used}。",
    ),
    "ledger.turn.could.rho": (
        "{account} could be turned to rho; {used} of it would be used.",
        "{account} 可以转为 ρ；届时已用 {used}。",
    ),
    "ledger.suits.one": (
        "One count in one release would be off by at most {pure} in pure epsilon, by at most {rho} in rho (95 of "
        "100 times). Up to {crossover} equal releases about the same people are more exact in pure epsilon, more "
        "of them in rho.",
        "若只作一次发布，一个计数的偏差（100 次中 95 次）：按纯 ε 至多 {pure}，按 ρ 至多 {rho}。对同一批人作相同的"
        "发布不超过 {crossover} 次时纯 ε 更准，更多时 ρ 更准。",
    ),
    "ledger.suits": (
        "One count in each of {releases} equal releases about the same people would be off by at most {pure} in "
        "pure epsilon, by at most {rho} in rho (95 of 100 times). Up to {crossover} such releases are more exact "
        "in pure epsilon, more of them in rho.",
        "若对同一批人作 {releases} 次相同的发布，每个计数的偏差（100 次中 95 次）：按纯 ε 至多 {pure}，按 ρ 至多 "
        "{rho}。这样的发布不超过 {crossover} 次时纯 ε 更准，更多时 ρ 更准。",
    ),
    "ledger.suits.now.zcdp": (
        "It counts in rho. After its first release with Gaussian noise, which most releases use in rho, it can no "
        "longer be turned to pure epsilon. To turn it before: {command}",
        "现按 ρ 计量。第一次采用高斯噪声的发布（按 ρ 计量时多为如此）之后，不能再转为纯 ε。如要在此之前转换："
        "{command}",
    ),
    "ledger.suits.now.pure": (
        "It counts in pure epsilon. After a release that takes more than fits in rho, it can no longer be turned "
        "to rho; `plan` says so before. To turn it: {command}",
        "现按纯 ε 计量。某次发布若在 ρ 中容不下，此后便不能再转为 ρ；`plan` 会事先说明。如要转换：{command}",
    ),
    "ledger.blocks.rule": (
        "each {period} ({zone}) has the whole cap for itself; a release pays in every block it touches; delta is "
        "kept once for all blocks",
        "每{period}（{zone}）各有完整的上限；一次发布在所涉的每个时间块都要支付；δ 在所有时间块合并计算",
    ),
    "ledger.account": ("account", "账户"),
    "ledger.used": ("used", "已用"),
    "ledger.held": ("held", "预留"),
    "ledger.part": ("part", "份额"),
    "ledger.releases": ("releases", "发布"),
    "ledger.block": ("block", "时间块"),
    "ledger.state": ("state", "状态"),
    "ledger.key": ("key", "编号"),
    "ledger.receipt": ("receipt", "收据"),
    "ledger.show.note": (
        "█ spent, ▒ held for a release in progress. Part: of the account above. Σε and Σδ are plain sums of what "
        "was charged: the simple bound (– where a release has no epsilon of its own). What holds is the promise "
        "of the account when it is used up.",
        "█ 已支出，▒ 为进行中的发布预留。份额：占上级账户的比例。Σε 与 Σδ 是各次花费的直接相加，即简单上界（– 表示"
        "有的发布没有单独的 ε）。真正成立的，是账户用尽时的承诺。",
    ),
    "ledger.all_stopped": ("The whole ledger is stopped: {why}", "整个账本已停用：{why}"),
    "ledger.is_stopped": ("{account} is stopped: {why}.", "{account} 已停用：{why}。"),
    "ledger.failed": (
        "{account}: {failures} of {limit} failures that would stop it.",
        "{account}：已失败 {failures} 次，满 {limit} 次即停用。",
    ),
    "ledger.reserve": (
        "{account} keeps {share} of its cap as a reserve; two people may move it.",
        "{account} 留有上限的 {share} 作为储备；两人同意方可动用。",
    ),
    "ledger.fullest": (
        "Bars show the fullest block of each account; here {block}.",
        "图条所示为各账户用得最多的时间块；此处为 {block}。",
    ),
    "ledger.one_block": ("Bars show block {block}.", "图条所示为时间块 {block}。"),
    "ledger.more_blocks": (
        "{count} earlier blocks are not shown; --json has them all.",
        "另有 {count} 个更早的时间块未显示；--json 可列出全部。",
    ),
    "ledger.history.heading": ("Entries of {which}", "{which}的账目"),
    "ledger.history.note": (
        "Share: of the account's cap of today. Refusals write nothing, so there are none here. --last N shows "
        "more, --picture FOLDER draws it over time.",
        "占比：占账户现有上限的比例。被拒绝的请求不入账，故此处没有。--last N 显示更多；--picture 文件夹 画出随时"
        "间的支出。",
    ),
    "ledger.when": ("when (UTC)", "时间（UTC）"),
    "ledger.entry": ("entry", "事项"),
    "ledger.share": ("share", "占比"),
    "ledger.details": ("details", "说明"),
    "ledger.kind.begin": ("begun", "建账"),
    "ledger.kind.open": ("opened", "开户"),
    "ledger.kind.allocate": ("allotted", "分配"),
    "ledger.kind.raise": ("cap raised", "提高上限"),
    "ledger.kind.move": ("reserve moved", "动用储备"),
    "ledger.kind.turn": ("turned", "转换计量"),
    "ledger.kind.stop": ("stopped", "停用"),
    "ledger.kind.resume": ("resumed", "恢复"),
    "ledger.kind.reserve": ("held", "预留"),
    "ledger.kind.debit": ("paid", "支付"),
    "ledger.kind.start": ("started", "开始"),
    "ledger.kind.commit": ("result stored", "结果入库"),
    "ledger.kind.deliver": ("delivered", "交付"),
    "ledger.kind.release": ("given back", "退还"),
    "ledger.kind.forfeit": ("forfeited", "作废"),
    "ledger.kind.refund": ("refunded", "退款"),
    "ledger.kind.rotate": ("key replaced", "更换密钥"),
    "ledger.kind.calendar": ("calendar approved", "批准日历"),
    "ledger.kind.tick": ("ticked", "流数据入账"),
    "ledger.kind.close": ("stream closed", "关闭数据流"),
    "ledger.kind.restore": ("restored", "从备份恢复"),
    "ledger.kind.migrate": ("migrated", "升级"),
    "ledger.debit.paid": (
        "Paid from {account}: now the data may be opened",
        "已从 {account} 支付：现在可以读取数据",
    ),
    "ledger.debit.repeated": (
        "{account} had paid for this key already: nothing was spent again",
        "{account} 早已为这个编号支付：未再动用预算",
    ),
    "ledger.debit.cost": ("price", "花费"),
    "ledger.debit.word": (
        "The books hold what you say: that the release elsewhere costs this. Nothing here checked it.",
        "账本只记下了您的说法，即别处的那次发布花费如此；此处并未核实。",
    ),
    "ledger.divided": ("{account} is divided", "{account} 已分配"),
    "ledger.part_of": ("share of {account}", "占 {account} 的份额"),
    "ledger.left_of_it": ("left of it", "其中剩余"),
    "ledger.divided.base": (
        "Each share is a part of the whole cap of {account}, as you wrote it. What is spent from it is spent from "
        "{account} in the same moment.",
        "每个份额都是 {account} 全部上限的一部分，照您所写。从中花费的，同时也从 {account} 中花费。",
    ),
    "ledger.divided.proportional": (
        "You wrote numbers of planned queries: what the reserve leaves of {account} is divided in proportion to "
        "them. What is spent from a share is spent from {account} in the same moment.",
        "您写的是计划查询的次数：{account} 除储备之外的部分按其比例分配。从份额中花费的，同时也从 {account} 中花费"
        "。",
    ),
    "ledger.divided.reserve": (
        "The reserve was given to nobody, and {account} pays nothing itself. Two people may move it: epsilog "
        "ledger move.",
        "储备没有分给任何人，{account} 自身也不再付款。两人同意即可转移储备：epsilog ledger move。",
    ),
    "ledger.second": (
        "A second budget? {others} in this ledger already protects each {each}. If these are the same people, what "
        "they are promised is the sum of all of these accounts. To keep one promise, divide one account instead: "
        "epsilog ledger allocate {first} …",
        "又一份预算？本账本中的 {others} 已经在保护每个 {each}。若是同一批人，他们得到的承诺就是这些账户之和。若要"
        "只守一个承诺，请改为分配一个账户：epsilog ledger allocate {first} …",
    ),
    "ledger.the_reserve": ("reserve", "储备"),
    "ledger.moved": (
        "{account} now has {part} of {parent}; {reserve} is left as reserve.",
        "{account} 现占 {parent} 的 {part}；储备尚余 {reserve}。",
    ),
    "ledger.raised": (
        "{account} now promises: {promise}. For everybody in it that is less protection than before.",
        "{account} 现在的承诺：{promise}。对其中每个人来说，保护都比以前弱。",
    ),
    "ledger.stopped": ("Stopped: {which}. Nothing can be spent there.", "已停用：{which}。该处不能再支出。"),
    "ledger.stopped.next": (
        "Two people may resume it: epsilog ledger resume",
        "经两人同意方可恢复：epsilog ledger resume",
    ),
    "ledger.resumed": ("Resumed: {which}.", "已恢复：{which}。"),
    "ledger.recovered": ("{count} unfinished releases were settled", "已了结 {count} 项未完成的发布"),
    "ledger.recovered.nothing": (
        "Nothing to settle: no process ended in the middle of a release.",
        "无须处理：没有进程在发布中途退出。",
    ),
    "ledger.state.released": ("given back", "已退还"),
    "ledger.state.forfeited": ("forfeited", "已作废"),
    "ledger.refunded": (
        "Refunded: {receipt}. Cards of later releases must name the people who stated that nothing had left.",
        "已退款：{receipt}。此后的声明须注明由何人担保。",
    ),
    "ledger.verify.heading": ("Verification of the ledger at {place}", "核验账本：{place}"),
    "ledger.verify.progress": ("reading", "读取中"),
    "ledger.verify.entries": ("entries", "账目数"),
    "ledger.verify.head": ("head", "链首"),
    "ledger.verify.anchors": ("anchors found", "核对的锚点"),
    "ledger.verify.damage": ("damage", "损坏"),
    "ledger.verify.whole": (
        "WHOLE: every entry is as it was written, and everything adds up.",
        "完好：每条账目都与写入时一致，合计无误。",
    ),
    "ledger.verify.broken": (
        "DAMAGED at entry {seq}. The whole ledger is stopped.",
        "第 {seq} 条账目已损坏。整个账本已停用。",
    ),
    "ledger.verify.unanchored": (
        "No anchor was checked: an older copy of these books, or books rewritten from the start, would also pass.",
        "未核对任何锚点：若这是一份旧副本，或从头重写的账本，看起来也会同样完好。",
    ),
    "ledger.damage.edited": ("edited", "被改动"),
    "ledger.damage.removed": ("removed", "被删除"),
    "ledger.damage.reordered": ("reordered", "次序被调换"),
    "ledger.damage.truncated": ("cut off", "被截断"),
    "ledger.damage.forked": ("another history", "另一份历史"),
    "ledger.damage.totals": ("does not add up", "合计不符"),
    "ledger.damage.unreadable": ("unreadable", "无法读取"),
    "ledger.anchor.made": ("A signing key was made: {path}", "已生成签名密钥：{path}"),
    "ledger.anchor.public": ("public key", "公钥"),
    "ledger.anchor.keep": (
        "Keep the file where only the writer of the ledger can read it. Readers trust the public key: --trust, or "
        "EPSILOG_TRUST.",
        "请把该文件放在只有账本写入者能读取之处。读者信任公钥：--trust 或 EPSILOG_TRUST。",
    ),
    "ledger.anchor.signed": ("The head is anchored: entry {seq}", "链首已锚定：第 {seq} 条"),
    "ledger.anchor.at": ("signed at", "签名时间"),
    "ledger.anchor.next": ("next key", "下一把密钥"),
    "ledger.anchor.rotated": (
        "From here on the next key signs: --signing-key is now its file. Everybody continues to trust the first "
        "key ({first} if this was the first change) and follows from there. Destroy the old private key.",
        "此后由下一把密钥签名：--signing-key 请改用其文件。读者仍信任第一把密钥（若这是首次更换，即 {first}），并"
        "由此依次确认；请销毁旧私钥。",
    ),
    "ledger.backup.written": ("Backup written: {path}", "备份已写入：{path}"),
    "ledger.backup.rows": ("rows", "行数"),
    "ledger.backup.digest": ("SHA-256", "校验值（SHA-256）"),
    "ledger.backup.note": (
        "Keep it on another disk. It does not hold what is spent from now on.",
        "请存放在另一块磁盘上。此后的支出不在其中。",
    ),
    "ledger.restored": ("Restored and verified: {place}", "已恢复并核验：{place}"),
    "ledger.restored.next": (
        "It is stopped. If nothing was spent since the backup was made, two people may say so: epsilog ledger "
        "resume --nothing-spent-since",
        "账本处于停用状态。若备份之后没有任何支出，可由两人共同声明：epsilog ledger resume --nothing-spent-since",
    ),
    "ledger.migrated": (
        "Migrated from version {before} to {after}, and verified.",
        "已从版本 {before} 升级到 {after}，并已核验。",
    ),
    "ledger.migrated.already": (
        "These books are of version {after} already; nothing was changed.",
        "这本账已是版本 {after}，未作改动。",
    ),
}
