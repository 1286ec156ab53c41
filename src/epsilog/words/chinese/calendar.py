"""日历的语句：一年的报告，一份预算。"""

from typing import Final

CALENDAR: Final[dict[str, str]] = {
    "calendar.heading": "日历 {calendar}：{first} 至 {last}",
    "calendar.column.report": "报告",
    "calendar.column.every": "发布",
    "calendar.column.times": "次数",
    "calendar.column.asked": "要求",
    "calendar.column.error": "误差",
    "calendar.column.possible": "可行",
    "calendar.column.price": "每次 {coin}",
    "calendar.column.whole": "占全部",
    "calendar.sum": "{fine} 之和",
    "calendar.often_sum": "{often}，{fine} 之和",
    "calendar.every.hour": "每小时",
    "calendar.every.day": "每日",
    "calendar.every.week": "每周",
    "calendar.every.month": "每月",
    "calendar.every.quarter": "每季",
    "calendar.every.year": "每年",
    "calendar.ticks.hour": "小时",
    "calendar.ticks.day": "天",
    "calendar.ticks.week": "周",
    "calendar.ticks.month": "月",
    "calendar.ticks.quarter": "季",
    "calendar.ticks.year": "年",
    "calendar.note": "误差指单个数字，置信度 {confidence}。{coin} 计的是{unit} 所遇到的全部发布。",
    "calendar.account.used": "{account} 已使用 {used}，由本日历或其他发布所用；这里的计划针对全部额度。",
    "calendar.left.enough": (
        "{account} 已使用 {used} %；本日历中已付费的发布：{paid} 次。其余计划需要 {needed} %，还剩 {left} %：够用。"
    ),
    "calendar.left.short": (
        "不可行，剩余的不够。{account} 已使用 {used} %；本日历中已付费的发布：{paid} 次。其余计划需要 {needed} %，"
        "只剩 {left} %。请减少计划（`spend.epsilon`、更大的误差），或由两人提高上限。"
    ),
    "calendar.title.possible": "可行吗？",
    "calendar.title.division": "预算如何分配",
    "calendar.title.sums": "以求和代替发布",
    "calendar.title.person": "一个人最多贡献多少",
    "calendar.title.ways": "同样的误差，三种支付方式",
    "calendar.title.next": "接下来",
    "calendar.needs.pure": "全部合计需要 epsilon = {epsilon}，delta = 0。",
    "calendar.needs.zcdp": "全部合计需要零集中差分隐私 rho = {rho}：在 delta = {delta} 时 epsilon = {epsilon}。",
    "calendar.fits": "可行。占预算的 {part} %；还有 {left} % 未作安排。",
    "calendar.fits.exactly": "可行。预算已全部安排。",
    "calendar.chosen.pure": "按纯 ε 安排，对这份日历比 ρ 更合适：{errors}。",
    "calendar.chosen.rho": "按 ρ 安排，对这份日历比纯 ε 更合适：{errors}。",
    "calendar.turn_first": (
        "{account} 目前按另一种方式计量。批准日历之前请先转换其根账户：epsilog ledger turn ROOT --to {leg}。若按现"
        "状批准，误差会不同。"
    ),
    "calendar.unopened": "还不行：没有账户 {account}。若有账户具备这一预算，则可行。",
    "calendar.too_dear": (
        "不可行。预算是 epsilon = {budget}。若所要求的每个误差都放宽到 {wider} 倍，"
        "预算就够了：“可行”一列就是那个方案。"
    ),
    "calendar.too_dear.hopeless": "不可行。预算是 epsilon = {budget}，放宽误差也没有找到能容纳的方案。",
    "calendar.saves": (
        "不放宽误差也能更省：减少报告或用更粗的粒度，以求和代替（`reuse`），"
        "或把若干时段合并发布并限制一个人最多计入其中几个。"
    ),
    "calendar.block": "一个人在一{period}之内受到保护。最满的是 {block}；跨越两个时间块的发布在两边都要付费。",
    "calendar.whole_ticks": "只发布首尾两日之间的完整时段：两端有 {left_out} 天不属于任何完整的{every}时段。",
    "calendar.division.errors": "所要求的误差按噪声的精确分布，以最低价格满足。",
    "calendar.division.pure": (
        "其余分给没有指定误差的报告，使加权平方误差之和最小：每次发布的 epsilon 与（权重 × 敏感度平方）的立方根成正"
        "比。"
    ),
    "calendar.division.zcdp": (
        "其余分给没有指定误差的报告，使加权平方误差之和最小：每次发布的 rho 与（权重 × 敏感度平方）的平方根成正比。"
    ),
    "calendar.division.floor": "{report} 取其下限，每次发布 epsilon = {epsilon}。",
    "calendar.division.cap": "{report} 取其上限，每次发布 epsilon = {epsilon}。",
    "calendar.sum.is": (
        "{report} 不单独发布，而是 {fine} 的至多 {parts} 个数字之和。它不花费预算，误差不超过 {margin}。"
        "{fine} 的每个数字按其自身的界限计人。"
    ),
    "calendar.sum.not": "{report} 若作为 {fine} 的至多 {parts} 个数字之和，误差可达 {margin}：单独发布更好。",
    "calendar.person.together": (
        "{report}：一{period}内的各{ticks}合并发布，一个人最多计入至多 {size} 个单元格中的 {cells} 个。付费的是这些"
        "，而不是每一个。"
    ),
    "calendar.person.singly": (
        "{report}：{every}发布，一个人可能计入全部 {times} 次发布，全部都要付费。"
        "若在更长的周期结束时合并发布，并规定一个人最多计入n {ticks}中的 d 个，"
        "同样的误差约只需 d/n 的价格（`together`、`bound.cells`）。"
    ),
    "calendar.person.period": "{report}：一个人在一{period}之内可能计入 {times} 次发布，全部都要付费。",
    "calendar.ways.pure": "拉普拉斯噪声，epsilon 相加：epsilon = {epsilon}，delta = 0。",
    "calendar.ways.zcdp": (
        "零集中差分隐私，rho 相加：在 delta = {delta} 时 epsilon = {epsilon}。无论看到答案之后作何决定，都成立。"
    ),
    "calendar.ways.frozen": (
        "同样的噪声，作为事先固定的计划：在 delta = {delta} 时 epsilon = {epsilon}。只有当每次发布都完全按计划进行"
        "，没有一次因为某个数字而取消、增加或改变时才成立。账本不按它计账。"
    ),
    "calendar.ways.none": "{way}：这些报告无法这样支付。",
    "calendar.ways.extra": "固定计划的价格需要一个附加组件：pip install 'epsilog[accounting]'。",
    "calendar.way.pure": "纯 epsilon",
    "calendar.way.zcdp": "零集中差分隐私",
    "calendar.way.frozen": "固定计划",
    "calendar.next.nothing": "没有读取数据，没有花费；只要如此，重新规划就不收费。",
    "calendar.next.approve": (
        "两人可以批准它：epsilog ledger approve {account} {file} --approver … --approver … --why …  此后 {account} "
        "只为计划内的发布付费，每次只付一回，且不高于计划价格。换一份日历需要再次批准。"
    ),
    "calendar.next.spec": "某一次发布的请求文件：epsilog plan --calendar {file} --release {release}",
    "calendar.next.digest": "待批准内容的摘要：{digest}",
    "calendar.picture.title": "{calendar}：{total} 次发布",
    "calendar.picture.spent": "累计安排，占{whole}的 %",
    "calendar.picture.spent.budget": "预算",
    "calendar.picture.spent.total": "日历",
    "calendar.picture.asked": "要求",
    "calendar.approved": "{account} 从现在起只为 {calendar} 的 {count} 次发布付费。",
    "calendar.approved.digest": "已批准：{digest}",
    "calendar.lifted": "{account} 重新可以为预算允许的任何发布付费。",
}
