"""What a promise means for one person."""

from typing import Final

MEANING: Final = {
    "meaning.promise.pure": "The promise: epsilon = {epsilon}, without exception (delta = 0).",
    "meaning.promise.approx": "The promise: epsilon = {epsilon}, delta = {delta}.",
    "meaning.promise.rho": (
        "It costs rho = {rho} of zero-concentrated differential privacy; the epsilon is what that gives at this "
        "delta."
    ),
    "meaning.not_a_probability": (
        "Epsilon is not a probability. It limits how far anything published can change the belief that one person "
        "is in the data, even for someone who knows everybody else's records. Where people are always in the data "
        "together, the limit for households applies."
    ),
    "meaning.posterior.pure": (
        "Belief: for someone who knows everybody else's records, the probability of “this person is in the data” "
        "can rise from {prior} to at most {posterior} after seeing the release; one who is {absent} sure that the "
        "person is absent stays at least {still} sure."
    ),
    "meaning.posterior.approx": (
        "Belief: for someone who knows everybody else's records, the probability of “this person is in the data” "
        "rises from {prior} to at most {posterior} after seeing the release, except with a chance of at most "
        "{failure} (ten times delta). In that case no limit is promised."
    ),
    "meaning.attack": (
        "Attack: someone who knows as much and must tell from the release whether the person is in the "
        "data, when both are equally likely beforehand, is right at most {success} of the time. A coin is "
        "right 50 % of the time."
    ),
    "meaning.detection": (
        "Accusation: a test that wrongly points at {false_alarm} of the people who are absent finds at "
        "most {detection} of those who are present."
    ),
    "meaning.deniability.pure": (
        "Plausible deniability: every result is at most {factor} times as likely with the person as "
        "without, so they can always say that it would have come out anyway."
    ),
    "meaning.deniability.approx": (
        "Plausible deniability: except with a chance of at most {failure}, the published result is at "
        "most {factor} times as likely with the person as without, so they can say that it would have "
        "come out anyway."
    ),
    "meaning.undeniable.pure": (
        "No plausible deniability: a result may be up to {factor} times as likely with the person as without, so "
        "nobody would believe them if they said that it would have come out anyway."
    ),
    "meaning.undeniable.approx": (
        "No plausible deniability: even apart from a chance of at most {failure}, the published result may be up "
        "to {factor} times as likely with the person as without, so nobody would believe them if they said that it "
        "would have come out anyway."
    ),
    "meaning.coin.pure": (
        "In other words: about any one person no more is given away than if they answered one yes-or-no question "
        "with a coin that makes them lie {lie} of the time."
    ),
    "meaning.coin.approx": (
        "In other words: about any one person no more is given away than if they answered one yes-or-no "
        "question with a coin that makes them lie {lie} of the time and, once in {one_in}, showed their "
        "true answer."
    ),
    "meaning.group.pure": (
        "Households: for {people} people together the limit is epsilon = {epsilon}. A changed record "
        "counts as two people: one who leaves and one who comes."
    ),
    "meaning.group.approx": (
        "Households: for {people} people together the limit is epsilon = {epsilon}, delta = {delta}. A "
        "changed record counts as two people: one who leaves and one who comes."
    ),
    "meaning.error": (
        "Accuracy: the noise in each number is {mean} on average, and within ±{margin} at least 95 % of the time."
    ),
    "meaning.error.part": (
        "Accuracy of part {part}: the noise in each number is {mean} on average, and within ±{margin} at "
        "least 95 % of the time."
    ),
    "meaning.ten.pure": "Repetition: ten such releases cost ten times as much, epsilon = {epsilon}.",
    "meaning.ten.rho": (
        "Repetition: ten such releases cost ten times as much, rho = {rho}; at the same delta that is "
        "epsilon = {epsilon}."
    ),
    "meaning.ten.sum": "Repetition: ten such releases add up to at most epsilon = {epsilon}, delta = {delta}.",
    "meaning.weak": (
        "Warning: this promise is weak. An attacker may be right up to {success} of the time; use a smaller "
        "epsilon."
    ),
    "meaning.delta_large": (
        "Warning: delta is not far below 1 / {people}. With that many people it would allow a mechanism that "
        "simply publishes a few of them; use a delta well below {limit}."
    ),
    "meaning.general": (
        "It does not stop anyone from learning about people in general (that smoking harms, say): that "
        "is what the release is for."
    ),
    "meaning.geo.promise": (
        "The promise: epsilon = {rate} per metre. It protects where a person is, by distance; it says "
        "nothing about whether they are in a table, and it is never added to a budget for persons."
    ),
    "meaning.geo.posterior": (
        "Belief: for someone who gives {prior} to one place and the rest to places within {metres} m of it, the "
        "probability of that place can rise to at most {posterior}."
    ),
    "meaning.geo.double": (
        "Distance: the odds between two places can at most double when they are {metres} m apart, and the "
        "protection gets weaker as places are further apart."
    ),
    "meaning.geo.noise": (
        "Accuracy: planar Laplace noise at this rate moves a point by {mean} m on average, and by at "
        "most {margin} m in 95 % of the cases."
    ),
    "meaning.geo.ten": "Repetition: ten reports of one place cost ten times as much, {rate} per metre.",
}
