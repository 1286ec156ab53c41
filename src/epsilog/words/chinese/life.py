"""生存曲线。"""

from __future__ import annotations

from typing import Final

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
