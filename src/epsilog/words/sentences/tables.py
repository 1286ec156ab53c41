"""Clamps and bins that are found in the data; vectors that are drawn together."""

from typing import Final

CUT: Final[dict[str, tuple[str, str]]] = {
    "plan.cut.clamp": (
        "{entry}: the ends that {column} is clamped to are found first, among {candidates} public candidates from "
        "{low} to {high}; about {keep} % of the rows should lie inside. In {confidence} of 100 cases at most "
        "{beyond} % of the rows, and {off} rows more, lie beyond an end that is found.",
        "{entry}：先在 {low} 至 {high} 的 {candidates} 个公开候选中找出 {column} 的截断界限，使约 {keep}% 的行落在"
        "其内。100 次中有 {confidence} 次，落在所找到的一端之外的行至多为 {beyond}%，另加 {off} 行。",
    ),
    "plan.cut.bins": (
        "{entry}: the edges of {column} are found first, among {candidates} public candidates from {low} to "
        "{high}, so that about as many rows lie in each of {bins} bins. In {confidence} of 100 cases every edge "
        "closes a stretch of candidates that contains a rank at most {off} rows from the one asked for; where two "
        "edges are the same, the next candidate is used.",
        "{entry}：先在 {low} 至 {high} 的 {candidates} 个公开候选中找出 {column} 的分界，使 {bins} 个分段的行数大"
        "致相等。100 次中有 {confidence} 次，每个分界所在的候选间隔含有与所求名次相差至多 {off} 行的名次；两个分界"
        "重合时取下一个候选。",
    ),
    "plan.cut.margin": (
        "{entry}: the error below is that of the widest clamp. It becomes smaller with the clamp that is found: "
        "half as wide, half the error.",
        "{entry}：下述误差是截断界限最宽时的误差。找到的界限窄一半，误差也减半。",
    ),
    "plan.cut.margin.variance": (
        "{entry}: the error below is that of the widest clamp. It becomes smaller with the clamp that is found: "
        "half as wide, a quarter of the error.",
        "{entry}：下述误差是截断界限最宽时的误差。找到的界限窄一半，误差为四分之一。",
    ),
    "plan.cut.bias": (
        "Values beyond a found end count as that end. The number is that of the clamped values, and no range "
        "shows what was cut off: where the rows beyond are few but large, it may be much.",
        "超出所找到一端的值按该端计。所得数字是截断后的数字，任何区间都显示不出被截去的部分：若超出的行很少但数值"
        "很大，差别可能很大。",
    ),
    "front.plan.clamp": (
        "Where a clamp is found first, the error is that of the widest one there may be.",
        "截断界限若是先找出来的，误差按可能的最宽界限计。",
    ),
    "plan.cut.head": ("{entry}, what is found for {column}:", "{entry}，{column} 中所找的："),
    "plan.cut.rows": (
        "{unit} moves the numbers of rows between the candidates by at most {rows} in all; where neighbours "
        "replace one by another, both are counted in that.",
        "{unit}至多使候选之间的行数合计变动 {rows}；若相邻数据集以一个替换另一个，已按两倍计。",
    ),
    "plan.cut.draw": (
        "ranks: {rounds}, each drawn by the exponential mechanism with epsilon {epsilon}, and paid with "
        "everything else before any data is opened.",
        "名次：{rounds} 个，各以指数机制抽取，epsilon 为 {epsilon}；打开任何数据之前连同其余一并支付。",
    ),
    "plan.cut.grains": (
        "a found clamp always reaches {grains} grains, from its middle or from 0. Only the length of a grain "
        "depends on what is found; norms, noise in grains and price do not.",
        "找到的界限总是自中点或自 0 起 {grains} 个最小单位。只有最小单位的长度取决于所找到的结果；范数、以最小单位"
        "计的噪声与价格都不变。",
    ),
    "plan.why.together": (
        "{entry}: sum, squares and rows are drawn together as one Gaussian vector. At the same price the entry "
        "stays within {margin}; drawn one by one it would stay within {other}.",
        "{entry}：总和、平方和与行数作为一个高斯向量一起抽取。花费相同时，该项不超过 {margin}；若逐个抽取，则不超"
        "过 {other}。",
    ),
    "plan.together": (
        "{entry}: no row changes sum, squares and rows by their most at once: in the middle it changes no sum, at "
        "an end it changes the squares little. Together they cost rho = {rho}; one by one they would cost {alone}.",
        "{entry}：没有哪一行能使总和、平方和与行数同时变动最大：在中点它不改变总和，在两端它很少改变平方和。一起花"
        "费 ρ = {rho}；若按各自的范数逐个计，则为 {alone}。",
    ),
    "release.cut.words.clamp": ("clamped to {low} … {high} (found)", "截断到 {low} … {high}（找到的）"),
    "release.cut.words.clamp.of": (
        "with {column} clamped to {low} … {high} (found)",
        "{column} 截断到 {low} … {high}（找到的）",
    ),
    "release.cut.words.bins": ("in {bins} bins (found)", "分为 {bins} 个分段（找到的）"),
    "release.cut.clamp": (
        "{name}: {column} was clamped to {low} … {high}. The ends were found in the data by paid quantiles, among "
        "{candidates} public candidates; about {keep} % of the rows should lie inside. {times} at most {beyond} % "
        "of the rows, and {off} rows more, lie beyond an end that was found.",
        "{name}：{column} 截断到 {low} … {high}。两端是用付费的分位数在 {candidates} 个公开候选中从数据找到的，意"
        "在使约 {keep}% 的行落在其内。{times}，落在所找到的一端之外的行至多为 {beyond}%，另加 {off} 行。",
    ),
    "release.cut.bins": (
        "{name}: the {bins} bins of {column} were found in the data by paid quantiles, among {candidates} public "
        "candidates, so that each has about as many rows; {times} to within {off} rows and what lies between two "
        "candidates. The counts have noise of their own, so their ranges hold.",
        "{name}：{column} 的 {bins} 个分段是用付费的分位数在 {candidates} 个公开候选中从数据找到的，各分段行数大致"
        "相等；{times}相差至多 {off} 行及两个候选之间的行。各计数另有自己的噪声，因此区间依然成立。",
    ),
    "release.cut.bias": (
        "Where a clamp was found, ranges are about the clamped values. Values beyond an end count as that end; "
        "what was cut off biases the number and is not in any range.",
        "凡截断界限是找到的，区间说的都是截断后的值。超出一端的值按该端计；被截去的部分使数字有偏，不在任何区间之"
        "内。",
    ),
}

