"""按公开事实、或凭付费查看选择的贡献上限。"""

from __future__ import annotations

from typing import Final

CHOICE: Final[dict[str, str]] = {
    "plan.title.bound": "为何选用这一贡献上限",
    "plan.choose.facts": (
        "贡献上限按请求中声明的事实选定，不查看数据：约 {units} 个受保护单位；各有多少行的占比为：{kinds}。"
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
    "plan.choose.none.laplace": "未试范数：它需要高斯噪声，而请求写明用拉普拉斯噪声。",
    "plan.choose.none.levels": "未试范数：沿层级相加后的向量比各格更长。",
    "plan.choose.none.whole": "未试范数：按范数缩小后不再是整数，而请求要求整数。",
    "plan.choose.none.persons": "未试范数：一个人在几个时段内是几个单位，各部分相加不是一个人。",
    "plan.choose.none.fits": "没有适合这些数的最小单位的范数。",
    "plan.choose.enforced": (
        "若事实有误，只是上限不合适，别无影响：无论数据如何，上限都会执行。被舍去或缩小的部分不在任何区间之内。"
    ),
    "plan.choose.look": (
        "贡献上限凭一次付费查找选定：用价格的 {share}% 统计受保护单位中有 1、2、3 … {up_to} 行或更多行的各有多少、"
        "分布在表的多少格内。每个单位只计入 {bins} 个数之一，各数的噪声至多 {noise}。再由带噪声的数判断哪个上限的预"
        "期误差（噪声与被舍去部分合计）最小。"
    ),
    "plan.choose.look.keep": "{entry}，按每个单位保留的行数，一个数的噪声：{tried}。",
    "plan.choose.look.apart": "{entry}，按每个单位保留的行数、每格一行：{tried}。",
    "plan.choose.look.norm": "{entry}，按全部行缩小到的范数：{tried}。",
    "plan.choose.look.price": "上文的误差是其中最宽的上限的误差。无论选中哪个，价格相同，且在打开数据之前付清。",
    "plan.choose.look.enforced": (
        "若查找结果有偏差，只是上限不合适，别无影响：无论数据如何，上限都会执行。被舍去或缩小的部分不在任何区间之内"
        "。"
    ),
    "plan.look.head": "对贡献上限的查找：",
    "plan.look.bin": (
        "{unit}无论有多少行，只计入其中一个数，使其变动 1。统计的表数：{tables}。以一换一的相邻数据按两次计。L1 = "
        "{l1}，L2 的平方 = {squared}。"
    ),
    "plan.look.noise.laplace": "每个数加尺度为 {parameter} 的离散拉普拉斯噪声。",
    "plan.look.noise.gaussian": "每个数加方差为 {parameter} 的离散高斯噪声。",
    "plan.look.rest": "其后的噪声与选中的上限成比例，因此在任何上限下价格相同：共试 {bounds} 个上限。",
    "front.plan.look": "上限由付费查找选定；所列误差是可能选中的最宽上限的误差。",
    "front.plan.look.entry": "查找贡献上限",
    "release.look.keep": (
        "贡献上限由一次付费查找选定，备选的上限事先公开：每个单位至多计 {rows} 行，每格至多 {each} 行。"
    ),
    "release.look.norm": (
        "贡献上限由一次付费查找选定，备选的上限事先公开：每个单位的全部行都计入，按不超过 {norm} 的范数缩小。"
    ),
    "release.look.counts": (
        "对 {name} 查找所得，带噪声的单位数（按行数）：{counts}。{times}，合成它们的每个数误差至多 {margin}。"
    ),
    "release.look.bias": (
        "被上限舍去或缩小的部分不在任何区间之内：区间所指是受限之后的答案；其噪声是新抽的，因此无论选中哪个上限，区"
        "间都成立。"
    ),
}
