"""在数据中找到的截断界限与区间；一起抽取的向量。"""

from __future__ import annotations

from typing import Final

CUT: Final[dict[str, str]] = {
    "plan.cut.clamp": (
        "{entry}：先在 {low} 至 {high} 的 {candidates} 个公开候选中找出 {column} 的截断界限，使约 {keep}% 的行落在"
        "其内。100 次中有 {confidence} 次，落在所找到的一端之外的行至多为 {beyond}%，另加 {off} 行。"
    ),
    "plan.cut.bins": (
        "{entry}：先在 {low} 至 {high} 的 {candidates} 个公开候选中找出 {column} 的分界，使 {bins} 个分段的行数大致"
        "相等。100 次中有 {confidence} 次，每个分界所在的候选间隔含有与所求名次相差至多 {off} 行的名次；两个分界重"
        "合时取下一个候选。"
    ),
    "plan.cut.margin": "{entry}：下述误差是截断界限最宽时的误差。找到的界限窄一半，误差也减半。",
    "plan.cut.margin.variance": ("{entry}：下述误差是截断界限最宽时的误差。找到的界限窄一半，误差为四分之一。"),
    "plan.cut.bias": (
        "超出所找到一端的值按该端计。所得数字是截断后的数字，任何区间都显示不出被截去的部分：若超出的行很少但数值"
        "很大，差别可能很大。"
    ),
    "front.plan.clamp": "截断界限若是先找出来的，误差按可能的最宽界限计。",
    "plan.cut.head": "{entry}，{column} 中所找的：",
    "plan.cut.rows": "{unit}至多使候选之间的行数合计变动 {rows}；若相邻数据集以一个替换另一个，已按两倍计。",
    "plan.cut.draw": (
        "名次：{rounds} 个，各以指数机制抽取，epsilon 为 {epsilon}；打开任何数据之前连同其余一并支付。"
    ),
    "plan.cut.grains": (
        "找到的界限总是自中点或自 0 起 {grains} 个最小单位。只有最小单位的长度取决于所找到的结果；范数、以最小单位"
        "计的噪声与价格都不变。"
    ),
    "plan.why.together": (
        "{entry}：总和、平方和与行数作为一个高斯向量一起抽取。花费相同时，该项不超过 {margin}；若逐个抽取，则不超过"
        " {other}。"
    ),
    "plan.together": (
        "{entry}：没有哪一行能使总和、平方和与行数同时变动最大：在中点它不改变总和，在两端它很少改变平方和。一起花费"
        " ρ = {rho}；若按各自的范数逐个计，则为 {alone}。"
    ),
    "release.cut.words.clamp": "截断到 {low} … {high}（找到的）",
    "release.cut.words.clamp.of": "{column} 截断到 {low} … {high}（找到的）",
    "release.cut.words.bins": "分为 {bins} 个分段（找到的）",
    "release.cut.clamp": (
        "{name}：{column} 截断到 {low} … {high}。两端是用付费的分位数在 {candidates} 个公开候选中从数据找到的，意在"
        "使约 {keep}% 的行落在其内。{times}，落在所找到的一端之外的行至多为 {beyond}%，另加 {off} 行。"
    ),
    "release.cut.bins": (
        "{name}：{column} 的 {bins} 个分段是用付费的分位数在 {candidates} 个公开候选中从数据找到的，各分段行数大致"
        "相等；{times}相差至多 {off} 行及两个候选之间的行。各计数另有自己的噪声，因此区间依然成立。"
    ),
    "release.cut.bias": (
        "凡截断界限是找到的，区间说的都是截断后的值。超出一端的值按该端计；被截去的部分使数字有偏，不在任何区间之内"
        "。"
    ),
}


# 层级：表格单元格之上的各层。


LEVELS: Final[dict[str, str]] = {
    "plan.derive.level": (
        "分组数：{size}。这一层由已限定的单元格相加而成：一个受保护单位在一个分组中至多有 {rows} 行"
    ),
    "release.levels.drawn": (
        "{name} 分为几层（{levels}）。每层各自加噪，因此直接抽出的数（`raw`，区间为 `low` 至 `high`）并不完全相加。"
    ),
    "release.levels.fit": (
        "{name}：`fit` 由各层数据用最小二乘法合成，各层相加一致，平均而言更接近真值，并有自己的区间 `fit_low` 至 "
        "`fit_high`。"
    ),
    "release.levels.all": "{name}合计",
    "release.levels.value": "{name}：`value` 即 `fit`。",
    "release.levels.whole": (
        "{name}：`value` 是各层相加一致、由非负整数组成的最近的表。去掉负数会使小的单元格略偏大、大的略偏小，因此它"
        "对应的区间是原始数的区间。"
    ),
    "release.levels.public": "{name}：`fit` 与 `value` 的总和等于公开的总数 {total}。",
    "release.tidy.public": (
        "{name}：`value` 是总和等于公开总数 {total}、由非负整数组成的最近的表。`raw` 是直接抽出的数，区间属于它。"
    ),
}


# 地图：颜色与斜线的含义。


MAP: Final[dict[str, str]] = {
    "map.rate": "每 {per} 的{unit}",
    "map.ratio": "{unit}（比率）",
    "map.roots": "{what}（颜色按平方根分级）",
    "map.hatched": "颜色越深，数值越大。斜线：与零无法区分，即其计数的区间（{confidence}）包含 0。",
    "map.nothing": "斜线：与零无法区分（{confidence}）。这里的每个地点都是如此。",
    "map.chance": (
        "以上对每个地点单独成立。假如全部 {places} 个地点都为空，平均仍会有至多 {chance} 个地点偶然着色。"
    ),
    "map.unknown": "虚线轮廓：没有比率，因为除数不大于零。",
    "map.title": "{what}：地图",
    "map.number": "数量",
    "map.count": "可与零区分的地点：{places} 个中的 {seen} 个。",
    "map.written": "仅由已发布的表绘制：{files}。没有读取数据，也没有消耗预算。",
}
