"""按公开事实选择的贡献上限。"""

from __future__ import annotations

from typing import Final

CHOICE: Final[dict[str, str]] = {
    "plan.title.bound": "为何选用这一上限",
    "plan.choose.facts": (
        "贡献上限按申请中声明的事实选定，不查看数据：约 {units} 个受保护单位；各有多少行的占比为：{kinds}。"
    ),
    "plan.choose.option.keep": (
        "{entry}，每个单位至多 {rows} 行、每格至多 {each} 行：约为 {about} 的数误差为 {error}（均方根），"
        "其中噪声为 {noise}，因上限舍去的为 {lost}。"
    ),
    "plan.choose.option.norm": (
        "{entry}，全部行按范数 {norm} 缩小：约为 {about} 的数误差为 {error}（均方根），"
        "其中噪声为 {noise}，因缩小失去的为 {lost}。"
    ),
    "plan.choose.keep": "舍去超出上限的行与格：若按范数缩小，误差会是其 {times} 倍。",
    "plan.choose.norm": "全部计入并按范数缩小：若舍去行与格，误差会是其 {times} 倍。",
    "plan.choose.same": "按这些事实，两种办法同样准确；舍去的办法保持整数，故采用它。",
    "plan.choose.none.pure": "未试范数：它需要高斯噪声，而账户承诺 δ = 0。",
    "plan.choose.none.laplace": "未试范数：它需要高斯噪声，而申请写明用拉普拉斯噪声。",
    "plan.choose.none.levels": "未试范数：沿层级相加后的向量比各格更长。",
    "plan.choose.none.whole": "未试范数：按范数缩小后不再是整数，而申请要求整数。",
    "plan.choose.none.persons": "未试范数：一个人在几个时段内是几个单位，各部分相加不是一个人。",
    "plan.choose.none.fits": "没有适合这些数的最小单位的范数。",
    "plan.choose.enforced": (
        "若事实有误，只是上限不合适，别无影响：无论数据如何，上限都会执行。被舍去或缩小的部分不在任何范围之内。"
    ),
}
