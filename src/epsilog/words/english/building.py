"""The building and its adversaries."""

from __future__ import annotations

from typing import Final

BUILDING: Final[dict[str, str]] = {
    "building.title": "Adding up one person's day",
    "building.x": "How many published numbers are added up",
    "building.y": "Advantage over tossing a coin",
    "building.event": "each minute protected (noise ±{deviation})",
    "building.user": "each person's day protected, every minute (noise ±{deviation})",
    "building.hourly": "each person's day protected, every hour (noise ±{deviation})",
    "building.day_title": "A day in the building",
    "building.truth": "really inside (invented)",
    "building.hourly_value": "published every hour, a person's day protected",
    "building.allowed": "allowed",
    "building.alert": "alert",
    "building.hour": "Hour of the day",
    "building.inside": "People inside",
    "building.dynamics_title": "The attacker who knows how the series moves",
    "building.measured": "measured, with limits",
    "building.ceiling": "no attacker can do better",
    "building.mechanism.independent": "each step by itself",
    "building.mechanism.tree": "binary tree",
    "building.mechanism.root": "square root",
    "building.mechanism.normalised": "square root, normalised",
    "building.mechanism.buffered": "buffered",
    "building.mechanism.banded": "banded",
    "building.mechanism.window": "window",
    "building.mechanism.decay": "decay",
    "building.mechanism.fourier": "Fourier",
    "building.mechanism.cosine": "cosine",
    "building.mechanism.haar": "Haar",
    "building.mechanism.subtraction": "subtracted blocks",
    "building.advantage": (
        "Advantage: how often the attacker says yes when the person was in, minus how often when the person was "
        "not."
    ),
    "building.heading": "A building of {persons} people, {minutes} minutes, epsilon {epsilon} at delta {delta}",
    "building.column.level": "Protected",
    "building.column.noise": "Noise",
    "building.column.looks": "Numbers",
    "building.column.advantage": "Advantage",
    "building.column.ceiling": "Limit",
    "building.column.day": "Day's ε",
    "building.level.event": "one minute of a person",
    "building.level.user": "a person's day, every minute",
    "building.level.hourly": "a person's day, every hour",
    "building.says_event": (
        "Protecting each minute hides one minute: its limit is about one minute. Whoever adds up one person's day "
        "has an advantage of {share}, because the {looks} minutes together cost epsilon {epsilon}."
    ),
    "building.says_user": (
        "Protecting the whole day keeps every attacker below an advantage of {ceiling}, however much is added up."
    ),
    "building.says_alert": (
        "Alerts above {above}: {alerts} given, at {times}; in {wrong} of them fewer people were inside. The line "
        "itself is noisy (±{unsure}), so near it alerts come early or late. After the last alert the series is not "
        "watched any more."
    ),
    "building.no_alert": "Alerts above {above}: none given.",
    "building.says_dynamics": (
        "An attacker who knows how the series moves got least from {least} and most from {most}: an advantage of "
        "{share} where {ceiling} is allowed. {kept}"
    ),
    "building.kept": "No mechanism gave away more than its price allows.",
    "building.broken": "A mechanism gave away more than its price allows: this is a defect.",
    "building.not_a_release": (
        "Invented people and their truth are shown here. This is a demonstration, not a release."
    ),
}