# Hierarchies: levels above the cells of a table.
LEVELS: Final[dict[str, tuple[str, str]]] = {
    "plan.derive.level": (
        "groups: {size}. A level adds up cells that are bounded already: what one unit has in one group is at "
        "most {rows} rows",
        "分组数：{size}。这一层由已限定的单元格相加而成：一个受保护单位在一个分组中至多有 {rows} 行",
    ),
    "release.levels.drawn": (
        "{name} has levels ({levels}). Each got noise of its own, so the numbers as drawn (`raw`, with the range "
        "`low` to `high`) do not add up exactly.",
        "{name} 分为几层（{levels}）。每层各自加噪，因此直接抽出的数（`raw`，区间为 `low` 至 `high`）并不完全相加"
        "。",
    ),
    "release.levels.fit": (
        "{name}: `fit` is made from all levels together by least squares. It adds up, is closer to the truth on "
        "average, and has a range of its own, `fit_low` to `fit_high`.",
        "{name}：`fit` 由各层数据用最小二乘法合成，各层相加一致，平均而言更接近真值，并有自己的区间 `fit_low` 至 "
        "`fit_high`。",
    ),
    "release.levels.all": ("all of {name}", "{name}合计"),
    "release.levels.value": ("{name}: `value` is the fit.", "{name}：`value` 即 `fit`。"),
    "release.levels.whole": (
        "{name}: `value` is the nearest table of whole numbers from 0 that adds up. Setting negative numbers to 0 "
        "makes small cells a little too large and large ones too small, so the range beside it is that of the raw "
        "number.",
        "{name}：`value` 是各层相加一致、由非负整数组成的最近的表。去掉负数会使小的单元格略偏大、大的略偏小，因此"
        "它对应的区间是原始数的区间。",
    ),
    "release.levels.public": (
        "{name}: fit and value add up to the public total, {total}.",
        "{name}：`fit` 与 `value` 的总和等于公开的总数 {total}。",
    ),
    "release.tidy.public": (
        "{name}: `value` is the nearest table of whole numbers from 0 that adds up to the public total, {total}. "
        "`raw` is what was drawn, and the ranges belong to it.",
        "{name}：`value` 是总和等于公开总数 {total}、由非负整数组成的最近的表。`raw` 是直接抽出的数，区间属于它。",
    ),
}

# Maps: what colours and hatching mean.
MAP: Final[dict[str, tuple[str, str]]] = {
    "map.rate": ("{unit} per {per}", "每 {per} 的{unit}"),
    "map.ratio": ("{unit}, as a rate", "{unit}（比率）"),
    "map.roots": ("{what} (colours in steps of square roots)", "{what}（颜色按平方根分级）"),
    "map.hatched": (
        "Darker means more. Hatched: not distinguishable from zero; the range ({confidence}) of its count reaches "
        "0.",
        "颜色越深，数值越大。斜线：与零无法区分，即其计数的区间（{confidence}）包含 0。",
    ),
    "map.nothing": (
        "Hatched: not distinguishable from zero ({confidence}). That is so for every place here.",
        "斜线：与零无法区分（{confidence}）。这里的每个地点都是如此。",
    ),
    "map.chance": (
        "This holds for each place by itself. If all {places} places were empty, chance would still colour some: "
        "{chance} places or fewer, on average.",
        "以上对每个地点单独成立。假如全部 {places} 个地点都为空，平均仍会有至多 {chance} 个地点偶然着色。",
    ),
    "map.unknown": (
        "Dotted outline: no rate, because what it is divided by is not above zero.",
        "虚线轮廓：没有比率，因为除数不大于零。",
    ),
    "map.title": ("{what}: map", "{what}：地图"),
    "map.number": ("number", "数量"),
    "map.count": (
        "Distinguishable from zero: {seen} of {places} places.",
        "可与零区分的地点：{places} 个中的 {seen} 个。",
    ),
    "map.written": (
        "Drawn from the published table alone: {files}. Nothing was read from data and nothing was spent.",
        "仅由已发布的表绘制：{files}。没有读取数据，也没有消耗预算。",
    ),
}
