"""建议的语句：从问题到规格，以及原因。"""

from typing import Final

RECOMMEND: Final[dict[str, str]] = {
    "recommend.heading": "回答您问题的请求",
    "recommend.heading.refused": "以这份预算无法得到",
    "recommend.title.why": "原因",
    "recommend.title.options": "花费更少的做法",
    "recommend.title.instead": "可以得到什么",
    "recommend.column.what": "内容",
    "recommend.column.cells": "单元格",
    "recommend.column.noise": "噪声",
    "recommend.column.bound": "一个人",
    "recommend.column.error": "误差",
    "recommend.column.epsilon": "epsilon 值",
    "recommend.bound": "≤ {rows} 行，{cells} 格",
    "recommend.bound.rows": "≤ {rows} 行",
    "recommend.bound.row": "一行",
    "recommend.error.number": "±{error}",
    "recommend.error.quantiles": "名次 ≤ {error} 行",
    "recommend.error.top": "落后 ≤ {error}",
    "recommend.why.row": "受保护的是单行而不是人：有多行的人，每多一行，保护就少一分。",
    "recommend.why.person": "一个 {who} 的一切都受保护，包括其是否在数据之中。",
    "recommend.why.within": (
        "一个 {who} 在一{period}之内的行为受保护。跨越多{period}，对一个人的了解会累加：这比终身保护一个人要弱。"
    ),
    "recommend.why.bound": (
        "一个人最多计 {often} 行，最多落在 {size} 个单元格中的 {cells} 个，每格最多 {per_cell} 行。更多则所有人的噪"
        "声都更大；更少则截断常来的人。请按您所知道的来访频率填写，绝不要从数据中查出。"
    ),
    "recommend.why.per_cell": (
        "这 {per_cell} 行可以全部落在同一格，这样行才按行来计。若您知道每格更少，请用 --per-cell 说明："
        "有 delta 时需要的 epsilon 更少。设为 1 时，一格计的是人数。"
    ),
    "recommend.why.bound.one": (
        "一个人最多计 {often} 行。更多则所有人的噪声都更大；更少则截断常来的人。"
        "请按您所知道的来访频率填写，绝不要从数据中查出。"
    ),
    "recommend.why.epsilon.number": "在 100 次中有 {confidence} 次误差不超过 {error}，需要 epsilon = {epsilon}。",
    "recommend.why.epsilon.quantiles": (
        "在 100 次中有 {confidence} 次，所得值的名次与所求的名次相差不超过 {error} 行，需要 epsilon = {epsilon}。不"
        "查看数据便无法知道这在数值上相差多少。"
    ),
    "recommend.why.epsilon.top": (
        "在 100 次中有 {confidence} 次，所选的键比该名次真正的键落后不超过 {error}，需要 epsilon = {epsilon}。"
    ),
    "recommend.why.expect": "对至少有 {rows} 行的单元格成立，不论数值在声明的范围内如何。",
    "recommend.why.assumed": (
        "这是按一格 {rows} 行计算的，因为没有说明预期的行数：请用 --expect 说明您所知道的。行数越少越不准确。"
    ),
    "recommend.why.ratio": (
        "以 epsilon = {epsilon}，当 {per} 之和为 {below} 时，为 {ratio} 的比值在 100 次中有 {confidence} 次误差"
        "不超过 {error}。其他比值、其他的和（--expect）误差不同，因此不能要求误差；发布时附有范围。"
    ),
    "recommend.why.weak": "epsilon 为 {epsilon} 时对任何人的保护都很弱：若可以，请放宽误差。",
    "recommend.why.pure": "没有 delta 时，同样的误差需要 epsilon = {epsilon}。",
    "recommend.why.delta": "若 delta = {delta}，同样的误差需要 epsilon = {epsilon}。",
    "recommend.refused": "{error} 需要 epsilon = {needed}；现有 {budget}。",
    "recommend.possible.number": "以 epsilon = {budget}，一个数字的误差可达 ±{error}。",
    "recommend.possible.quantiles": "以 epsilon = {budget}，所得值的名次可相差至 {error} 行。",
    "recommend.possible.top": "以 epsilon = {budget}，所选的键可落后至 {error}。",
    "recommend.no_account": (
        "{place} 中没有账户 {account}，因此以下只依据问题本身。可用 --account-epsilon 说明它将作出的承诺。"
    ),
    "recommend.as_if": "按账户 {account} 以 epsilon = {epsilon}、delta = {delta} 开立来计算。没有查询任何账本。",
    "recommend.option.every": "改为每{period}一个数字：epsilon = {epsilon}。",
    "recommend.option.by": "不按 {column} 划分：epsilon = {epsilon}。",
    "recommend.option.often": "每个 {who} 最多计 {often} 行：epsilon = {epsilon}。",
    "recommend.option.per_cell": (
        "每个 {who} 在一格中最多计 1 行（--per-cell 1），其余的行不计：epsilon = {epsilon}。"
    ),
    "recommend.option.delta": "在允许 delta = {delta} 的账户上：epsilon = {epsilon}。",
    "recommend.option.pure": "不用 delta，在纯 epsilon 的账户上：epsilon = {epsilon}。",
    "recommend.option.fits": "{option}这份预算够用。",
    "recommend.written": "已写入 {path}。没有读取数据。",
    "recommend.check": "各列的类型是按其在问题中的角色猜测的：发布之前请核对 `source`。",
}
