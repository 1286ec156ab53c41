"""Sentences of calendars: a year of reports in one budget."""

from typing import Final

CALENDAR: Final[dict[str, tuple[str, str]]] = {
    "calendar.heading": ("Calendar {calendar}: {first} to {last}", "日历 {calendar}：{first} 至 {last}"),
    "calendar.column.report": ("report", "报告"),
    "calendar.column.every": ("published", "发布"),
    "calendar.column.times": ("times", "次数"),
    "calendar.column.asked": ("asked", "要求"),
    "calendar.column.error": ("error", "误差"),
    "calendar.column.possible": ("possible", "可行"),
    "calendar.column.price": ("{coin} each", "每次 {coin}"),
    "calendar.column.whole": ("share", "占全部"),
    "calendar.sum": ("sum of {fine}", "{fine} 之和"),
    "calendar.often_sum": ("{often}, the sum of {fine}", "{often}，{fine} 之和"),
    "calendar.every.hour": ("hourly", "每小时"),
    "calendar.every.day": ("daily", "每日"),
    "calendar.every.week": ("weekly", "每周"),
    "calendar.every.month": ("monthly", "每月"),
    "calendar.every.quarter": ("quarterly", "每季"),
    "calendar.every.year": ("yearly", "每年"),
    "calendar.ticks.hour": ("hours", "小时"),
    "calendar.ticks.day": ("days", "天"),
    "calendar.ticks.week": ("weeks", "周"),
    "calendar.ticks.month": ("months", "月"),
    "calendar.ticks.quarter": ("quarters", "季"),
    "calendar.ticks.year": ("years", "年"),
    "calendar.note": (
        "Errors hold for one number at {confidence} confidence. {coin} counts what {unit} meets.",
        "误差指单个数字，置信度 {confidence}。{coin} 计的是{unit} 所遇到的全部发布。",
    ),
    "calendar.account.used": (
        "Of {account} {used} is used already, by releases of this calendar or others; the plan is about the whole.",
        "{account} 已使用 {used}，由本日历或其他发布所用；这里的计划针对全部额度。",
    ),
    "calendar.left.enough": (
        "Of {account} {used} % is used already; releases of this calendar that are paid: {paid}. What is still "
        "planned takes {needed} %, and {left} % is left: that is enough.",
        "{account} 已使用 {used} %；本日历中已付费的发布：{paid} 次。其余计划需要 {needed} %，还剩 {left} %：够用"
        "。",
    ),
    "calendar.left.short": (
        "No, not with what is left. Of {account} {used} % is used already; releases of this calendar that are "
        "paid: {paid}. What is still planned takes {needed} %, and {left} % is left. Plan with less "
        "(`spend.epsilon`, larger errors), or have two people raise the cap.",
        "不可行，剩余的不够。{account} 已使用 {used} %；本日历中已付费的发布：{paid} 次。其余计划需要 {needed} %，"
        "只剩 {left} %。请减少计划（`spend.epsilon`、更大的误差），或由两人提高上限。",
    ),
    "calendar.title.possible": ("Is it possible?", "可行吗？"),
    "calendar.title.division": ("How the budget is divided", "预算如何分配"),
    "calendar.title.sums": ("Sums instead of releases", "以求和代替发布"),
    "calendar.title.person": ("What one person may contribute", "一个人最多贡献多少"),
    "calendar.title.ways": ("Three ways to pay for the same errors", "同样的误差，三种支付方式"),
    "calendar.title.next": ("What happens next", "接下来"),
    "calendar.needs.pure": (
        "Everything together takes epsilon = {epsilon}, delta = 0.",
        "全部合计需要 epsilon = {epsilon}，delta = 0。",
    ),
    "calendar.needs.zcdp": (
        "Everything together takes rho = {rho} of zero-concentrated differential privacy: epsilon = {epsilon} at "
        "delta = {delta}.",
        "全部合计需要零集中差分隐私 rho = {rho}：在 delta = {delta} 时 epsilon = {epsilon}。",
    ),
    "calendar.fits": (
        "Yes. That is {part} % of the budget; {left} % of it is not planned.",
        "可行。占预算的 {part} %；还有 {left} % 未作安排。",
    ),
    "calendar.fits.exactly": ("Yes. All of the budget is planned.", "可行。预算已全部安排。"),
    "calendar.chosen.pure": (
        "Planned in pure epsilon, which suits this calendar better than rho: {errors}.",
        "按纯 ε 安排，对这份日历比 ρ 更合适：{errors}。",
    ),
    "calendar.chosen.rho": (
        "Planned in rho, which suits this calendar better than pure epsilon: {errors}.",
        "按 ρ 安排，对这份日历比纯 ε 更合适：{errors}。",
    ),
    "calendar.turn_first": (
        "{account} counts in the other currency now. Turn its root account before the calendar is approved: "
        "epsilog ledger turn ROOT --to {leg}. If it is approved as it counts now, the calendar has the other "
        "errors.",
        "{account} 目前按另一种方式计量。批准日历之前请先转换其根账户：epsilog ledger turn ROOT --to {leg}。若按现"
        "状批准，误差会不同。",
    ),
    "calendar.unopened": (
        "Not yet: there is no account {account}. It would be possible with an account of this budget.",
        "还不行：没有账户 {account}。若有账户具备这一预算，则可行。",
    ),
    "calendar.too_dear": (
        "No. The budget is epsilon = {budget}. If every error asked for were {wider} times as large, it would be "
        "enough: the column “possible” shows that plan.",
        "不可行。预算是 epsilon = {budget}。若所要求的每个误差都放宽到 {wider} 倍，预算就够了：“可行”一列就是那个"
        "方案。",
    ),
    "calendar.too_dear.hopeless": (
        "No. The budget is epsilon = {budget}, and no larger errors were found that fit it.",
        "不可行。预算是 epsilon = {budget}，放宽误差也没有找到能容纳的方案。",
    ),
    "calendar.saves": (
        "What costs less at the same errors: fewer or coarser reports, sums (`reuse`), or several ticks published "
        "together with a bound on how many of them one person counts in.",
        "不放宽误差也能更省：减少报告或用更粗的粒度，以求和代替（`reuse`），或把若干时段合并发布并限制一个人最多计"
        "入其中几个。",
    ),
    "calendar.block": (
        "A person is protected within one {period}. The fullest is {block}; releases that touch two of them are "
        "paid for in both.",
        "一个人在一{period}之内受到保护。最满的是 {block}；跨越两个时间块的发布在两边都要付费。",
    ),
    "calendar.whole_ticks": (
        "Only whole ticks between the first and the last day are published. Days at the ends that are part of no "
        "whole {every} tick: {left_out}.",
        "只发布首尾两日之间的完整时段：两端有 {left_out} 天不属于任何完整的{every}时段。",
    ),
    "calendar.division.errors": (
        "The errors asked for are reached at the lowest price, computed with the exact law of the noise.",
        "所要求的误差按噪声的精确分布，以最低价格满足。",
    ),
    "calendar.division.pure": (
        "The rest goes to reports without an error, so that the weighted sum of squared errors is smallest: each "
        "release gets epsilon in proportion to the cube root of weight × squared sensitivity.",
        "其余分给没有指定误差的报告，使加权平方误差之和最小：每次发布的 epsilon 与（权重 × 敏感度平方）的立方根成"
        "正比。",
    ),
    "calendar.division.zcdp": (
        "The rest goes to reports without an error, so that the weighted sum of squared errors is smallest: each "
        "release gets rho in proportion to the square root of weight × squared sensitivity.",
        "其余分给没有指定误差的报告，使加权平方误差之和最小：每次发布的 rho 与（权重 × 敏感度平方）的平方根成正比"
        "。",
    ),
    "calendar.division.floor": (
        "{report} gets its smallest allowed epsilon, {epsilon} for each release.",
        "{report} 取其下限，每次发布 epsilon = {epsilon}。",
    ),
    "calendar.division.cap": (
        "{report} gets its largest allowed epsilon, {epsilon} for each release.",
        "{report} 取其上限，每次发布 epsilon = {epsilon}。",
    ),
    "calendar.sum.is": (
        "{report} is not a separate release but the sum of at most {parts} numbers of {fine}. It costs nothing "
        "and is off by at most {margin}. Each number of {fine} counts a person under its own bound.",
        "{report} 不单独发布，而是 {fine} 的至多 {parts} 个数字之和。它不花费预算，误差不超过 {margin}。{fine} 的"
        "每个数字按其自身的界限计人。",
    ),
    "calendar.sum.not": (
        "{report} as the sum of at most {parts} numbers of {fine} would be off by up to {margin}: a separate "
        "release is better.",
        "{report} 若作为 {fine} 的至多 {parts} 个数字之和，误差可达 {margin}：单独发布更好。",
    ),
    "calendar.person.together": (
        "{report}: the {ticks} of one {period} are published together, and one person counts in at most {cells} "
        "of up to {size} cells. Only these are paid for, not every cell.",
        "{report}：一{period}内的各{ticks}合并发布，一个人最多计入至多 {size} 个单元格中的 {cells} 个。付费的是这"
        "些，而不是每一个。",
    ),
    "calendar.person.singly": (
        "{report}: published {every}, one person may count in all {times} releases, and all are paid for. "
        "Published together at the end of a longer period, with a person counted in at most d of its n {ticks}, "
        "the same errors cost about d/n of it (`together`, `bound.cells`).",
        "{report}：{every}发布，一个人可能计入全部 {times} 次发布，全部都要付费。若在更长的周期结束时合并发布，并"
        "规定一个人最多计入n {ticks}中的 d 个，同样的误差约只需 d/n 的价格（`together`、`bound.cells`）。",
    ),
    "calendar.person.period": (
        "{report}: one person may count in {times} releases within one {period}, and all of them are paid for.",
        "{report}：一个人在一{period}之内可能计入 {times} 次发布，全部都要付费。",
    ),
    "calendar.ways.pure": (
        "Laplace noise, the epsilons added up: epsilon = {epsilon}, delta = 0.",
        "拉普拉斯噪声，epsilon 相加：epsilon = {epsilon}，delta = 0。",
    ),
    "calendar.ways.zcdp": (
        "Zero-concentrated differential privacy, the rhos added up: epsilon = {epsilon} at delta = {delta}. Valid "
        "whatever is decided after answers were seen.",
        "零集中差分隐私，rho 相加：在 delta = {delta} 时 epsilon = {epsilon}。无论看到答案之后作何决定，都成立。",
    ),
    "calendar.ways.frozen": (
        "The same noise as one plan that is fixed beforehand: epsilon = {epsilon} at delta = {delta}. Valid only "
        "if every release is made exactly as planned, and none is left out, added or changed because of a number. "
        "The ledger does not count in this way.",
        "同样的噪声，作为事先固定的计划：在 delta = {delta} 时 epsilon = {epsilon}。只有当每次发布都完全按计划进行"
        "，没有一次因为某个数字而取消、增加或改变时才成立。账本不按它计账。",
    ),
    "calendar.ways.none": ("{way}: not possible for these reports.", "{way}：这些报告无法这样支付。"),
    "calendar.ways.extra": (
        "The price of a fixed plan needs an extra package: pip install 'epsilog[accounting]'.",
        "固定计划的价格需要一个附加组件：pip install 'epsilog[accounting]'。",
    ),
    "calendar.way.pure": ("pure epsilon", "纯 epsilon"),
    "calendar.way.zcdp": ("zCDP", "零集中差分隐私"),
    "calendar.way.frozen": ("fixed plan", "固定计划"),
    "calendar.next.nothing": (
        "No data was read and nothing was spent. Planning again is free.",
        "没有读取数据，没有花费；只要如此，重新规划就不收费。",
    ),
    "calendar.next.approve": (
        "Two people can approve it: epsilog ledger approve {account} {file} --approver … --approver … --why …  "
        "From then on {account} pays for the planned releases only, each once, and never more than planned. "
        "Another calendar needs another approval.",
        "两人可以批准它：epsilog ledger approve {account} {file} --approver … --approver … --why …  此后 {account}"
        " 只为计划内的发布付费，每次只付一回，且不高于计划价格。换一份日历需要再次批准。",
    ),
    "calendar.next.spec": (
        "To write the spec of one release: epsilog plan --calendar {file} --release {release}",
        "某一次发布的请求文件：epsilog plan --calendar {file} --release {release}",
    ),
    "calendar.next.digest": ("Digest of what would be approved: {digest}", "待批准内容的摘要：{digest}"),
    "calendar.picture.title": ("{calendar}: {total} releases", "{calendar}：{total} 次发布"),
    "calendar.picture.spent": ("planned so far, % of {whole}", "累计安排，占{whole}的 %"),
    "calendar.picture.spent.budget": ("the budget", "预算"),
    "calendar.picture.spent.total": ("the calendar", "日历"),
    "calendar.picture.asked": ("asked for", "要求"),
    "calendar.approved": (
        "{account} now pays for the {count} releases of {calendar} only.",
        "{account} 从现在起只为 {calendar} 的 {count} 次发布付费。",
    ),
    "calendar.approved.digest": ("Approved: {digest}", "已批准：{digest}"),
    "calendar.lifted": (
        "{account} pays for any release again that its budget allows.",
        "{account} 重新可以为预算允许的任何发布付费。",
    ),
}
