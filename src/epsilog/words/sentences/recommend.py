"""Sentences of recommendations: from a question to a spec, and why."""

from typing import Final

RECOMMEND: Final[dict[str, tuple[str, str]]] = {
    "recommend.heading": ("A spec for your question", "回答您问题的请求"),
    "recommend.heading.refused": ("This is not possible for this budget", "以这份预算无法得到"),
    "recommend.title.why": ("Why", "原因"),
    "recommend.title.options": ("What needs less", "花费更少的做法"),
    "recommend.title.instead": ("What is possible instead", "可以得到什么"),
    "recommend.column.what": ("what", "内容"),
    "recommend.column.cells": ("cells", "单元格"),
    "recommend.column.noise": ("noise", "噪声"),
    "recommend.column.bound": ("one person", "一个人"),
    "recommend.column.error": ("error", "误差"),
    "recommend.column.epsilon": ("epsilon", "epsilon 值"),
    "recommend.bound": ("rows ≤ {rows}, cells ≤ {cells}", "≤ {rows} 行，{cells} 格"),
    "recommend.bound.rows": ("rows ≤ {rows}", "≤ {rows} 行"),
    "recommend.bound.row": ("one row", "一行"),
    "recommend.error.number": ("±{error}", "±{error}"),
    "recommend.error.quantiles": ("≤ {error} rows of rank", "名次 ≤ {error} 行"),
    "recommend.error.top": ("≤ {error} behind", "落后 ≤ {error}"),
    "recommend.why.row": (
        "Single rows are protected, not people: whoever has several rows is protected less with each of them.",
        "受保护的是单行而不是人：有多行的人，每多一行，保护就少一分。",
    ),
    "recommend.why.person": (
        "Everything of one {who} is protected, also whether they are in the data at all.",
        "一个 {who} 的一切都受保护，包括其是否在数据之中。",
    ),
    "recommend.why.within": (
        "What one {who} does within one {period} is protected. Over several of them, what is learned about one "
        "person adds up: that is weaker than protecting everything of a person.",
        "一个 {who} 在一{period}之内的行为受保护。跨越多{period}，对一个人的了解会累加：这比终身保护一个人要弱。",
    ),
    "recommend.why.bound": (
        "Rows of one person that count: at most {often}, in at most {cells} of {size} cells, at most {per_cell} "
        "in each. More rows mean more noise for everybody; with fewer, people who have many rows are cut off "
        "earlier. Say what you know about how often people come, never what you looked up in the data.",
        "一个人最多计 {often} 行，最多落在 {size} 个单元格中的 {cells} 个，每格最多 {per_cell} 行。更多则所有人的"
        "噪声都更大；更少则截断常来的人。请按您所知道的来访频率填写，绝不要从数据中查出。",
    ),
    "recommend.why.per_cell": (
        "All {per_cell} of them may fall into one cell, so that rows are counted as rows. If you know that fewer "
        "do, say so with --per-cell: with a delta that takes less epsilon. At 1, a cell counts persons.",
        "这 {per_cell} 行可以全部落在同一格，这样行才按行来计。若您知道每格更少，请用 --per-cell 说明：有 delta 时"
        "需要的 epsilon 更少。设为 1 时，一格计的是人数。",
    ),
    "recommend.why.bound.one": (
        "Rows of one person that count: at most {often}. More rows mean more noise for everybody; with fewer, "
        "people who have many rows are cut off earlier. Say what you know about how often people come, never what "
        "you looked up in the data.",
        "一个人最多计 {often} 行。更多则所有人的噪声都更大；更少则截断常来的人。请按您所知道的来访频率填写，绝不要"
        "从数据中查出。",
    ),
    "recommend.why.epsilon.number": (
        "A number that is off by at most {error} in {confidence} of 100 cases takes epsilon = {epsilon}.",
        "在 100 次中有 {confidence} 次误差不超过 {error}，需要 epsilon = {epsilon}。",
    ),
    "recommend.why.epsilon.quantiles": (
        "A value whose rank is at most {error} rows from the one asked for in {confidence} of 100 cases takes "
        "epsilon = {epsilon}. How far that is on the scale of the values cannot be known without looking.",
        "在 100 次中有 {confidence} 次，所得值的名次与所求的名次相差不超过 {error} 行，需要 epsilon = {epsilon}。"
        "不查看数据便无法知道这在数值上相差多少。",
    ),
    "recommend.why.epsilon.top": (
        "A key that is at most {error} behind the true one of its place in {confidence} of 100 cases takes "
        "epsilon = {epsilon}.",
        "在 100 次中有 {confidence} 次，所选的键比该名次真正的键落后不超过 {error}，需要 epsilon = {epsilon}。",
    ),
    "recommend.why.expect": (
        "That holds in cells of {rows} rows or more, whatever the values in their range.",
        "对至少有 {rows} 行的单元格成立，不论数值在声明的范围内如何。",
    ),
    "recommend.why.assumed": (
        "That is for a cell of {rows} rows, because no number was expected: say what you know with --expect. "
        "Fewer rows are less exact.",
        "这是按一格 {rows} 行计算的，因为没有说明预期的行数：请用 --expect 说明您所知道的。行数越少越不准确。",
    ),
    "recommend.why.ratio": (
        "With epsilon = {epsilon} a ratio of {ratio} is off by at most {error} in {confidence} of 100 cases where "
        "the sum of {per} is {below}. Other ratios and sums (--expect) have other errors: none can be asked for. "
        "The range comes with the number.",
        "以 epsilon = {epsilon}，当 {per} 之和为 {below} 时，为 {ratio} 的比值在 100 次中有 {confidence} 次误差不"
        "超过 {error}。其他比值、其他的和（--expect）误差不同，因此不能要求误差；发布时附有范围。",
    ),
    "recommend.why.weak": (
        "An epsilon of {epsilon} protects nobody well: ask for larger errors if you can.",
        "epsilon 为 {epsilon} 时对任何人的保护都很弱：若可以，请放宽误差。",
    ),
    "recommend.why.pure": (
        "Without a delta the same error would take epsilon = {epsilon}.",
        "没有 delta 时，同样的误差需要 epsilon = {epsilon}。",
    ),
    "recommend.why.delta": (
        "With delta = {delta} the same error would take epsilon = {epsilon}.",
        "若 delta = {delta}，同样的误差需要 epsilon = {epsilon}。",
    ),
    "recommend.refused": (
        "{error} takes epsilon = {needed}; there is {budget}.",
        "{error} 需要 epsilon = {needed}；现有 {budget}。",
    ),
    "recommend.possible.number": (
        "With epsilon = {budget} a number would be off by up to ±{error}.",
        "以 epsilon = {budget}，一个数字的误差可达 ±{error}。",
    ),
    "recommend.possible.quantiles": (
        "With epsilon = {budget} the rank of an answer would be off by up to {error} rows.",
        "以 epsilon = {budget}，所得值的名次可相差至 {error} 行。",
    ),
    "recommend.possible.top": (
        "With epsilon = {budget} an answer would be up to {error} behind the true one.",
        "以 epsilon = {budget}，所选的键可落后至 {error}。",
    ),
    "recommend.no_account": (
        "{place} has no account {account}, so this follows from the question alone. --account-epsilon says what "
        "it would promise.",
        "{place} 中没有账户 {account}，因此以下只依据问题本身。可用 --account-epsilon 说明它将作出的承诺。",
    ),
    "recommend.as_if": (
        "As if {account} had been opened with epsilon = {epsilon}, delta = {delta}; no ledger was asked.",
        "按账户 {account} 以 epsilon = {epsilon}、delta = {delta} 开立来计算。没有查询任何账本。",
    ),
    "recommend.option.every": (
        "One number for each {period} instead: epsilon = {epsilon}.",
        "改为每{period}一个数字：epsilon = {epsilon}。",
    ),
    "recommend.option.by": ("Without {column}: epsilon = {epsilon}.", "不按 {column} 划分：epsilon = {epsilon}。"),
    "recommend.option.often": (
        "Counting at most {often} of the rows of each {who}: epsilon = {epsilon}.",
        "每个 {who} 最多计 {often} 行：epsilon = {epsilon}。",
    ),
    "recommend.option.per_cell": (
        "With at most 1 row of each {who} in a cell (--per-cell 1), which leaves out their other rows there: "
        "epsilon = {epsilon}.",
        "每个 {who} 在一格中最多计 1 行（--per-cell 1），其余的行不计：epsilon = {epsilon}。",
    ),
    "recommend.option.delta": (
        "With delta = {delta}, on an account that has one: epsilon = {epsilon}.",
        "在允许 delta = {delta} 的账户上：epsilon = {epsilon}。",
    ),
    "recommend.option.pure": (
        "Without a delta, on an account of pure epsilon: epsilon = {epsilon}.",
        "不用 delta，在纯 epsilon 的账户上：epsilon = {epsilon}。",
    ),
    "recommend.option.fits": ("{option} The budget is enough for that.", "{option}这份预算够用。"),
    "recommend.written": ("Written to {path}. No data was read.", "已写入 {path}。没有读取数据。"),
    "recommend.check": (
        "Kinds of columns are guessed from the question: check `source` before you publish.",
        "各列的类型是按其在问题中的角色猜测的：发布之前请核对 `source`。",
    ),
}
