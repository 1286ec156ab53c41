"""Sentences about live series: streams, their pages and their clock."""

from typing import Final

STREAM: Final[dict[str, str]] = {
    "stream.title": "{release}, live",
    "stream.lead.running": "Tick {done} of {total} is published. {next} closes {closes}.",
    "stream.lead.over": "All {total} ticks are published.",
    "stream.lead.closed": "Closed after {done} of {total} ticks.",
    "stream.beware": "Before you read on",
    "stream.beware.seed": "The noise comes from a seed: this is a test and protects nobody.",
    "stream.beware.replay": (
        "A replayed clock: it started at {start} when the stream was opened and runs {speed} times as fast as a "
        "real clock."
    ),
    "stream.latest": "The latest tick, {tick}",
    "stream.column.entry": "entry",
    "stream.column.cell": "cell",
    "stream.column.value": "value",
    "stream.column.range": "range ({confidence})",
    "stream.column.smoothed": "smoothed",
    "stream.column.band": "model-based band ({confidence})",
    "stream.column.band.average": "band ({confidence} of the ticks, on average)",
    "stream.smoothed.title": "The smoothed line",
    "stream.smoothed": (
        "{name}: the smoothed value is computed from the published values up to its tick, by filters that learn "
        "from these values alone how fast the series moves; it costs nothing. Its band is model-based: it holds as "
        "far as the series moves as the filters say, and is too narrow where it turns or jumps. The value beside "
        "it is the unbiased one, and its range holds whatever the series does."
    ),
    "stream.smoothed.picture": (
        "Thin, shaded: the value and its range. Bold: smoothed by a model; dashed: its model-based band."
    ),
    "stream.smoothed.average": (
        "{name}: the smoothed value is made of the published values up to its tick alone; it costs nothing. Its "
        "band holds on average over the series: about {confidence} of all ticks lie within it, but ticks where the "
        "series does something it did not do before lie within it less often. That is measured, not proved. The "
        "value beside it is the unbiased one, and its range holds at every tick, whatever the series does."
    ),
    "stream.smoothed.raw": (
        "{name}: the noise is smaller than the steps of the numbers, so nothing is smoothed: the value and its own "
        "range are shown there."
    ),
    "stream.smoothed.picture.average": (
        "Thin, shaded: the value and its range. Bold: smoothed; dashed: its band, which holds on average over the "
        "series."
    ),
    "stream.smoothed.band.average": "{band} (on average)",
    "stream.smoothed.value": "smoothed {value}",
    "stream.smoothed.band": "{band} (model)",
    "stream.column.fresh": "fresh",
    "stream.fresh.title": "Values that are repeated",
    "stream.fresh": (
        "{name}: the last fresh value is repeated until there is a new one. Its range is about the tick in which "
        "it was fresh; how far the number moved since is unknown. Before the first fresh value nothing is "
        "published."
    ),
    "stream.fresh.spells": (
        "{name}: the last value is repeated until there is a new one. It is one tick, or the mean of a few that "
        "end with the fresh one, and its range is about these; how far the number moved since is unknown. Before "
        "the first value nothing is published."
    ),
    "stream.fresh.spells.level": (
        "{name}: the last value is repeated until there is a new one. Its range is about one tick, or the mean of "
        "a few that end with the fresh one; the value is the level that a model computes from all values so far, "
        "kept in that range. How far the number moved since is unknown. Before the first value nothing is "
        "published."
    ),
    "stream.fresh.mean": "{fresh}, mean of {count}",
    "stream.fresh.picture": "Dark dots: fresh values. Between them the last one is repeated.",
    "stream.fresh.yes": "fresh",
    "stream.fresh.no": "repeated",
    "stream.fresh.none_yet": "none yet",
    "stream.cell.all": "all",
    "stream.alert.yes": "yes",
    "stream.alert.no": "no",
    "stream.alert.ended": "ended",
    "stream.more": "{more} further series are in values.csv.",
    "stream.waiting": "Nothing is published yet.",
    "stream.paid": "Paid once, when it was opened",
    "stream.looked": (
        "A steward looked at the data before this series was opened and showed it to nobody else (last on {day}). "
        "The request may contain something learned from that look, and the guarantee does not cover that."
    ),
    "stream.price": (
        "Epsilon {epsilon} of the account {account}, for all {total} ticks together and for {unit}. Nothing is "
        "given back for ticks that never come."
    ),
    "stream.price.delta": (
        "Epsilon {epsilon} at delta {delta} of the account {account}, for all {total} ticks together and for "
        "{unit}. Nothing is given back for ticks that never come."
    ),
    "stream.clock": (
        "Ticks close by the clock of {zone}, {wait} after their end, whether or not anything came. Empty ticks are "
        "published like all others."
    ),
    "stream.clock.at_once": (
        "Ticks close by the clock of {zone}, at their end, whether or not anything came. Empty ticks are "
        "published like all others."
    ),
    "stream.late.drop": "Rows that come after their tick has closed are dropped.",
    "stream.late.next": "Rows that come after their tick has closed count in the tick that is open.",
    "stream.future.hold": "Rows whose tick has not begun are held until it is their turn.",
    "stream.future.drop": "Rows whose tick has not begun are dropped.",
    "stream.endless": (
        "It has no end: paid once for {total} ticks, up to {last}, as many as a series can have. It costs as much, "
        "and is as exact, as with fewer ticks. Whoever has contributed up to the bounds does not count any more."
    ),
    "stream.continues": "It continues {before}: a further horizon with its own price and its own noise.",
    "stream.continues.title": "From one horizon to the next",
    "stream.continues.zero": "Running totals begin at zero again.",
    "stream.carried": (
        "{entries}: value counts this horizon alone and begins at zero; continued adds to the last value of the "
        "stream before, and its range includes the noise of both. Bounds hold in each of the two, and each was "
        "paid for."
    ),
    "stream.carried.window": (
        "{name}: the first {count} ticks reach back before this horizon, and value has none of that. There "
        "continued is empty; after that the two are the same."
    ),
    "stream.carried.waits": (
        "The stream before, {before}, has published {done} of its {total} ticks. Until all are published, totals "
        "are not continued; what is published until then does not change."
    ),
    "stream.carried.never": (
        "The stream before, {before}, was closed after {done} of its {total} ticks: totals cannot be continued, "
        "and begin at zero."
    ),
    "stream.column.continued": "continued",
    "stream.continued.value": "continued {value}",
    "stream.picture.continued": "{name}, continued",
    "stream.footer": "Every line of values.csv is confirmed by the ledger {ledger}, receipt {receipt}.",
    "stream.card": "The card of a live series",
    "stream.opened": "Opened and paid: {called}, {total} ticks from {first} to {last}.",
    "stream.resumed": "Continued where it stopped: {done} of {total} ticks are published.",
    "stream.where": "Page: {page}",
    "stream.private": "Private, never publish: {folder}",
    "stream.tick": "{tick}  ({done} of {total})",
    "stream.next": "next: {tick} closes in {left}",
    "stream.over": "All {total} ticks are published; the stream is closed and its state is destroyed.",
    "stream.left": "Stopped after {done} of {total} ticks. The same command continues from here.",
    "stream.closed": "Closed after {done} of {total} ticks. Nothing is given back; the state is destroyed.",
    "stream.status.stage": "stage",
    "stream.status.running": "running, or ready to",
    "stream.status.over": "all ticks are published",
    "stream.status.closed": "closed",
    "stream.status.key": "key",
    "stream.status.account": "account",
    "stream.status.ticks": "ticks",
    "stream.status.published": "{done} of {total}, the last is {tick}",
    "stream.status.none": "none of {total} yet",
    "stream.status.next": "next",
    "stream.status.closes": "{tick}, closes {closes}",
    "stream.status.continues": "continues",
    "stream.status.rules": "rules",
    "stream.status.fresh": "last fresh tick of {name}",
    "stream.status.not_fresh": "none yet",
    "stream.status.vouched": "values.csv",
    "stream.status.good": "every line is what the ledger confirms",
    "stream.demo": "The page stays here: {page}",
    "stream.extended": "A further horizon is opened and paid: {called}, {total} ticks from {first} to {last}.",
    "stream.extended.run": "Its spec is {file}; run it with",
    "stream.extended.why": "the same questions, the days that follow, noise of its own",
    "refusal.stream_rules": "this stream was opened with other rules, and keeps them",
    "refusal.stream_said_twice": "is given twice, and not the same: in the spec, and beside it",
    "refusal.stream_not_at_once": "this is the spec of a live series, which cannot be published all at once",
    "refusal.stream_closed": "the stream is closed",
    "refusal.stream_new_edition": "a new edition is a new stream",
    "refusal.stream_never": "no stream of this spec was opened",
    "refusal.stream_busy": "another process is running this stream",
    "refusal.stream_put_back": (
        "this state is not the last one: the stream continued from it elsewhere, or an older state was put back"
    ),
    "refusal.stream_fewer": (
        "the books have fewer ticks than the state: they were restored, or belong to something else"
    ),
    "refusal.stream_vouch": "the published values are not those that the ledger confirms",
    "refusal.stream_stopped": "the stream stopped in the middle of a tick; nothing of that tick was published",
    "refusal.stream_shorter": "the input is shorter than what was already read of it",
    "refusal.stream_folder": "this is the folder of a live series, not of a release",
    "refusal.stream_tick_by_tick": "a stream publishes tick by tick",
    "refusal.stream_whole": "this method is for releases: it needs the whole series",
    "refusal.stream_fast": (
        "FAST is for releases: it divides its samples over a fixed length, and does not store how often it samples"
    ),
    "refusal.stream_ticks": "all entries of a stream have the same ticks",
    "refusal.stream_lines": "a stream reads CSV or JSON lines",
    "refusal.stream_no_state": (
        "the private folder of the stream is missing: the stream cannot continue, and nothing will be drawn again"
    ),
}
