"""截断使均值变动了多少。"""

from __future__ import annotations

from typing import Final

CLIPPING: Final = {
    "plan.part.under": "低于下限的行数",
    "plan.part.over": "高于上限的行数",
    "plan.derive.reach.beyond": "超出截断范围的一行计 1，其余计 0",
    "study.plan.tails": (
        "{entry}：另外统计低于 {low} 与高于 {high} 的行数，各自加噪声，并占用一部分预算，由此得出截断至多使"
        "均值变动多少。这里假定所有取值都在 {least} 与 {most} 之间。有 {rows} 行且无一超出时：至多压低 "
        "{lowered}，至多抬高 {raised}。"
    ),
    "release.exact.tails": (
        "{name}：低于 {low} 的值按 {low} 计，高于 {high} 的值按 {high} 计。{times}，截断对均值的压低或抬高"
        "都不超过表“{file}”所给的界限，未经截断的均值也落在该表所给的区间之内。两者都假定所有取值在 {least}"
        " 与 {most} 之间。"
    ),
    "release.weight.noise.under": (
        "{name} 中低于下限的行数：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
    "release.weight.noise.over": (
        "{name} 中高于上限的行数：每{one}合计至多使其变动 {reach}。所加为{law}噪声，每个单元格平均 {deviation}。"
    ),
    "study.reads.clipping": "截断使均值变动多少，以及未经截断的均值的区间",
    "study.form.clipping": "截断的影响",
    "study.says.clipping": (
        "低于 {low} 的值按 {low} 计，高于 {high} 的值按 {high} 计。{times}，这至多使均值压低 {lowered}、抬"
        "高 {raised}。"
    ),
    "study.says.clipping.each": (
        "低于 {low} 的值按 {low} 计，高于 {high} 的值按 {high} 计。{times}，在任何一组中，这对均值的影响都"
        "不超过该行所给的界限；各组界限中最大的为压低 {lowered}、抬高 {raised}。"
    ),
    "study.says.clipping.assumed": (
        "这里假定所有取值都在 {least} 与 {most} 之间；更远的值按落在两端计。未经截断的均值的区间同时计入均"
        "值与所统计行数的噪声。"
    ),
    "study.column.clamped": "均值（经截断）",
    "study.column.lowered": "至多压低",
    "study.column.raised": "至多抬高",
    "study.column.unclamped": "未经截断的均值（{confidence}）",
}
