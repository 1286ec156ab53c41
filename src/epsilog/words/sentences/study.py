"""What is read off tables: shares, comparisons, curves, tests."""

from typing import Final

STUDY: Final[dict[str, tuple[str, str]]] = {
    "release.what.expectation": ("mean of {column} in the population", "总体中 {column} 的平均值"),
    "release.what.survival": ("time until {event}, over {horizon} {unit}", "{horizon} {unit}内至 {event} 的时间"),
    "release.exact.expectation": (
        "{name}: {times} the mean of the population, each value clamped, lies within its range. The range "
        "includes the noise and the chance of who happened to be in the data.",
        "{name}：{times}，总体均值（每个值经截断）落在所给区间之内。区间既包含噪声，也包含抽样的偶然性。",
    ),
    "release.exact.expectation.missing": (
        "{name}: {times} the mean of the population, each value clamped, lies within its range, also if by chance "
        "the few people at the clamp's far end are not in the data. That is measured, not proved. The range "
        "includes the noise and the chance of who happened to be in the data.",
        "{name}：{times}，总体均值（每个值经截断）落在所给区间之内；即使少数位于截断远端的人恰好未被抽到，也是如此"
        "。这一点是测量得出的，未经证明。区间既包含噪声，也包含抽样的偶然性。",
    ),
    "release.exact.expectation.sure": (
        "{name}: {times} or more often the mean of the population, each value clamped, lies within its range, "
        "whatever values lie inside the clamp. That is proved for people who are independent of each other, "
        "except for a search over a grid of means. The range includes the noise and the chance of who happened to "
        "be in the data.",
        "{name}：{times}或更常，总体均值（每个值经截断）落在所给区间之内，无论截断范围内的值如何分布。对相互独立的"
        "人，这一点已经证明，只是均值是在网格上搜索的。区间既包含噪声，也包含抽样的偶然性。",
    ),
    "release.exact.expectation.student": (
        "{name}: {times} the mean of the population, each value clamped, lies within its range if values are "
        "nearly symmetric, as the request states; if they are not, less often. The range includes the noise and "
        "the chance of who happened to be in the data.",
        "{name}：若如请求所声明，取值接近对称，则{times}，总体均值（每个值经截断）落在所给区间之内；若不对称，则没"
        "有这么常。区间既包含噪声，也包含抽样的偶然性。",
    ),
    "release.exact.population": (
        "{name}: {times} the number to be expected in the population lies within its range. The range includes "
        "the noise and the chance of who happened to be in the data.",
        "{name}：{times}，总体中预期的数目落在所给区间之内。区间既包含噪声，也包含抽样的偶然性。",
    ),
    "release.exact.survival": (
        "{name}: {times} the population's curve lies, at each time by itself, within its range, and as often all "
        "of it within the band. Both include the noise, people lost to follow-up, and the chance of who was in "
        "the data.",
        "{name}：{times}，总体曲线在每个时间点单独落在区间之内，并以同样的频率整条落在带内。两者都包含噪声、失访与"
        "抽样的偶然性。",
    ),
    "release.exact.mixed": (
        "The column `about` of a table says what its ranges are about. `data`: the bounded answer, which follows "
        "from the data after the cuts described below; such ranges include the noise and nothing else. "
        "`population`: the people the data were drawn from, each independently; such ranges include the noise and "
        "the chance of who was drawn. None includes what was cut away, or people who could never be in the data.",
        "表中 `about` 一列说明区间所指。`data`：受限答案，即经下述限制之后数据所说的；这类区间只包含噪声。"
        "`population`：数据所来自的人群，各人独立抽取；这类区间包含噪声与抽样的偶然性。二者都不包含被去掉的部分，"
        "也不包含本无机会进入数据的人。",
    ),
    "release.exact.free": (
        "What is computed from the tables, and every test, uses published numbers and cost nothing more.",
        "从表中得出的内容以及各项检验只用已发布的数字，不再花费预算。",
    ),
    "release.exact.public": (
        "{name}: that there are {total} people is public, and the ranges use it.",
        "{name}：共有 {total} 人，这是公开的，区间用到了它。",
    ),
    "release.rule.survival": (
        "{name}: rows without a time, with a time below 0 or with a code that was not declared are not in the "
        "table; beyond the horizon everybody counts as still followed.",
        "{name}：没有时间、时间小于 0 或代码未声明的行不在表内；超过期限者一律计为仍在随访。",
    ),
    "release.rule.survival.others": (
        "{name}: rows without a time, with a time below 0 or without a code are not in the table; every code that "
        "is not a cause counts as lost to follow-up; beyond the horizon everybody counts as still followed.",
        "{name}：没有时间、时间小于 0 或没有代码的行不在表内；不属于任何原因的代码都计为失访；超过期限者一律计为仍"
        "在随访。",
    ),
    "release.picture.population": (
        "range ({confidence}) for the population: sampling and noise",
        "总体的区间（{confidence}）：已计入抽样误差与噪声",
    ),
    "plan.part.survival": ("people by exit", "各种离开方式的人数"),
    "plan.entry.survival": (
        "{entry}: when and how people leave follow-up, each person counted once, {cells}.",
        "{entry}：每人何时、因何离开随访，各占一处，{cells}。",
    ),
    "plan.entry.expectation": (
        "{entry}: the mean of {column} in the population, each value clamped to {low} … {high}, {cells}.",
        "{entry}：总体中 {column} 的均值，每个值截断到 {low} … {high}，{cells}。",
    ),
    "plan.error.expectation.expected": (
        "{entry}: in a cell of {rows} rows or more noise alone moves the mean by at most {margin} in {confidence} "
        "of 100 cases ({law}). The range will also include the chance of who is in the data.",
        "{entry}：单元格内不少于 {rows} 行时，100 次中有 {confidence} 次，仅噪声使均值偏差不超过 {margin}（{law}）"
        "。所给区间还会包含抽样的偶然性。",
    ),
    "plan.error.expectation.assumed": (
        "{entry}: how far noise moves a mean depends on how many rows a cell has: in {confidence} of 100 cases by "
        "at most {few} with 100 rows, {margin} with {rows} and {many} with 10,000 ({law}). The range will also "
        "include the chance of who is in the data. Say `expect` to plan for your number.",
        "{entry}：噪声使均值偏离多少，取决于单元格内的行数。100 次中有 {confidence} 次：100 行时不超过 {few}，"
        "{rows} 行时不超过 {margin}，10,000 行时不超过 {many}（{law}）。所给区间还会包含抽样的偶然性。请用 "
        "`expect` 给出您预计的行数。",
    ),
    "study.plan.population": (
        "{entry}: its ranges will be about the population: noise and sampling together.",
        "{entry}：其区间将针对总体，同时包含噪声与抽样误差。",
    ),
    "study.plan.mean.missing": (
        "{entry}: its range will hold also if by chance the few people at the clamp's far end are not in the "
        "data. A narrower clamp makes it shorter; `method: sure` is proved and wider.",
        "{entry}：即使少数位于截断远端的人恰好未被抽到，其区间也成立。截断范围越窄，区间越短；`method: sure` 经过"
        "证明，但更宽。",
    ),
    "study.plan.mean.sure": (
        "{entry}: its range will hold for any values inside the clamp, and be wide.",
        "{entry}：其区间对截断范围内的任何取值都成立，因而较宽。",
    ),
    "study.plan.mean.student": (
        "{entry}: the request states publicly that values are nearly symmetric. If they are not, its range holds "
        "less often than it says: 47 to 92 times in 100 on skewed values. Leave `method` out to be safe.",
        "{entry}：请求公开声明取值接近对称。若不对称，其区间成立的频率低于所述：在偏斜的取值上每 100 次只有 47 至 "
        "92 次。不写 `method` 更稳妥。",
    ),
    "study.plan.read": (
        "{entry}: {what} will be computed from its noisy numbers, at no further cost.",
        "{entry}：将从其含噪声的数字得出{what}，不再花费预算。",
    ),
    "study.plan.tests": (
        "Tests, at no further cost: {tests} With {count} of them, p-values are corrected for how many there are "
        "(Holm).",
        "检验，不再花费预算：{tests}共 {count} 项，p 值按项数校正（Holm）。",
    ),
    "study.plan.test": ("A test, at no further cost: {tests}", "检验，不再花费预算：{tests}"),
    "study.about.data": ("about the data: noise only", "针对数据：只含噪声"),
    "study.about.population": ("about the population: noise and sampling", "针对总体：含噪声与抽样误差"),
    "study.everybody": ("everybody", "全部"),
    "study.unit.h": ("hours", "小时"),
    "study.unit.d": ("days", "天"),
    "study.unit.w": ("weeks", "周"),
    "study.unit.mo": ("months", "个月"),
    "study.unit.y": ("years", "年"),
    "study.reads.proportion": ("shares", "比例"),
    "study.reads.comparison": ("comparisons of the groups", "各组的比较"),
    "study.reads.standardised": ("standardised figures", "标准化数值"),
    "study.reads.quantiles": ("quantiles of the population", "总体分位数"),
    "study.reads.curve": ("the survival curve with its band", "生存曲线及其带"),
    "study.reads.summary": (
        "its median, restricted mean and rate by the horizon",
        "中位时间、限制平均时间与期限内的发生率",
    ),
    "study.reads.incidence": ("the incidence of each cause", "各原因的累积发生率"),
    "study.form.proportion": ("Shares", "比例"),
    "study.form.comparison": ("Groups compared", "各组比较"),
    "study.form.standardised": ("Standardised", "标准化"),
    "study.form.quantiles": ("Quantiles", "分位数"),
    "study.form.curve": ("Curve", "曲线"),
    "study.form.incidence": ("Incidence by cause", "各原因的累积发生率"),
    "study.form.summary": ("In short", "摘要"),
    "study.form.tests": ("Tests", "检验"),
    "study.figure.difference": ("risk difference", "风险差"),
    "study.figure.relative_risk": ("relative risk", "相对风险"),
    "study.figure.odds_ratio": ("odds ratio", "比值比"),
    "study.figure.event_by_horizon": ("{event} by {horizon} {unit}", "{horizon} {unit}内 {event} 的比例"),
    "study.figure.median": ("median time until {event}", "至 {event} 的中位时间"),
    "study.figure.restricted_mean": (
        "mean time until {event}, at most {horizon} {unit} each",
        "至 {event} 的平均时间（每人至多计 {horizon} {unit}）",
    ),
    "study.column.figure": ("figure", "指标"),
    "study.column.against": ("against", "对照"),
    "study.column.quantile": ("quantile", "分位数"),
    "study.column.cause": ("cause", "原因"),
    "study.column.time": ("time ({unit})", "时间（{unit}）"),
    "study.column.at_risk": ("at risk just before (noisy)", "此前在险人数（含噪声）"),
    "study.column.free": ("without the event", "未发生事件"),
    "study.column.test": ("question", "问题"),
    "study.column.of": ("table", "所用的表"),
    "study.column.p_value": ("p", "p"),
    "study.column.holm": ("p, corrected", "校正后的 p"),
    "study.column.verdict": ("reading", "解读"),
    "study.time": ("{value} {unit}", "{value} {unit}"),
    "study.points": ("{value} points", "{value} 个百分点"),
    "study.not_reached": ("not within {horizon} {unit}", "{horizon} {unit}内未达到"),
    "study.at_most": ("at most {value}", "不大于 {value}"),
    "study.none": ("–", "–"),
    "study.says.proportion.population": (
        "The share with {column} = “{event}”. {times} the population's share lies within its range: noise and "
        "sampling together.",
        "{column} 为“{event}”的比例。{times}，总体比例落在所给区间之内：已计入噪声与抽样误差。",
    ),
    "study.says.proportion.exact": (
        "The share with {column} = “{event}”. {times} or more often the population's share lies within its range: "
        "noise and sampling together, exact limits.",
        "{column} 为“{event}”的比例。{times}或以上，总体比例落在所给区间之内：精确界限，已计入噪声与抽样误差。",
    ),
    "study.says.proportion.wilson": (
        "The share with {column} = “{event}”. {times}, on average over all possible shares, the population's "
        "share lies within its range (Wilson's limits, noise and sampling together); for some shares less often: "
        "least found 90 % where 95 % is stated.",
        "{column} 为“{event}”的比例。就所有可能的比例平均而言，{times}，总体比例落在所给区间之内（Wilson 界限，已"
        "计入噪声与抽样误差）；对某些比例频率略低：声称 95% 时，最低为 90%。",
    ),
    "study.says.proportion.credible": (
        "The share with {column} = “{event}”. Credible limits: somebody who starts with Jeffreys' prior and sees "
        "the published number believes with {confidence} that the population's share lies within. {times} it "
        "does, on average over all possible shares; for some shares less often: least found 89 % where 95 % is "
        "stated.",
        "{column} 为“{event}”的比例。可信界限：事先持 Jeffreys 先验、看过已发布数字的人，认为总体比例落在其中的可"
        "能性为 {confidence}。就所有可能的比例平均而言，{times}，总体比例落在其中；对某些比例频率略低：声称 95% 时"
        "，最低为 89%。",
    ),
    "study.says.proportion.data": (
        "The share with {column} = “{event}”. {times} the share in the bounded data lies within its range, which "
        "holds the noise only.",
        "{column} 为“{event}”的比例。{times}，受限数据中的比例落在所给区间之内；区间只包含噪声。",
    ),
    "study.says.comparison": (
        "Risks of “{event}” ({column}) compared. A difference of 0, or a ratio of 1, means no difference; a range "
        "without it suggests that there is one. {times} the population's figure lies within its range: noise and "
        "sampling together. Numbers below 0 are first set to 0 and half a person is added to every number, so "
        "that nothing is divided by 0: the figures may differ a little from the difference or the quotient of the "
        "shares.",
        "“{event}”（{column}）的风险比较。差为 0 或比为 1 表示没有差别；区间不含它，则提示有差别。{times}，总体的"
        "数值落在所给区间之内：已计入噪声与抽样误差。每个数先提到不小于 0 再加半个人，以免除以 0，因此这些数值可能"
        "与各比例之差或之商略有出入。",
    ),
    "study.says.standardised.risk": (
        "What the risk of “{event}” would be if {strata} were as in the standard population. {times} the "
        "population's figure lies within its range: noise and sampling together.",
        "假如 {strata} 的构成与标准人群相同，“{event}”的风险会是多少。{times}，总体的数值落在所给区间之内：已计入"
        "噪声与抽样误差。",
    ),
    "study.says.standardised.rate": (
        "What the rate of “{event}” per {per} people would be if {strata} were as in the standard population. "
        "{times} the population's figure lies within its range: noise and sampling together.",
        "假如 {strata} 的构成与标准人群相同，每 {per} 人中“{event}”的率会是多少。{times}，总体的数值落在所给区间之"
        "内：已计入噪声与抽样误差。",
    ),
    "study.says.quantiles": (
        "Computed from the noisy histogram. {times} the population's quantile lies within its range, which ends "
        "at edges of bins.",
        "由含噪声的直方图读出。{times}，总体的分位数落在所给区间之内；区间止于各段的边界。",
    ),
    "study.says.summary": (
        "{times} the population's figure lies within its range: noise, sampling, and people lost to follow-up. It "
        "is assumed that being lost says nothing about the event.",
        "{times}，总体的数值落在所给区间之内：已计入噪声、抽样误差与失访。这里假定失访与事件无关。",
    ),
    "study.says.curve": (
        "Some times of the curve; all of them, with the band and the cumulative hazard, are in {file}.",
        "曲线上的若干时间点；全部时间点以及带与累积风险见 {file}。",
    ),
    "study.says.incidence": (
        "The share with each cause by the horizon; other causes came first for some people.",
        "到期限为止各原因的比例，其间有人因其他原因离开。",
    ),
    "study.says.tests": (
        "p is how often chance and noise alone would look at least like this if there were nothing to find, from "
        "simulations with new noise. The corrected p allows for all {count} questions together (Holm): where it "
        "is at most 0.05, chance is a poor explanation and the answer is “probably not”. A large p does not prove "
        "that there is nothing: it means that the data cannot tell.",
        "p 是在其实没有任何差别时，仅凭偶然与噪声也会出现至少这样的结果的频率，由加入新噪声的模拟得出。校正后的 p "
        "兼顾全部 {count} 个问题（Holm）：不大于 0.05 时，难以用偶然解释，回答为“大概不是”。p 大并不证明没有差别，"
        "只是数据无法判断。",
    ),
    "study.says.test": (
        "p is how often chance and noise alone would look at least like this if there were nothing to find, from "
        "simulations with new noise. Where it is at most 0.05, chance is a poor explanation and the answer is "
        "“probably not”. A large p does not prove that there is nothing: it means that the data cannot tell.",
        "p 是在其实没有任何差别时，仅凭偶然与噪声也会出现至少这样的结果的频率，由加入新噪声的模拟得出：不大于 "
        "0.05 时，难以用偶然解释，回答为“大概不是”。p 大并不证明没有差别，只是数据无法判断。",
    ),
    "study.says.test.means": (
        "Means are compared by their ranges, without simulations: p is the smallest share of misses at which the "
        "ranges of the means do not overlap. This is careful: where there is nothing to find, p is 0.05 or less "
        "in fewer than 5 of 100 cases.",
        "均值由其区间比较，不用模拟：p 是使两个区间分开的最小未覆盖比例。这种比较较为谨慎：其实没有差别时，p 不大"
        "于 0.05 的情形少于每 100 次 5 次。",
    ),
    "study.test.independence": ("Are {first} and {second} unrelated?", "{first} 与 {second} 无关吗？"),
    "study.test.goodness_of_fit": ("Does {first} have the stated shares?", "{first} 符合所述的比例吗？"),
    "study.test.two_proportions": (
        "Is the risk the same in both groups of {second}?",
        "{second} 的两组风险相同吗？",
    ),
    "study.test.two_means": (
        "Do both groups of {second} have the same mean of {first}?",
        "{second} 的两组 {first} 均值相同吗？",
    ),
    "study.test.logrank": (
        "Is the risk over time the same in all groups of {first}?",
        "{first} 各组随时间的风险相同吗？",
    ),
    "study.verdict.clear": ("probably not", "大概不是"),
    "study.verdict.unclear": ("cannot tell: may be chance", "无法判断：可能出于偶然"),
    "findings.title": ("At a glance", "一览"),
    "findings.note": (
        "In brackets: {times} the population's figure lies within. Unless groups were formed by chance, a "
        "difference does not say what caused it.",
        "括号内：{times}，总体的数值落在其中。各组若非随机分配，差别本身并不说明因果。",
    ),
    "findings.lower": (
        "{event}: {points} percentage points lower with {column} = {group} than with {column} = {against} ({low} "
        "to {high} lower).",
        "{event}：{column} = {group} 比 {column} = {against} 低 {points} 个百分点（低 {low} 至 {high}）。",
    ),
    "findings.higher": (
        "{event}: {points} percentage points higher with {column} = {group} than with {column} = {against} ({low} "
        "to {high} higher).",
        "{event}：{column} = {group} 比 {column} = {against} 高 {points} 个百分点（高 {low} 至 {high}）。",
    ),
    "findings.same": (
        "{event}: no clear difference between {column} = {group} and {column} = {against} ({low} to {high} "
        "percentage points).",
        "{event}：{column} = {group} 与 {column} = {against} 之间没有明显差别（{low} 至 {high} 个百分点）。",
    ),
    "findings.horizon": ("{what}: {arms}.", "{what}如下：{arms}。"),
    "findings.arm": ("{arm} {value} ({low} to {high})", "{arm} {value}（{low} 至 {high}）"),
    "findings.everybody": ("{value} ({low} to {high})", "{value}（{low} 至 {high}）"),
    "findings.answer": ("{question} {answer}.", "{question}回答：{answer}。"),
    "study.tile.usual": (
        "The usual range of a number: {times} it holds what its table is about.",
        "数字通常的区间：{times}，它包含该表所指的数值。",
    ),
}

