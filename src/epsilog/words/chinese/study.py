"""从表中得出的内容：比例、比较、曲线、检验。"""

from __future__ import annotations

from typing import Final

STUDY: Final[dict[str, str]] = {
    "release.what.expectation": "总体中 {column} 的平均值",
    "release.what.survival": "{horizon} {unit}内至 {event} 的时间",
    "release.exact.expectation": (
        "{name}：{times}，总体均值（每个值经截断）落在所给区间之内。区间既包含噪声，也包含抽样的偶然性。"
    ),
    "release.exact.expectation.missing": (
        "{name}：{times}，总体均值（每个值经截断）落在所给区间之内；即使少数位于截断远端的人恰好未被抽到，也是如此。这一点"
        "是测量得出的，未经证明。区间既包含噪声，也包含抽样的偶然性。"
    ),
    "release.exact.expectation.sure": (
        "{name}：{times}或更常，总体均值（每个值经截断）落在所给区间之内，无论截断范围内的值如何分布。对相互独立的人，这一点"
        "已经证明，只是均值是在网格上搜索的。区间既包含噪声，也包含抽样的偶然性。"
    ),
    "release.exact.expectation.student": (
        "{name}：若如请求所声明，取值接近对称，则{times}，总体均值（每个值经截断）落在所给区间之内；若不对称，则没有这么常。"
        "区间既包含噪声，也包含抽样的偶然性。"
    ),
    "release.exact.population": (
        "{name}：{times}，总体中预期的数目落在所给区间之内。区间既包含噪声，也包含抽样的偶然性。"
    ),
    "release.exact.survival": (
        "{name}：{times}，总体曲线在每个时间点单独落在区间之内，并以同样的频率整条落在带内。两者都包含噪声、失访与"
        "抽样的偶然性。"
    ),
    "release.exact.mixed": (
        "表中 `about` 一列说明区间所指。`data`：受限答案，即经下述限制之后数据所说的；这类区间只包含噪声。"
        "`population`：数据所来自的人群，各人独立抽取；这类区间包含噪声与抽样的偶然性。二者都不包含被去掉的部分，"
        "也不包含本无机会进入数据的人。"
    ),
    "release.exact.free": "从表中得出的内容以及各项检验只用已发布的数字，不再花费预算。",
    "release.exact.public": "{name}：共有 {total} 人，这是公开的，区间用到了它。",
    "release.rule.survival": "{name}：没有时间、时间小于 0 或代码未声明的行不在表内；超过期限者一律计为仍在随访。",
    "release.rule.survival.others": (
        "{name}：没有时间、时间小于 0 或没有代码的行不在表内；不属于任何原因的代码都计为失访；超过期限者一律计为仍"
        "在随访。"
    ),
    "release.picture.population": "总体的区间（{confidence}）：已计入抽样误差与噪声",
    "plan.part.survival": "各种离开方式的人数",
    "plan.entry.survival": "{entry}：每人何时、因何离开随访，各占一处，{cells}。",
    "plan.entry.expectation": "{entry}：总体中 {column} 的均值，每个值截断到 {low} … {high}，{cells}。",
    "plan.error.expectation.expected": (
        "{entry}：单元格内不少于 {rows} 行时，100 次中有 {confidence} 次，仅噪声使均值偏差不超过 {margin}（{law}）"
        "。所给区间还会包含抽样的偶然性。"
    ),
    "plan.error.expectation.assumed": (
        "{entry}：噪声使均值偏离多少，取决于单元格内的行数。100 次中有 {confidence} 次：100 行时不超过 {few}，"
        "{rows} 行时不超过 {margin}，10,000 行时不超过 {many}（{law}）。所给区间还会包含抽样的偶然性。请用 "
        "`expect` 给出您预计的行数。"
    ),
    "study.plan.population": "{entry}：其区间将针对总体，同时包含噪声与抽样误差。",
    "study.plan.mean.missing": (
        "{entry}：即使少数位于截断远端的人恰好未被抽到，其区间也成立。截断范围越窄，区间越短；"
        "`method: sure` 经过证明，但更宽。"
    ),
    "study.plan.mean.sure": "{entry}：其区间对截断范围内的任何取值都成立，因而较宽。",
    "study.plan.mean.student": (
        "{entry}：请求公开声明取值接近对称。若不对称，其区间成立的频率低于所述：在偏斜的取值上每 100 次只有 "
        "47 至 92 次。不写 `method` 更稳妥。"
    ),
    "study.plan.read": "{entry}：将从其含噪声的数字得出{what}，不再花费预算。",
    "study.plan.tests": "检验，不再花费预算：{tests}共 {count} 项，p 值按项数校正（Holm）。",
    "study.plan.test": "检验，不再花费预算：{tests}",
    "study.about.data": "针对数据：只含噪声",
    "study.about.population": "针对总体：含噪声与抽样误差",
    "study.everybody": "全部",
    "study.unit.h": "小时",
    "study.unit.d": "天",
    "study.unit.w": "周",
    "study.unit.mo": "个月",
    "study.unit.y": "年",
    "study.reads.proportion": "比例",
    "study.reads.comparison": "各组的比较",
    "study.reads.standardised": "标准化数值",
    "study.reads.quantiles": "总体分位数",
    "study.reads.curve": "生存曲线及其带",
    "study.reads.summary": "中位时间、限制平均时间与期限内的发生率",
    "study.reads.incidence": "各原因的累积发生率",
    "study.form.proportion": "比例",
    "study.form.comparison": "各组比较",
    "study.form.standardised": "标准化",
    "study.form.quantiles": "分位数",
    "study.form.curve": "曲线",
    "study.form.incidence": "各原因的累积发生率",
    "study.form.summary": "摘要",
    "study.form.tests": "检验",
    "study.figure.difference": "风险差",
    "study.figure.relative_risk": "相对风险",
    "study.figure.odds_ratio": "比值比",
    "study.figure.event_by_horizon": "{horizon} {unit}内 {event} 的比例",
    "study.figure.median": "至 {event} 的中位时间",
    "study.figure.restricted_mean": "至 {event} 的平均时间（每人至多计 {horizon} {unit}）",
    "study.column.figure": "指标",
    "study.column.against": "对照",
    "study.column.quantile": "分位数",
    "study.column.cause": "原因",
    "study.column.time": "时间（{unit}）",
    "study.column.at_risk": "此前在险人数（含噪声）",
    "study.column.free": "未发生事件",
    "study.column.test": "问题",
    "study.column.of": "所用的表",
    "study.column.p_value": "p",
    "study.column.holm": "校正后的 p",
    "study.column.verdict": "解读",
    "study.time": "{value} {unit}",
    "study.points": "{value} 个百分点",
    "study.not_reached": "{horizon} {unit}内未达到",
    "study.at_most": "不大于 {value}",
    "study.none": "–",
    "study.says.proportion.population": (
        "{column} 为“{event}”的比例。{times}，总体比例落在所给区间之内：已计入噪声与抽样误差。"
    ),
    "study.says.proportion.exact": (
        "{column} 为“{event}”的比例。{times}或以上，总体比例落在所给区间之内：精确界限，已计入噪声与抽样误差。"
    ),
    "study.says.proportion.wilson": (
        "{column} 为“{event}”的比例。就所有可能的比例平均而言，{times}，总体比例落在所给区间之内（Wilson 界限，已"
        "计入噪声与抽样误差）；对某些比例频率略低：声称 95% 时，最低为 90%。"
    ),
    "study.says.proportion.credible": (
        "{column} 为“{event}”的比例。可信界限：事先持 Jeffreys 先验、看过已发布数字的人，认为总体比例落在其中的可"
        "能性为 {confidence}。就所有可能的比例平均而言，{times}，总体比例落在其中；对某些比例频率略低：声称 95% "
        "时，最低为 89%。"
    ),
    "study.says.proportion.data": (
        "{column} 为“{event}”的比例。{times}，受限数据中的比例落在所给区间之内；区间只包含噪声。"
    ),
    "study.says.comparison": (
        "“{event}”（{column}）的风险比较。差为 0 或比为 1 表示没有差别；区间不含它，则提示有差别。{times}，总体的"
        "数值落在所给区间之内：已计入噪声与抽样误差。每个数先提到不小于 0 再加半个人，以免除以 0，因此这些数值可能"
        "与各比例之差或之商略有出入。"
    ),
    "study.says.standardised.risk": (
        "假如 {strata} 的构成与标准人群相同，“{event}”的风险会是多少。{times}，总体的数值落在所给区间之内：已计入"
        "噪声与抽样误差。"
    ),
    "study.says.standardised.rate": (
        "假如 {strata} 的构成与标准人群相同，每 {per} 人中“{event}”的率会是多少。{times}，总体的数值落在所给区间之"
        "内：已计入噪声与抽样误差。"
    ),
    "study.says.quantiles": "由含噪声的直方图读出。{times}，总体的分位数落在所给区间之内；区间止于各段的边界。",
    "study.says.summary": (
        "{times}，总体的数值落在所给区间之内：已计入噪声、抽样误差与失访。这里假定失访与事件无关。"
    ),
    "study.says.curve": "曲线上的若干时间点；全部时间点以及带与累积风险见 {file}。",
    "study.says.incidence": "到期限为止各原因的比例，其间有人因其他原因离开。",
    "study.says.tests": (
        "p 是在其实没有任何差别时，仅凭偶然与噪声也会出现至少这样的结果的频率，由加入新噪声的模拟得出。校正后的 p "
        "兼顾全部 {count} 个问题（Holm）：不大于 0.05 时，难以用偶然解释，回答为“大概不是”。p 大并不证明没有差别，"
        "只是数据无法判断。"
    ),
    "study.says.test": (
        "p 是在其实没有任何差别时，仅凭偶然与噪声也会出现至少这样的结果的频率，由加入新噪声的模拟得出：不大于 "
        "0.05 时，难以用偶然解释，回答为“大概不是”。p 大并不证明没有差别，只是数据无法判断。"
    ),
    "study.says.test.means": (
        "均值由其区间比较，不用模拟：p 是使两个区间分开的最小未覆盖比例。这种比较较为谨慎：其实没有差别时，"
        "p 不大于 0.05 的情形少于每 100 次 5 次。"
    ),
    "study.test.independence": "{first} 与 {second} 无关吗？",
    "study.test.goodness_of_fit": "{first} 符合所述的比例吗？",
    "study.test.two_proportions": "{second} 的两组风险相同吗？",
    "study.test.two_means": "{second} 的两组 {first} 均值相同吗？",
    "study.test.logrank": "{first} 各组随时间的风险相同吗？",
    "study.verdict.clear": "大概不是",
    "study.verdict.unclear": "无法判断：可能出于偶然",
    "findings.title": "一览",
    "findings.note": "括号内：{times}，总体的数值落在其中。各组若非随机分配，差别本身并不说明因果。",
    "findings.lower": (
        "{event}：{column} = {group} 比 {column} = {against} 低 {points} 个百分点（低 {low} 至 {high}）。"
    ),
    "findings.higher": (
        "{event}：{column} = {group} 比 {column} = {against} 高 {points} 个百分点（高 {low} 至 {high}）。"
    ),
    "findings.same": (
        "{event}：{column} = {group} 与 {column} = {against} 之间没有明显差别（{low} 至 {high} 个百分点）。"
    ),
    "findings.horizon": "{what}如下：{arms}。",
    "findings.arm": "{arm} {value}（{low} 至 {high}）",
    "findings.everybody": "{value}（{low} 至 {high}）",
    "findings.answer": "{question}回答：{answer}。",
    "study.tile.usual": "数字通常的区间：{times}，它包含该表所指的数值。",
}


