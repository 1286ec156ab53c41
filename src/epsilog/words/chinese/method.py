"""条目指定的生成方法：系数、抽样、策略。"""

from __future__ import annotations

from typing import Final

METHOD: Final[dict[str, str]] = {
    "series.as.coefficients": "由前 {keep} 个{basis}重建",
    "study.about.coefficients": "针对保留的系数：只含噪声。其余系数的内容不在数字之中，任何范围都不反映",
    "plan.series.fourier": "傅里叶系数",
    "plan.series.cosine": "余弦系数",
    "plan.series.haar": "哈尔系数",
    "plan.series.single ticks": "逐时刻加噪",
    "plan.series.option.asked": (
        "{strategy}，{law}：{typical}，最差的时刻 {largest}；是最优者的 {times} 倍。条目指定了它，故采用。"
    ),
    "plan.series.bias": (
        "以上只是噪声造成的误差。少数系数画出的序列比数据平滑：其余系数的内容会丢失，丢失多少不看数据无从得知，任"
        "何范围都不反映。逐时刻加噪则什么也不丢失。"
    ),
    "plan.error.coefficients": (
        "{entry}：噪声以 {confidence}% 的概率使某一时刻至多变动 ±{least} 至 ±{most}，视时刻而定（{strategy}，{law"
        "}）。此外，舍去的系数的内容会丢失，不含在任何范围之内。"
    ),
    "plan.why.series.named": (
        "{entry}：采用{strategy}与{law}，因为条目指定了它；噪声在全部时刻上的均方根为 {typical}。"
    ),
    "release.exact.coefficients": (
        "{name}：{times}，噪声使某一时刻至多变动 ±{least} 至 ±{most}；每个时刻有各自的范围。范围针对的是受限答案"
        "中保留的系数所画出的序列。其余系数的内容不在数字之中：尖峰与急变被抹平，抹平多少任何范围都不反映。各时刻"
        "共用噪声，因此相邻时刻会一同偏离。"
    ),
}