# Survival curves.
LIFE: Final[dict[str, tuple[str, str]]] = {
    "life.without_event": ("Without the event, %", "未发生事件的比例（%）"),
    "life.with_event": ("Had this event, %", "已发生该事件的比例（%）"),
    "life.note_causes": (
        "Shaded: at each time by itself, {confidence} of such ranges hold the population's share (sampling and "
        "noise)",
        "阴影：就每个时间点单独而言，{confidence} 的这类区间包含总体比例（已计入抽样误差与噪声）",
    ),
    "life.time": ("Time ({unit})", "时间（{unit}）"),
    "life.at_risk": ("At risk (noisy)", "在险人数（含噪声）"),
    "life.note_points": (
        "Shaded: at each time by itself, {confidence} of such ranges hold the population's curve (sampling and "
        "noise)",
        "阴影：就每个时间点单独而言，{confidence} 的这类区间包含总体曲线（已计入抽样误差与噪声）",
    ),
    "life.note_band": (
        "Shaded: {confidence} of such bands hold the population's whole curve at once (sampling and noise)",
        "阴影：{confidence} 的这类区域同时包含总体的整条曲线（已计入抽样误差与噪声）",
    ),
    "life.axis": ("The vertical axis begins at {floor}, not at 0", "纵轴从 {floor} 开始，而不是从 0 开始"),
    "study.reads.recipe": (
        "the textbook's recipe beside it, simulated on the published curve",
        "教科书做法的对照（在已发布的曲线上演示）",
    ),
    "study.form.recipe": ("The textbook's recipe, for comparison", "教科书做法（仅供对照）"),
    "study.column.recipe": ("recipe", "教科书做法"),
    "study.column.recipe_range": ("recipe's range", "教科书做法的区间"),
    "study.column.ours": ("ours", "本发布"),
    "study.column.ours_range": ("our range", "本发布的区间"),
    "study.says.recipe": (
        "Not for use: what the textbook's recipe would have shown at the same price, simulated on the published "
        "curve. It splits the budget over all {times} times. Ours counts once how each person left, and computes "
        "every time from that with the whole budget. At the typical time its range is {factor} times as wide as "
        "ours. And it does not handle loss to follow-up: here it was stated that nobody can be lost.",
        "请勿引用：这是以同样的预算、用教科书做法会得到的结果，在已发布的曲线上加模拟噪声演示而成。该做法把预算分"
        "给全部 {times} 个时间点；本发布只对每人如何离开计数一次，用全部预算，各时间点都由此读出。多数时间点上，其"
        "区间约为本发布的 {factor} 倍宽。它也不能处理失访：此处已声明不会有人失访。",
    ),
    "study.says.recipe.lost": (
        "The textbook's recipe is not shown: it was stated that nobody can be lost before the horizon, and the "
        "noisy table says that some were. If people are lost, one person can move its curve by 1, and its noise "
        "would hide nobody.",
        "未显示教科书做法：已声明期限之前不会有人失访，而含噪声的表显示有人失访。有人失访时，一个人就可能使其曲线"
        "变动 1，其噪声保护不了任何人。",
    ),
    "release.exact.survival.within": (
        "{name}: {times} the population's curve lies, at each time by itself, within its range, and as often all "
        "of it within the band. Both include the noise, people lost to follow-up, and the chance of who was in "
        "the data. {order}",
        "{name}：{times}，总体曲线在每个时间点单独落在区间之内，并以同样的频率整条落在带内。两者都包含噪声、失访与"
        "抽样的偶然性。{order}",
    ),
    "study.order.unknown": (
        "This holds whatever the order of events and losses inside a bin, if being lost says nothing about the "
        "event; measured, not proved.",
        "无论时间段内事件与失访的先后次序如何都成立，前提是失访与事件无关；这是实测结果，并非证明。",
    ),
    "study.order.evenly": (
        "This holds if events and losses are spread equally over each bin, neither before the other, as was "
        "stated, and if being lost says nothing about the event; measured, not proved.",
        "前提是如所声明的那样，事件与失访在每个时间段内分布一致、互不占先，且失访与事件无关；这是实测结果，并非证"
        "明。",
    ),
    "study.order.at the end": (
        "This holds if those lost in a bin are lost after its events, as was stated, and if being lost says "
        "nothing about the event; measured, not proved.",
        "前提是失访者如所声明的那样在该段的事件之后才失访，且失访与事件无关；这是实测结果，并非证明。",
    ),
    "study.order.complete": (
        "This holds if nobody is lost before the horizon, as was stated; measured, not proved.",
        "前提是如所声明的那样，期限之前无人失访；这是实测结果，并非证明。",
    ),
    "study.plan.order": (
        "{entry}: ranges will include the noise, sampling, and what is unknown inside a bin. {order}",
        "{entry}：区间将包含噪声、抽样误差以及时间段内未知的部分。{order}",
    ),
    "study.says.summary.within": (
        "{times} the population's figure lies within its range: noise, sampling, people lost to follow-up, and "
        "when in its bin an event was. {order}",
        "{times}，总体数值落在区间之内：已计入噪声、抽样误差、失访，以及事件发生在时间段内的何处。{order}",
    ),
    "study.says.incidence.within": (
        "The share with each cause by the horizon; other causes came first for some people. {order}",
        "到期限为止因各原因发生事件的比例，其他原因已带走一部分人。{order}",
    ),
    "study.says.logrank.unknown": (
        "Where groups are compared over time, the order of events and losses inside bins that shows the smallest "
        "difference is assumed. So a small p holds in any order; the wider the bins and the more people are lost, "
        "the more easily a difference is missed.",
        "比较各组随时间的风险时，时间段内事件与失访的次序取最不利于得出差异的一种。因此小的 p 在任何次序下都成立；"
        "时间段越宽、失访越多，就越容易看不出差异。",
    ),
    "study.says.logrank.evenly": (
        "Where groups are compared over time, events and losses are assumed to be spread equally over each bin, "
        "as was stated. If that is wrong and groups lose people differently, p is too small.",
        "比较各组随时间的风险时，按声明假定事件与失访在每个时间段内分布一致。如果实际并非如此，而各组失访情况不同"
        "，p 会偏小。",
    ),
    "study.says.logrank.at the end": (
        "Where groups are compared over time, those lost in a bin are assumed to be lost after its events, as was "
        "stated. If that is wrong and groups lose people differently, p is too small.",
        "比较各组随时间的风险时，按声明假定失访者在该段的事件之后失访。如果实际并非如此，而各组失访情况不同，p 会"
        "偏小。",
    ),
    "release.rule.survival.through": (
        "{name}: rows without a time, with a time below 0 or with a code that was not declared are not in the "
        "table; beyond the horizon everybody counts as still followed, and so does a person who is lost exactly "
        "at it.",
        "{name}：没有时间、时间小于 0 或代码未声明的行不在表内；超过期限者一律计为仍在随访，恰在期限当时失访者也一"
        "样。",
    ),
    "release.rule.survival.others.through": (
        "{name}: rows without a time, with a time below 0 or without a code are not in the table; every code that "
        "is not a cause counts as lost to follow-up; beyond the horizon everybody counts as still followed, and "
        "so does a person who is lost exactly at it.",
        "{name}：没有时间、时间小于 0 或没有代码的行不在表内；不属于任何原因的代码都计为失访；超过期限者一律计为仍"
        "在随访，恰在期限当时失访者也一样。",
    ),
    "plan.why.bins": (
        "{entry}: {bins} bins of time, for about {people} people in an arm: with fewer bins more is unknown "
        "inside them, with more bins more noise is added up.",
        "{entry}：分为 {bins} 个时间段，适合每组约 {people} 人：时间段太少，段内未知的更多；太多，累积的噪声更大。",
    ),
    "life.recipe": ("textbook's recipe, its range at each time by itself", "教科书做法及其各时间点单独的区间"),
}
