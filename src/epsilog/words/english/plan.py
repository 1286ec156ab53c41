"""Sentences of plans: what a release costs and how exact it is."""

from typing import Final

PLAN: Final[dict[str, str]] = {
    "plan.title.beware": "Warnings",
    "plan.title.entries": "What will be published",
    "plan.title.cost": "What it costs",
    "plan.title.error": "How exact it will be",
    "plan.title.person": "What one person may contribute",
    "plan.title.meaning": "What this release alone can give away about {unit}",
    "plan.title.sensitivity": "How each sensitivity was derived",
    "plan.title.why": "Why this noise",
    "plan.title.next": "What happens next",
    "plan.unit.row": "one row",
    "plan.unit.person": "one {each}",
    "plan.unit.period": "one {each} within one {period}",
    "plan.period.hour": "hour",
    "plan.period.day": "day",
    "plan.period.week": "week",
    "plan.period.month": "month",
    "plan.period.quarter": "quarter",
    "plan.period.year": "year",
    "plan.part.rows": "number of rows",
    "plan.part.persons": "number of persons",
    "plan.part.sum": "sum",
    "plan.part.histogram": "rows in each bin",
    "plan.part.quantiles": "rows at each value",
    "plan.part.top": "candidates",
    "plan.best.rows": "rows",
    "plan.best.persons": "persons",
    "plan.best.sum": "sum of {column}",
    "plan.part.squares": "sum of squares",
    "plan.part.above": "sum above",
    "plan.part.below": "sum below",
    "plan.law.laplace": "discrete Laplace noise",
    "plan.law.gaussian": "discrete Gaussian noise",
    "plan.law.exponential": "exponential mechanism",
    "plan.law.flip": "permute and flip",
    "plan.entry.rows": "{entry}: the number of rows, {cells}.",
    "plan.entry.persons": "{entry}: the number of persons, {cells}.",
    "plan.entry.sum": "{entry}: the sum of {column}, each value clamped to {low} … {high}, {cells}.",
    "plan.entry.mean": "{entry}: the mean of {column}, each value clamped to {low} … {high}, {cells}.",
    "plan.entry.histogram": "{entry}: how many values of {column} fall into each bin, {cells}.",
    "plan.entry.quantiles": (
        "{entry}: the quantiles {shares} of {column}, in steps of {step} between {low} and {high}, {cells}."
    ),
    "plan.entry.top": (
        "{entry}: the {k} of {candidates} declared keys of {column} with most {best}, {cells}; keys only, no "
        "numbers."
    ),
    "plan.entry.variance": ("{entry}: the variance of {column}, each value clamped to {low} … {high}, {cells}."),
    "plan.entry.deviation": (
        "{entry}: the standard deviation of {column}, each value clamped to {low} … {high}, {cells}."
    ),
    "plan.entry.ratio": (
        "{entry}: the sum of {column} (each value clamped to {low} … {high}) divided by the sum of {per} (clamped "
        "to {per_low} … {per_high}), {cells}."
    ),
    "plan.entry.one": "one number in all",
    "plan.entry.many": "in each of {count} cells",
    "plan.entry.once": "over all rows",
    "plan.entry.groups": "in each of {count} groups",
    "plan.entry.all_days": (
        "All of it covers the days {first} to {last} of {zone}; rows of other days are left out."
    ),
    "plan.entry.days": "{entry} covers the days {first} to {last} of {zone}; rows of other days are left out.",
    "plan.cost.pure": "The release costs epsilon = {epsilon}, without exception (delta = 0).",
    "plan.cost.zcdp": (
        "The release costs rho = {rho} of zero-concentrated differential privacy. By itself that is epsilon = "
        "{epsilon} at delta = {delta}."
    ),
    "plan.cost.share": "That is {part} % of what `spend` asks for; {left} % of it stays unspent.",
    "plan.cost.account": (
        "{account}: {before} % is used, this release takes {part} %, {left} % would be left afterwards."
    ),
    "plan.cost.block": (
        "{account}: in its fullest block, {block}, {before} % is used, this release takes {part} %, {left} % "
        "would be left afterwards."
    ),
    "plan.cost.refused": (
        "{account} cannot pay for it: {before} % is used and the release would take {part} %. `publish` will "
        "refuse and spend nothing."
    ),
    "plan.cost.stopped": "{account} is stopped. `publish` will refuse and spend nothing.",
    "plan.cost.blocks": (
        "It pays this in full in each of {blocks} time blocks ({first} to {last}). Blocks do not add up: "
        "somebody within one {period} is in one block only."
    ),
    "plan.cost.one_block": "It pays this in the time block {block}.",
    "plan.cost.other.pure": (
        "Paid in pure epsilon instead: {errors}; then the account, when new, has room for {there} such releases "
        "instead of {here}."
    ),
    "plan.cost.other.rho": (
        "Paid in rho instead: {errors}; then the account, when new, has room for {there} such releases instead of "
        "{here}."
    ),
    "plan.cost.other.if": "It can be turned if all that is booked fits: epsilog ledger turn {root} --to {to} --try",
    "plan.cost.other.now": ("It can be turned now: epsilog ledger turn {root} --to {to} --by … --by … --why …"),
    "plan.cost.other.not.pure": (
        "{root} counts in rho and cannot be turned to pure epsilon now: epsilog ledger turn {root} --to {to} --try "
        "says why."
    ),
    "plan.cost.other.not.rho": (
        "{root} cannot be turned to rho now: epsilog ledger turn {root} --to {to} --try says why."
    ),
    "plan.cost.other.error": "{entry} ±{there} instead of ±{here}",
    "plan.cost.other.same": "the same errors",
    "plan.cost.turned": (
        "{account} counts in pure epsilon now. It may be turned back to rho, so what it promises keeps its delta."
    ),
    "plan.cost.better.zcdp": (
        "An account that promises epsilon = {epsilon} and also allows delta = {delta} would pay for about {there} "
        "releases like this at the same errors; this one, when new, for {here}."
    ),
    "plan.cost.failures": (
        "Once data is opened the price is spent, also if the release then fails or is stopped. Such failures of "
        "{account} are counted: there were {failures}, and {limit} stop it until two people resume it."
    ),
    "plan.cost.promise.pure": (
        "When {account} is used up, everything ever published from it together keeps epsilon = {epsilon}, "
        "delta = 0 for {unit}."
    ),
    "plan.cost.promise.zcdp": (
        "When {account} is used up, everything ever published from it together keeps epsilon = {epsilon}, "
        "delta = {delta} for {unit}."
    ),
    "plan.error.number": (
        "{entry}: each number is off by {mean} on average, and by at most {margin} in {confidence} of 100 "
        "cases ({law})."
    ),
    "plan.error.mean.expected": (
        "{entry}: in a cell of {rows} rows or more the mean is off by at most {margin} in {confidence} of 100 "
        "cases, wherever in its range it lies ({law})."
    ),
    "plan.error.mean.assumed": (
        "{entry}: how exact a mean is depends on how many rows a cell has. In {confidence} of 100 cases it is "
        "off by at most {few} with 100 rows, {margin} with {rows} and {many} with 10,000, wherever in its "
        "range it lies ({law}). Say `expect` to plan for your number."
    ),
    "plan.error.spread.expected": (
        "{entry}: in a cell of {rows} rows or more it is off by at most {margin} in {confidence} of 100 cases, "
        "wherever in its range the values lie; mostly by much less ({law})."
    ),
    "plan.error.spread.assumed": (
        "{entry}: how exact it is depends on how many rows a cell has. In {confidence} of 100 cases it is off by "
        "at most {few} with 100 rows, {margin} with {rows} and {many} with 10,000, wherever in its range the "
        "values lie; mostly by much less ({law}). Say `expect` to plan for your number."
    ),
    "plan.error.quantiles": (
        "{entry}: in {confidence} of 100 cases a published value has a rank at most {margin} rows from the one "
        "asked for. How far that is in the data's own units depends on the data ({law})."
    ),
    "plan.error.top": (
        "{entry}: in {confidence} of 100 cases every chosen key is at most {margin} behind the true one of its "
        "place ({law})."
    ),
    "plan.error.ratio": (
        "{entry}: where the sum of {per} is {below} or more and the ratio at most {ratio}, it is off by at most "
        "{margin} in {confidence} of 100 cases ({law})."
    ),
    "plan.error.about": (
        "These are errors against the recorded data after bounds and clamps. They do not include what bounds and "
        "clamps cut off, or who is missing from the data."
    ),
    "plan.person.row": (
        "What is protected is one row by itself. Somebody with many rows is protected less with every row they "
        "have."
    ),
    "plan.person.unit": "What is protected is {unit}: everything that comes with it may be in the data or not.",
    "plan.person.replace": "Neighbouring data sets replace {unit} by another; how many there are is public.",
    "plan.person.entry": "{entry}: {unit} counts in at most {cells} of {size} cells; rows in all: {rows}.",
    "plan.person.value": "{entry}: one row moves the sum of {column} by at most {reach}.",
    "plan.person.squares": (
        "{entry}: one row moves the sum of squares of {column}, counted from the middle, by at most {reach}."
    ),
    "plan.person.single": "{entry}: rows of {unit} that count, at most: {rows}.",
    "plan.person.blocks": (
        "{entry}: bounds hold within one {period}. Over all {blocks} blocks one {each} may contribute {blocks} "
        "times as much, {rows} rows."
    ),
    "plan.derive.head": "{entry}, {part}:",
    "plan.derive.cells.row": "one row lies in one of {size} cells.",
    "plan.derive.cells.single": "the table is one cell, and {unit} may be in it.",
    "plan.derive.cells.bound": "{unit} is kept in at most {cells} of {size} cells, because `bound.cells` says so.",
    "plan.derive.cells.rows": (
        "{unit} is kept in at most {cells} of {size} cells, because `bound.rows` allows rows for no more."
    ),
    "plan.derive.cells.table": "{unit} can be in all {size} cells: the table has no more.",
    "plan.derive.within.row": "it counts there once.",
    "plan.derive.within.person": "it counts once in each, however many rows it has there.",
    "plan.derive.within.cell": (
        "at most {rows} of its rows count in one cell, because `bound.rows_per_cell` says so."
    ),
    "plan.derive.within.rows": (
        "at most {rows} of its rows count in one cell, because `bound.rows` allows no more."
    ),
    "plan.derive.rows": "so rows of it that count in all, at most: {rows}.",
    "plan.derive.reach.count": "one row moves its cell by 1.",
    "plan.derive.reach.sum": (
        "values are clamped to {low} … {high} and counted in grains of {grain}, so one row moves its cell by "
        "at most {reach} grains ({units})."
    ),
    "plan.derive.reach.mean": (
        "values are clamped to {low} … {high}, counted from the middle {centre} in grains of {grain}, so one "
        "row moves its cell by at most {reach} grains ({units})."
    ),
    "plan.derive.reach.squares": (
        "squares of these distances lie between 0 and {most}, are counted from the middle {half} in grains of "
        "{grain}, so one row moves its cell by at most {reach} grains."
    ),
    "plan.derive.sides.one": (
        "neighbours differ by one that is there or not: the table moves by what that one gives."
    ),
    "plan.derive.sides.two.same": (
        "neighbours replace one by another: one contribution goes, another comes. L1 doubles; no row lowers a "
        "cell, so the squares add up and L2² doubles."
    ),
    "plan.derive.sides.two.both": (
        "neighbours replace one by another: one contribution goes, another comes. L1 doubles; rows may raise "
        "or lower a cell, so the norms add up and L2² becomes four times as large."
    ),
    "plan.derive.result": "{formula} (in grains).",
    "plan.derive.spread.quantiles": ("so {unit} moves ranks by at most {reach} rows, in all groups together."),
    "plan.derive.spread.top": (
        "so {unit} moves candidates against each other by at most {reach} grains, in all groups together."
    ),
    "plan.derive.pick.exponential": (
        "exponential mechanism with epsilon {epsilon} a round, for all groups together; groups: {groups}, rounds: "
        "{rounds}."
    ),
    "plan.derive.pick.flip": (
        "permute and flip with epsilon {epsilon}, for all groups together; groups: {groups}, rounds: {rounds}."
    ),
    "plan.derive.noise.laplace": "{law} of scale {parameter} grains ({units}).",
    "plan.derive.noise.gaussian": (
        "{law} with variance parameter {parameter} grains², a standard deviation of {units}."
    ),
    "plan.why.pure": (
        "{entry}, {part}: Laplace noise, because delta is 0 and Gaussian noise keeps no promise without a delta."
    ),
    "plan.why.asked.laplace": "{entry}, {part}: Laplace noise, because the request says so.",
    "plan.why.asked.gaussian": "{entry}, {part}: Gaussian noise, because the request says so.",
    "plan.why.auto.gaussian": (
        "{entry}, {part}: Gaussian noise. For the same price it stays within {margin}, Laplace noise within "
        "{other}."
    ),
    "plan.why.auto.laplace": (
        "{entry}, {part}: Laplace noise. For the same price it stays within {margin}, Gaussian noise within "
        "{other}."
    ),
    "plan.why.error.cheaper.laplace": (
        "{entry}, {part}: Laplace noise, the cheaper of the two that meet the error."
    ),
    "plan.why.error.cheaper.gaussian": (
        "{entry}, {part}: Gaussian noise, the cheaper of the two that meet the error."
    ),
    "plan.why.error.only.laplace": "{entry}, {part}: the widest Laplace noise that meets the error.",
    "plan.why.error.only.gaussian": "{entry}, {part}: the widest Gaussian noise that meets the error.",
    "plan.why.division.zcdp": (
        "The budget is divided so that the weighted sum of squared errors is smallest, each error measured by the "
        "most that one row can change: rho in proportion to √(weight × L2²). That gives {parts}."
    ),
    "plan.why.division.pure": (
        "The budget is divided so that the weighted sum of squared errors is smallest, each error measured by the "
        "most that one row can change: epsilon in proportion to the cube root of weight × L1². That gives {parts}."
    ),
    "plan.why.mean": (
        "A mean is a noisy sum (1) over a noisy number of rows (2). The budget is divided so that its widest "
        "range, at the ends of the declared range, is as short as it can be."
    ),
    "plan.why.pick.exponential": (
        "{entry}, {part}: the exponential mechanism, which costs an eighth of the square of its epsilon in rho."
    ),
    "plan.why.pick.flip": (
        "{entry}, {part}: permute and flip, which is never worse than the exponential mechanism where delta is 0."
    ),
    "plan.why.pick.error.exponential": (
        "{entry}, {part}: the exponential mechanism with about the smallest epsilon that meets the error."
    ),
    "plan.why.pick.error.flip": (
        "{entry}, {part}: permute and flip with about the smallest epsilon that meets the error."
    ),
    "plan.why.spread": (
        "A variance is made of a noisy sum (1), a noisy sum of squares (2) and a noisy number of rows (3). Each "
        "part is measured by the most that one row can change it, and all count the same. A deviation is the root "
        "of a variance."
    ),
    "plan.why.left": "The errors asked for are met with less than `spend` allows; {left} % of it stays unspent.",
    "plan.why.epsilon.pure": "The errors asked for take epsilon = {epsilon} together, at delta = {delta}.",
    "plan.why.epsilon.zcdp": (
        "The errors asked for take epsilon = {epsilon} together, converted at delta = {delta}."
    ),
    "plan.brief.pure": (
        "Plan of {release}, edition {edition}: epsilon = {epsilon} from {account}. Nothing is spent yet."
    ),
    "plan.brief.zcdp": (
        "Plan of {release}, edition {edition}: epsilon = {epsilon} at delta = {delta} from {account}. "
        "Nothing is spent yet."
    ),
    "plan.brief.entry": "{entry}: cells {cells}, each off by at most {margin} in {confidence} of cases",
    "plan.brief.beware": "warning: {warning}",
    "plan.warn.edition": (
        "{release}, edition {edition}, is already a release of this account, made from another request. `publish` "
        "will refuse this one: give it a new edition."
    ),
    "plan.warn.closes.none": (
        "After this release {account} can no longer be turned to pure epsilon: its noise has no epsilon without a "
        "delta. To keep that possible, turn {account} first (epsilog ledger turn {account} --to pure --by … --by … "
        "--why …), or ask for `mechanism: laplace`."
    ),
    "plan.warn.closes.pure": (
        "After this release {account} can no longer be turned to pure epsilon: more would be booked than fits "
        "there. To keep that possible, turn {account} first (epsilog ledger turn {account} --to pure --by … --by … "
        "--why …), or spend less."
    ),
    "plan.warn.closes.rho": (
        "After this release {account} can no longer be turned to rho: more would be booked than fits there. To "
        "keep that possible, turn {account} first (epsilog ledger turn {account} --to rho --by … --by … --why …), "
        "or spend less."
    ),
    "plan.warn.event": (
        "EVENT LEVEL: only single rows are protected, not people. Somebody with k rows is protected k times less. "
        "If rows belong to people, name their column in `protect.each`."
    ),
    "plan.warn.lookup": (
        "You say that anybody may know {lookup}. It is used without noise: nobody in it is protected by this "
        "release."
    ),
    "plan.warn.period": (
        "The promise is for each {each} and each block. Over all {blocks} blocks one {each} is in up to {blocks} "
        "of them, and what can be learned about that one over the whole time adds up."
    ),
    "plan.warn.epsilon.release": (
        "This release alone has an unusually large epsilon, {epsilon}: somebody guessing whether a person is "
        "in the data may be right up to {success} times in 100."
    ),
    "plan.warn.epsilon.account": (
        "The account promises an unusually large epsilon, {epsilon}: when it is used up, somebody guessing "
        "whether a person is in the data may be right up to {success} times in 100."
    ),
    "plan.warn.delta.rows": (
        "Delta, {delta}, is not far below 1 / {rows}, the number of rows you expect: it would allow a mechanism "
        "that publishes a few of them without noise. Use a delta of at most {limit}."
    ),
    "plan.warn.delta.unused": (
        "The delta of {delta} in `spend` is not used: the account counts in pure epsilon now, and this release "
        "keeps its epsilon without exception."
    ),
    "plan.warn.delta.account": (
        "The share is converted at delta = {delta}, more than the {own} that the account converts at. It is still "
        "paid in rho, and what it promises together with other releases is what the account says."
    ),
    "plan.warn.beyond": (
        "The release costs {times} times the whole account. `publish` will refuse and spend nothing."
    ),
    "plan.warn.cells": (
        "{entry} has {cells} cells. About {beyond} of them will be off by more than {margin}, by chance alone: a "
        "single surprising cell may mean nothing."
    ),
    "plan.warn.mean": (
        "{entry}: the mean may be off by {margin}, a quarter of its declared range or more. Narrow the range, "
        "publish fewer cells, or spend more."
    ),
    "plan.warn.spread": (
        "{entry}: it may be off by {margin}, and no more than {most} is possible in the declared range. Narrow "
        "the range, publish fewer cells, or spend more."
    ),
    "plan.warn.pick.quantiles": (
        "{entry}: of {expect} rows a published value may miss its rank by {margin} rows. Publish fewer groups, or "
        "spend more."
    ),
    "plan.warn.pick.quantiles.open": (
        "{entry}: a published value may miss its rank by {margin} rows. That is a distance in ranks, not on the "
        "scale of the values: in a group of fewer than twice as many rows the value means almost nothing. With "
        "`expect`, the rows of a usual group, the plan says whether that is so."
    ),
    "plan.warn.pick.top.open": (
        "{entry}: a chosen key may be {margin} behind the true one of its place. Where keys are closer than that, "
        "their order means little."
    ),
    "plan.warn.pick.top": (
        "{entry}: a typical number is {expect}, and a chosen key may be {margin} behind. Publish fewer groups, or "
        "spend more."
    ),
    "plan.warn.ratio": (
        "{entry}: where the sum below the line is not far above its noise, a ratio can be anything, and its range "
        "says so."
    ),
    "plan.warn.drowned": (
        "{entry}: a typical number is {expect}, and the noise reaches {margin}. Most numbers cannot be "
        "distinguished from 0."
    ),
    "plan.warn.drown": "{entry}: a number below {margin} cannot be distinguished from 0.",
    "plan.warn.bounds": (
        "How much the bounds and clamps cut off is unknown here: a plan looks at no data. Bounds that cut off much "
        "move every number in one direction, and no range shows it."
    ),
    "plan.warn.dates": (
        "Read as dates written 2026-01-31 or 2026-01-31 08:30:00: {columns}. Anything else is missing, and nobody "
        "checked that the file is written so: epsilog check SPEC --look tells only you."
    ),
    "plan.find.shown": (
        "{entry}: which keys {column} has is found first. A key is shown if its noisy number of units reaches "
        "{threshold}: a key of {half} units is shown every other time or more often, one of {sure} in 95 of 100 "
        "cases. A key that only {unit} has is shown with a probability of at most {delta}."
    ),
    "plan.find.missing": (
        "Rare keys are left out on purpose, and a key that is missing may still be in the data. So the found keys "
        "are not all keys, and their numbers have no total."
    ),
    "plan.find.fresh": (
        "The numbers of the found keys get noise of their own: their ranges hold although rare keys are missing."
    ),
    "plan.find.head": "{entry}, keys of {column}:",
    "plan.find.cut": "{unit} counts in at most {cells} keys, once in each, in an order that depends on it alone.",
    "plan.find.sides": "neighbours replace one by another: together they touch at most {cells} keys.",
    "plan.find.noise.gaussian": "each number of units gets {law} noise with variance parameter {parameter}.",
    "plan.find.noise.laplace": "each number of units gets {law} noise of scale {parameter}.",
    "plan.find.delta": (
        "a key is shown from {threshold} on. A key that only {unit} has needs noise of {below} or more: {cells} × "
        "that probability is at most {delta}, and is paid from the account's delta for events."
    ),
    "plan.find.texts": (
        "found keys are texts of the data: at most {most} come out, those with the largest noisy numbers; none of "
        "more than {longest} characters, none with characters that cannot be seen."
    ),
    "plan.entry.most": "in each of at most {count} cells",
    "plan.next.nothing": "No row was read, no file was opened, nothing was spent.",
    "plan.next.once": (
        "The noise is drawn once and has no seed: nobody can draw it again, not even you. If you publish the same "
        "request and edition again, you get the stored numbers and pay nothing."
    ),
    "plan.picture.tradeoff.title": "Half the error costs about twice the epsilon",
    "plan.picture.tradeoff.x": "epsilon of this release",
    "plan.picture.tradeoff.x_delta": "epsilon of this release, at delta = {delta}",
    "plan.picture.tradeoff.y": "error of one number, ± ({confidence} of 100 cases)",
    "plan.picture.tradeoff.chosen": "this plan: epsilon = {epsilon}",
    "plan.picture.tradeoff.mean": "{entry} ({rows} rows in a cell)",
    "plan.picture.tradeoff.fresh": "{entry} (a fresh value, at best)",
    "plan.picture.tradeoff.group": "{entry} (the mean of {ticks} ticks)",
    "plan.picture.account.title": "{left} % would be left",
    "plan.picture.account.refused": "cannot pay: {over} % too much",
    "plan.picture.account.stopped": "is stopped",
    "plan.picture.account.used": "used",
    "plan.picture.account.this": "this release",
    "plan.picture.account.free": "left",
    "plan.picture.account.x": "share of the account",
    "plan.picture.person.title": "The most {unit} may contribute",
    "plan.picture.person.cells": "cells: {cells} of {size}, rows in all: {rows}",
    "plan.picture.person.more": "… {size} cells",
    "plan.picture.person.moves": "moves the table by at most {l1} in all",
    "plan.picture.person.moves_unit": "moves the sums by at most {l1} in all ({column})",
    "plan.picture.person.legend": "In a cell: the most rows of one unit that count there.",
}
