"""Bounds that are chosen from public facts, or by a paid look."""

from typing import Final

CHOICE: Final[dict[str, tuple[str, str]]] = {
    "plan.title.bound": ("Why this bound", "为何选用这一贡献上限"),
    "plan.choose.facts": (
        "The bound is chosen from facts the request declares, not from the data: about {units} units; of them, "
        "with so many rows each: {kinds}.",
        "贡献上限按请求中声明的事实选定，不查看数据：约 {units} 个受保护单位；各有多少行的占比为：{kinds}。",
    ),
    "plan.choose.option.keep": (
        "{entry}, at most {rows} rows of one, {each} in a cell: a number of about {about} would be off by {error} "
        "(root mean square): {noise} from noise, {lost} from what the bound leaves out.",
        "{entry}，每个单位至多 {rows} 行、每格至多 {each} 行：约为 {about} 的数误差为 {error}（均方根），其中噪声"
        "为 {noise}，因上限舍去的为 {lost}。",
    ),
    "plan.choose.option.norm": (
        "{entry}, all rows scaled to a norm of {norm}: a number of about {about} would be off by {error} (root "
        "mean square): {noise} from noise, {lost} from what is scaled away.",
        "{entry}，全部行按范数 {norm} 缩小：约为 {about} 的数误差为 {error}（均方根），其中噪声为 {noise}，因缩小"
        "失去的为 {lost}。",
    ),
    "plan.choose.keep": (
        "Rows and cells beyond the bound are left out: scaling to a norm would be off by {times} times as much.",
        "舍去超出上限的行与格：若按范数缩小，误差会是其 {times} 倍。",
    ),
    "plan.choose.norm": (
        "Everything counts, scaled down to the norm: leaving out rows and cells would be off by {times} times as "
        "much.",
        "全部计入并按范数缩小：若舍去行与格，误差会是其 {times} 倍。",
    ),
    "plan.choose.same": (
        "Both are equally exact by these facts. Leaving out is chosen, because it keeps whole numbers.",
        "按这些事实，两种办法同样准确；舍去的办法保持整数，故采用它。",
    ),
    "plan.choose.none.pure": (
        "A norm was not tried: it needs Gaussian noise, and the account promises delta = 0.",
        "未试范数：它需要高斯噪声，而账户承诺 δ = 0。",
    ),
    "plan.choose.none.laplace": (
        "A norm was not tried: it needs Gaussian noise, and the request says Laplace.",
        "未试范数：它需要高斯噪声，而请求写明用拉普拉斯噪声。",
    ),
    "plan.choose.none.levels": (
        "A norm was not tried: with the sums along a hierarchy, a vector is longer than with its cells alone.",
        "未试范数：沿层级相加后的向量比各格更长。",
    ),
    "plan.choose.none.whole": (
        "A norm was not tried: the request asks for whole numbers, and scaling to a norm gives fractions.",
        "未试范数：按范数缩小后不再是整数，而请求要求整数。",
    ),
    "plan.choose.none.persons": (
        "A norm was not tried: a person within several periods is several units, and parts of a unit do not add "
        "up to a person.",
        "未试范数：一个人在几个时段内是几个单位，各部分相加不是一个人。",
    ),
    "plan.choose.none.fits": (
        "No norm fits the grain, the step of these numbers.",
        "没有适合这些数的最小单位的范数。",
    ),
    "plan.choose.enforced": (
        "If the facts are wrong, the bound fits badly. The protection stays the same, because the bound is "
        "enforced whatever the data is. What it leaves out or scales away is not in any range.",
        "若事实有误，只是上限不合适，别无影响：无论数据如何，上限都会执行。被舍去或缩小的部分不在任何区间之内。",
    ),
    "plan.choose.look": (
        "The bound is found by a paid search: {share} % of the price counts how many of those protected have 1, "
        "2, 3 … {up_to} rows or more, and in how many cells of a table. Each of them is counted in one of {bins} "
        "numbers, whose noise is at most {noise}. The noisy numbers then say which bound has the smallest "
        "expected error: noise, and what the bound leaves out.",
        "贡献上限凭一次付费查找选定：用价格的 {share}% 统计受保护单位中有 1、2、3 … {up_to} 行或更多行的各有多少、"
        "分布在表的多少格内。每个单位只计入 {bins} 个数之一，各数的噪声至多 {noise}。再由带噪声的数判断哪个上限的"
        "预期误差（噪声与被舍去部分合计）最小。",
    ),
    "plan.choose.look.keep": (
        "{entry}, by rows of one that are kept, the noise of a number: {tried}.",
        "{entry}，按每个单位保留的行数，一个数的噪声：{tried}。",
    ),
    "plan.choose.look.apart": (
        "{entry}, by rows of one that are kept, one in a cell: {tried}.",
        "{entry}，按每个单位保留的行数、每格一行：{tried}。",
    ),
    "plan.choose.look.norm": (
        "{entry}, by the norm that all rows of one are scaled to: {tried}.",
        "{entry}，按全部行缩小到的范数：{tried}。",
    ),
    "plan.choose.look.price": (
        "The error above is that of the widest of these bounds. The price is the same whichever bound is found, "
        "and is paid before any data is opened.",
        "上文的误差是其中最宽的上限的误差。无论选中哪个，价格相同，且在打开数据之前付清。",
    ),
    "plan.choose.look.enforced": (
        "If the search finds a bad bound, the bound fits badly. The protection stays the same, because the bound "
        "is enforced whatever the data is. What it leaves out or scales away is not in any range.",
        "若查找结果有偏差，只是上限不合适，别无影响：无论数据如何，上限都会执行。被舍去或缩小的部分不在任何区间之"
        "内。",
    ),
    "plan.look.head": ("the search for the bound:", "对贡献上限的查找："),
    "plan.look.bin": (
        "{unit} is counted in one of the numbers, however many rows there are: it moves them by 1. Tables that "
        "are counted: {tables}. Where neighbours replace one by another, both are counted. L1 = {l1}, squared L2 "
        "= {squared}.",
        "{unit}无论有多少行，只计入其中一个数，使其变动 1。统计的表数：{tables}。以一换一的相邻数据按两次计。L1 = "
        "{l1}，L2 的平方 = {squared}。",
    ),
    "plan.look.noise.laplace": (
        "discrete Laplace noise of scale {parameter} on each of the numbers.",
        "每个数加尺度为 {parameter} 的离散拉普拉斯噪声。",
    ),
    "plan.look.noise.gaussian": (
        "discrete Gaussian noise of variance {parameter} on each of the numbers.",
        "每个数加方差为 {parameter} 的离散高斯噪声。",
    ),
    "plan.look.rest": (
        "the noise that follows is in proportion to the bound that is found, so that it costs the same under all "
        "of them: {bounds} bounds are tried.",
        "其后的噪声与选中的上限成比例，因此在任何上限下价格相同：共试 {bounds} 个上限。",
    ),
    "front.plan.look": (
        "The bound is found by a paid search; the errors are those of the widest bound that it may find.",
        "上限由付费查找选定；所列误差是可能选中的最宽上限的误差。",
    ),
    "front.plan.look.entry": ("search for the bound", "查找贡献上限"),
    "release.look.keep": (
        "The bound was found by a paid search (how many people have how many rows), among bounds that were public "
        "beforehand: at most {rows} rows of one count, {each} in a cell.",
        "贡献上限由一次付费查找选定，备选的上限事先公开：每个单位至多计 {rows} 行，每格至多 {each} 行。",
    ),
    "release.look.norm": (
        "The bound was found by a paid search (how many people have how many rows), among bounds that were public "
        "beforehand: all rows of one count, scaled to a norm of at most {norm}.",
        "贡献上限由一次付费查找选定，备选的上限事先公开：每个单位的全部行都计入，按不超过 {norm} 的范数缩小。",
    ),
    "release.look.counts": (
        "What the search found for {name}, as noisy numbers of those protected by how many rows they have: "
        "{counts}. Each number that was added up for this is off by at most {margin}, {times}.",
        "对 {name} 查找所得，带噪声的单位数（按行数）：{counts}。{times}，合成它们的每个数误差至多 {margin}。",
    ),
    "release.look.bias": (
        "What the bound left out or scaled away is not in any range. Ranges are about the bounded answer. They "
        "hold whichever bound was found, because the noise of the answer is drawn separately.",
        "被上限舍去或缩小的部分不在任何区间之内：区间所指是受限之后的答案；其噪声是新抽的，因此无论选中哪个上限，"
        "区间都成立。",
    ),
}