# 生存曲线。


LIFE: Final[dict[str, str]] = {
    "life.without_event": "未发生事件的比例（%）",
    "life.with_event": "已发生该事件的比例（%）",
    "life.note_causes": "阴影：就每个时间点单独而言，{confidence} 的这类区间包含总体比例（已计入抽样误差与噪声）",
    "life.time": "时间（{unit}）",
    "life.at_risk": "在险人数（含噪声）",
    "life.note_points": "阴影：就每个时间点单独而言，{confidence} 的这类区间包含总体曲线（已计入抽样误差与噪声）",
    "life.note_band": "阴影：{confidence} 的这类区域同时包含总体的整条曲线（已计入抽样误差与噪声）",
    "life.axis": "纵轴从 {floor} 开始，而不是从 0 开始",
    "study.reads.recipe": "教科书做法的对照（在已发布的曲线上演示）",
    "study.form.recipe": "教科书做法（仅供对照）",
    "study.column.recipe": "教科书做法",
    "study.column.recipe_range": "教科书做法的区间",
    "study.column.ours": "本发布",
    "study.column.ours_range": "本发布的区间",
    "study.says.recipe": (
        "请勿引用：这是以同样的预算、用教科书做法会得到的结果，在已发布的曲线上加模拟噪声演示而成。该做法把预算"
        "分给全部 {times} 个时间点；本发布只对每人如何离开计数一次，用全部预算，各时间点都由此读出。多数时间点上，"
        "其区间约为本发布的 {factor} 倍宽。它也不能处理失访：此处已声明不会有人失访。"
    ),
    "study.says.recipe.lost": (
        "未显示教科书做法：已声明期限之前不会有人失访，而含噪声的表显示有人失访。有人失访时，一个人就可能使其曲线"
        "变动 1，其噪声保护不了任何人。"
    ),
    "release.exact.survival.within": (
        "{name}：{times}，总体曲线在每个时间点单独落在区间之内，并以同样的频率整条落在带内。两者都包含噪声、失访与"
        "抽样的偶然性。{order}"
    ),
    "study.order.unknown": (
        "无论时间段内事件与失访的先后次序如何都成立，前提是失访与事件无关；这是实测结果，并非证明。"
    ),
    "study.order.evenly": (
        "前提是如所声明的那样，事件与失访在每个时间段内分布一致、互不占先，且失访与事件无关；这是实测结果，并非证明。"
    ),
    "study.order.at the end": (
        "前提是失访者如所声明的那样在该段的事件之后才失访，且失访与事件无关；这是实测结果，并非证明。"
    ),
    "study.order.complete": "前提是如所声明的那样，期限之前无人失访；这是实测结果，并非证明。",
    "study.plan.order": "{entry}：区间将包含噪声、抽样误差以及时间段内未知的部分。{order}",
    "study.says.summary.within": (
        "{times}，总体数值落在区间之内：已计入噪声、抽样误差、失访，以及事件发生在时间段内的何处。{order}"
    ),
    "study.says.incidence.within": "到期限为止因各原因发生事件的比例，其他原因已带走一部分人。{order}",
    "study.says.logrank.unknown": (
        "比较各组随时间的风险时，时间段内事件与失访的次序取最不利于得出差异的一种。因此小的 p 在任何次序下都成立；"
        "时间段越宽、失访越多，就越容易看不出差异。"
    ),
    "study.says.logrank.evenly": (
        "比较各组随时间的风险时，按声明假定事件与失访在每个时间段内分布一致。如果实际并非如此，而各组"
        "失访情况不同，p 会偏小。"
    ),
    "study.says.logrank.at the end": (
        "比较各组随时间的风险时，按声明假定失访者在该段的事件之后失访。如果实际并非如此，而各组失访情况不同，p 会"
        "偏小。"
    ),
    "release.rule.survival.through": (
        "{name}：没有时间、时间小于 0 或代码未声明的行不在表内；超过期限者一律计为仍在随访，恰在期限"
        "当时失访者也一样。"
    ),
    "release.rule.survival.others.through": (
        "{name}：没有时间、时间小于 0 或没有代码的行不在表内；不属于任何原因的代码都计为失访；超过期限者一律计为仍"
        "在随访，恰在期限当时失访者也一样。"
    ),
    "plan.why.bins": (
        "{entry}：分为 {bins} 个时间段，适合每组约 {people} 人：时间段太少，段内未知的更多；太多，累积的噪声更大。"
    ),
    "life.recipe": "教科书做法及其各时间点单独的区间",
}
