"""Sentences of the lines that decide about a plan, of advice that saves, and of what changed since an edition."""

from typing import Final

DECIDE: Final[dict[str, tuple[str, str]]] = {
    "decide.price": ("price", "价格"),
    "decide.account": ("account", "账户"),
    "decide.error": ("error", "误差"),
    "decide.half": ("half the error", "误差减半"),
    "decide.cheaper": ("saves much", "更省"),
    "decide.warning": ("warning", "注意"),
    "decide.more": ("more", "更多"),
    "decide.expected": ("of expected", "占预期"),
    "decide.range": ("{share} of range", "取值范围的 {share}"),
    "decide.rows": ("and {count} more: --all", "另有 {count} 项：--all"),
    "decide.room": ("Such releases that fit into what is left: {count}.", "余额可容纳这样的发布：{count} 次。"),
    "decide.sure": (
        "In {confidence} of cases a number is off by no more than its error, in the data's own units.",
        "在 {confidence} 的情况下，一个数字的偏差不超过其误差，以数据自身的单位计。",
    ),
    "decide.expect": (
        "With `expect: 200`, your public guess of a typical number, the plan says which share of it that is.",
        "写明 `expect: 200`（您对典型数字的公开猜测），方案就会说明误差占它的多少。",
    ),
    "decide.halving": (
        "It takes {times} times this price: epsilon = {there} instead of {here}.",
        "需要 {times} 倍于此的价格：ε = {there}，现为 {here}。",
    ),
    "decide.halving.account": (
        "It takes {times} times this price: epsilon = {there} instead of {here}, {part} % of {account}.",
        "需要 {times} 倍于此的价格：ε = {there}，现为 {here}，占 {account} 的 {part}%。",
    ),
    "decide.all": (
        "--all says what will be published, whom it protects and how every number came about.",
        "--all 说明将发布什么、保护谁，以及每个数字如何得出。",
    ),
    "decide.all.warnings": (
        "--all says what will be published, whom it protects and how every number came about; and the warnings "
        "that hold for most releases: {count}.",
        "--all 说明将发布什么、保护谁，以及每个数字如何得出；以及大多数发布都有的提示（{count} 条）。",
    ),
    "decide.picture": (
        "{entry}: its error, at this epsilon of the release",
        "{entry}：在本次发布的这些 ε 下的误差",
    ),
    "decide.picture.here": ("this plan", "本方案"),
    "changes.heading": (
        "What changed since {release}, edition {edition}",
        "与 {release} 第 {edition} 期相比",
    ),
    "changes.none": ("Nothing but the edition.", "除期号外没有变化。"),
    "changes.what": ("what", "内容"),
    "changes.before": ("before", "之前"),
    "changes.now": ("now", "现在"),
    "plan.save.error": (
        "Write `{change}` instead of `{now}`: {entry} ±{there} instead of ±{here}.",
        "把 `{now}` 改为 `{change}`：{entry} ±{there}，现为 ±{here}。",
    ),
    "plan.save.price": (
        "Write `{change}` instead of `{now}`: {part} % of this price, for the same errors.",
        "把 `{now}` 改为 `{change}`：误差相同，价格为现在的 {part}%。",
    ),
    "plan.save.every": (
        "{entry} with `{change}` instead of `{now}`: numbers about {times} times as large, each off by ±{there} "
        "(now ±{here}).",
        "{entry} 的 `{now}` 改为 `{change}`：数字约为 {times} 倍大，误差 ±{there}（现为 ±{here}）。",
    ),
    "plan.save.ticks": (
        "{entry}: publishing every tick (`as: per-step`) with the error of this alert, ±{error}, costs {part} % "
        "of it and tells more.",
        "{entry}：以此警报的误差 ±{error} 公布每个时段（`as: per-step`），只花它的 {part}%，说得还更多。",
    ),
    "plan.save.cells": (
        "`cells: {cells}` in `bound` saves nothing here: without it the errors are the same, and fewer rows are "
        "left out.",
        "`bound` 里的 `cells: {cells}` 在此没有省下什么：去掉它误差不变，被舍去的行更少。",
    ),
    "plan.save.mind.bound": (
        "What is above it is left out, and no range shows that: good where few have more.",
        "超出的部分会被舍去，任何区间都不显示这一点：适合很少有人超出的情形。",
    ),
    "plan.save.mind.once": (
        "Second rows in one cell are left out, and no range shows that.",
        "同一格中的第二行起会被舍去，任何区间都不显示这一点。",
    ),
}
