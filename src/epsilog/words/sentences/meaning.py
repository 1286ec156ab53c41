"""What a promise means for one person."""

from typing import Final

MEANING: Final[dict[str, tuple[str, str]]] = {
    "meaning.promise.pure": (
        "The promise: epsilon = {epsilon}, without exception (delta = 0).",
        "承诺：ε = {epsilon}，没有例外（δ = 0）。",
    ),
    "meaning.promise.approx": (
        "The promise: epsilon = {epsilon}, delta = {delta}.",
        "承诺：ε = {epsilon}，δ = {delta}。",
    ),
    "meaning.promise.rho": (
        "It costs rho = {rho} of zero-concentrated differential privacy; the epsilon is what that gives at this "
        "delta.",
        "按零集中差分隐私（zCDP）计，花费为 ρ = {rho}；上面的 ε 是在该 δ 下换算得出的。",
    ),
    "meaning.not_a_probability": (
        "Epsilon is not a probability. It limits how far anything published can change the belief that one person "
        "is in the data, even for someone who knows everybody else's records. Where people are always in the data "
        "together, the limit for households applies.",
        "ε 不是概率。它限定的是：即使对方掌握其他所有人的记录，所发布的内容最多能在多大程度上改变其对“某人在数据中"
        "”的判断。若几个人总是同进同出，则适用家庭的限度。",
    ),
    "meaning.posterior.pure": (
        "Belief: for someone who knows everybody else's records, the probability of “this person is in the data” "
        "can rise from {prior} to at most {posterior} after seeing the release; one who is {absent} sure that the "
        "person is absent stays at least {still} sure.",
        "判断：某人掌握其他所有人的记录，原先认为“此人在数据中”的可能性为 {prior}，看到发布结果后至多升至 "
        "{posterior}；同样了解情况、原先有 {absent} 把握认为此人不在其中的，之后仍有至少 {still} 的把握。",
    ),
    "meaning.posterior.approx": (
        "Belief: for someone who knows everybody else's records, the probability of “this person is in the data” "
        "rises from {prior} to at most {posterior} after seeing the release, except with a chance of at most "
        "{failure} (ten times delta). In that case no limit is promised.",
        "判断：某人掌握其他所有人的记录，原先认为“此人在数据中”的可能性为 {prior}，看到发布结果后不超过 "
        "{posterior}；例外情形出现的概率至多为 {failure}（δ 的十倍），届时不作任何保证。",
    ),
    "meaning.attack": (
        "Attack: someone who knows as much and must tell from the release whether the person is in the data, when "
        "both are equally likely beforehand, is right at most {success} of the time. A coin is right 50 % of the "
        "time.",
        "攻击：事前“在”与“不在”各占一半时，有同样了解的人根据发布结果判断此人是否在数据中，判断正确的概率至多为 "
        "{success}；抛硬币为 50%。",
    ),
    "meaning.detection": (
        "Accusation: a test that wrongly points at {false_alarm} of the people who are absent finds at most "
        "{detection} of those who are present.",
        "指认：若一种检验会把不在数据中的人误判 {false_alarm}，那么它至多能找出实际在数据中的人的 {detection}。",
    ),
    "meaning.deniability.pure": (
        "Plausible deniability: every result is at most {factor} times as likely with the person as without, so "
        "they can always say that it would have come out anyway.",
        "可否认性：任何结果在“有此人”时出现的可能性，至多是“无此人”时的 {factor} 倍，因此当事人始终可以说：没有我"
        "，也会得到这样的结果。",
    ),
    "meaning.deniability.approx": (
        "Plausible deniability: except with a chance of at most {failure}, the published result is at most "
        "{factor} times as likely with the person as without, so they can say that it would have come out anyway.",
        "可否认性：除概率至多为 {failure} 的情形外，所发布的结果在“有此人”时出现的可能性，至多是“无此人”时的 "
        "{factor} 倍，因此当事人可以说：没有我，也会得到这样的结果。",
    ),
    "meaning.undeniable.pure": (
        "No plausible deniability: a result may be up to {factor} times as likely with the person as without, so "
        "nobody would believe them if they said that it would have come out anyway.",
        "无从否认：某个结果在“有此人”时出现的可能性，可高达“无此人”时的 {factor} 倍；此时再说“没有我，也会得到这样"
        "的结果”，已难以令人信服。",
    ),
    "meaning.undeniable.approx": (
        "No plausible deniability: even apart from a chance of at most {failure}, the published result may be up "
        "to {factor} times as likely with the person as without, so nobody would believe them if they said that "
        "it would have come out anyway.",
        "无从否认：即使不计概率至多为 {failure} 的情形，所发布的结果在“有此人”时出现的可能性，仍可高达“无此人”时的"
        " {factor} 倍；此时再说“没有我，也会得到这样的结果”，已难以令人信服。",
    ),
    "meaning.coin.pure": (
        "In other words: about any one person no more is given away than if they answered one yes-or-no question "
        "with a coin that makes them lie {lie} of the time.",
        "换言之：就任何一个人而言，泄露的信息不会多于让此人用一枚硬币回答一个是非题，其中有 {lie} 的机会作出与事实"
        "相反的回答。",
    ),
    "meaning.coin.approx": (
        "In other words: about any one person no more is given away than if they answered one yes-or-no question "
        "with a coin that makes them lie {lie} of the time and, once in {one_in}, showed their true answer.",
        "换言之：就任何一个人而言，泄露的信息不会多于让此人用一枚硬币回答一个是非题，其中有 {lie} 的机会作出与事实"
        "相反的回答，另外每 {one_in} 次中有 1 次直接给出真实答案。",
    ),
    "meaning.group.pure": (
        "Households: for {people} people together the limit is epsilon = {epsilon}. A changed record counts as "
        "two people: one who leaves and one who comes.",
        "家庭：对 {people} 个人合在一起，限度为 ε = {epsilon}。一条记录被改动按两个人计：一人离开，一人加入。",
    ),
    "meaning.group.approx": (
        "Households: for {people} people together the limit is epsilon = {epsilon}, delta = {delta}. A changed "
        "record counts as two people: one who leaves and one who comes.",
        "家庭：对 {people} 个人合在一起，限度为 ε = {epsilon}，δ = {delta}。一条记录被改动按两个人计：一人离开，一"
        "人加入。",
    ),
    "meaning.error": (
        "Accuracy: the noise in each number is {mean} on average, and within ±{margin} at least 95 % of the time.",
        "精度：每个数字所加噪声平均为 {mean}，至少 95% 的情况下在 ±{margin} 以内。",
    ),
    "meaning.error.part": (
        "Accuracy of part {part}: the noise in each number is {mean} on average, and within ±{margin} at least 95 "
        "% of the time.",
        "第 {part} 部分的精度：每个数字所加噪声平均为 {mean}，至少 95% 的情况下在 ±{margin} 以内。",
    ),
    "meaning.ten.pure": (
        "Repetition: ten such releases cost ten times as much, epsilon = {epsilon}.",
        "重复：这样发布十次，花费也是十倍，即 ε = {epsilon}。",
    ),
    "meaning.ten.rho": (
        "Repetition: ten such releases cost ten times as much, rho = {rho}; at the same delta that is epsilon = "
        "{epsilon}.",
        "重复：这样发布十次，花费也是十倍，即 ρ = {rho}；在同一 δ 下相当于 ε = {epsilon}。",
    ),
    "meaning.ten.sum": (
        "Repetition: ten such releases add up to at most epsilon = {epsilon}, delta = {delta}.",
        "重复：这样发布十次，合计至多为 ε = {epsilon}，δ = {delta}。",
    ),
    "meaning.weak": (
        "Warning: this promise is weak. An attacker may be right up to {success} of the time; use a smaller "
        "epsilon.",
        "请注意：这一承诺偏弱，攻击者判断正确的概率可高达 {success}；请选用更小的 ε。",
    ),
    "meaning.delta_large": (
        "Warning: delta is not far below 1 / {people}. With that many people it would allow a mechanism that "
        "simply publishes a few of them; use a delta well below {limit}.",
        "请注意：δ 并未远小于 1 / {people}。人数达到这一规模时，它会容许直接公布其中几个人的做法；请选用远小于 "
        "{limit} 的 δ。",
    ),
    "meaning.general": (
        "It does not stop anyone from learning about people in general (that smoking harms, say): that is what "
        "the release is for.",
        "它并不妨碍人们了解一般规律（例如吸烟有害健康），这正是发布数据的目的。",
    ),
    "meaning.geo.promise": (
        "The promise: epsilon = {rate} per metre. It protects where a person is, by distance; it says nothing "
        "about whether they are in a table, and it is never added to a budget for persons.",
        "承诺：每米 ε = {rate}。它按距离保护一个人所在的位置，与此人是否在某张表中无关，也从不与针对人员的预算相加"
        "。",
    ),
    "meaning.geo.posterior": (
        "Belief: for someone who gives {prior} to one place and the rest to places within {metres} m of it, the "
        "probability of that place can rise to at most {posterior}.",
        "判断：某人认为真实位置在某处的可能性为 {prior}，其余可能位置都在该处 {metres} 米以内，看到上报位置后这一"
        "可能性至多升至 {posterior}。",
    ),
    "meaning.geo.double": (
        "Distance: the odds between two places can at most double when they are {metres} m apart, and the "
        "protection gets weaker as places are further apart.",
        "距离：相距 {metres} 米的两处，其可能性之比至多翻一番；相距越远，保护越弱。",
    ),
    "meaning.geo.noise": (
        "Accuracy: planar Laplace noise at this rate moves a point by {mean} m on average, and by at most "
        "{margin} m in 95 % of the cases.",
        "精度：按此比率加平面拉普拉斯噪声，位置平均偏移 {mean} 米，95% 的情况下不超过 {margin} 米。",
    ),
    "meaning.geo.ten": (
        "Repetition: ten reports of one place cost ten times as much, {rate} per metre.",
        "重复：同一位置上报十次，花费也是十倍，即每米 {rate}。",
    ),
}
