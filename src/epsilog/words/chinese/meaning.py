"""一项承诺对个人意味着什么。"""

from typing import Final

MEANING: Final = {
    "meaning.promise.pure": "承诺：ε = {epsilon}，没有例外（δ = 0）。",
    "meaning.promise.approx": "承诺：ε = {epsilon}，δ = {delta}。",
    "meaning.promise.rho": "按零集中差分隐私（zCDP）计，花费为 ρ = {rho}；上面的 ε 是在该 δ 下换算得出的。",
    "meaning.not_a_probability": (
        "ε 不是概率。它限定的是：即使对方掌握其他所有人的记录，所发布的内容最多能在多大程度上改变其对“某人"
        "在数据中”的判断。若几个人总是同进同出，则适用家庭的限度。"
    ),
    "meaning.posterior.pure": (
        "判断：某人掌握其他所有人的记录，原先认为“此人在数据中”的可能性为 {prior}，看到发布结果后至多升至 "
        "{posterior}；同样了解情况、原先有 {absent} 把握认为此人不在其中的，之后仍有至少 {still} 的把握。"
    ),
    "meaning.posterior.approx": (
        "判断：某人掌握其他所有人的记录，原先认为“此人在数据中”的可能性为 {prior}，看到发布结果后不超过 "
        "{posterior}；例外情形出现的概率至多为 {failure}（δ 的十倍），届时不作任何保证。"
    ),
    "meaning.attack": (
        "攻击：事前“在”与“不在”各占一半时，有同样了解的人根据发布结果判断此人是否在数据中，判断正确的概率至多为 "
        "{success}；抛硬币为 50%。"
    ),
    "meaning.detection": (
        "指认：若一种检验会把不在数据中的人误判 {false_alarm}，那么它至多能找出实际在数据中的人的 {detection}。"
    ),
    "meaning.deniability.pure": (
        "可否认性：任何结果在“有此人”时出现的可能性，至多是“无此人”时的 {factor} 倍，因此当事人始终可以说："
        "没有我，也会得到这样的结果。"
    ),
    "meaning.deniability.approx": (
        "可否认性：除概率至多为 {failure} 的情形外，所发布的结果在“有此人”时出现的可能性，至多是“无此人”"
        "时的 {factor} 倍，因此当事人可以说：没有我，也会得到这样的结果。"
    ),
    "meaning.undeniable.pure": (
        "无从否认：某个结果在“有此人”时出现的可能性，可高达“无此人”时的 {factor} 倍；此时再说“没有我，也会得到"
        "这样的结果”，已难以令人信服。"
    ),
    "meaning.undeniable.approx": (
        "无从否认：即使不计概率至多为 {failure} 的情形，所发布的结果在“有此人”时出现的可能性，仍可高达“无此人”"
        "时的 {factor} 倍；此时再说“没有我，也会得到这样的结果”，已难以令人信服。"
    ),
    "meaning.coin.pure": (
        "换言之：就任何一个人而言，泄露的信息不会多于让此人用一枚硬币回答一个是非题，其中有 {lie} 的机会作出"
        "与事实相反的回答。"
    ),
    "meaning.coin.approx": (
        "换言之：就任何一个人而言，泄露的信息不会多于让此人用一枚硬币回答一个是非题，其中有 {lie} 的机会作出"
        "与事实相反的回答，另外每 {one_in} 次中有 1 次直接给出真实答案。"
    ),
    "meaning.group.pure": (
        "家庭：对 {people} 个人合在一起，限度为 ε = {epsilon}。一条记录被改动按两个人计：一人离开，一人加入。"
    ),
    "meaning.group.approx": (
        "家庭：对 {people} 个人合在一起，限度为 ε = {epsilon}，δ = {delta}。一条记录被改动按两个人计：一"
        "人离开，一人加入。"
    ),
    "meaning.error": "精度：每个数字所加噪声平均为 {mean}，至少 95% 的情况下在 ±{margin} 以内。",
    "meaning.error.part": (
        "第 {part} 部分的精度：每个数字所加噪声平均为 {mean}，至少 95% 的情况下在 ±{margin} 以内。"
    ),
    "meaning.ten.pure": "重复：这样发布十次，花费也是十倍，即 ε = {epsilon}。",
    "meaning.ten.rho": "重复：这样发布十次，花费也是十倍，即 ρ = {rho}；在同一 δ 下相当于 ε = {epsilon}。",
    "meaning.ten.sum": "重复：这样发布十次，合计至多为 ε = {epsilon}，δ = {delta}。",
    "meaning.weak": "请注意：这一承诺偏弱，攻击者判断正确的概率可高达 {success}；请选用更小的 ε。",
    "meaning.delta_large": (
        "请注意：δ 并未远小于 1 / {people}。人数达到这一规模时，它会容许直接公布其中几个人的做法；请选用"
        "远小于 {limit} 的 δ。"
    ),
    "meaning.general": "它并不妨碍人们了解一般规律（例如吸烟有害健康），这正是发布数据的目的。",
    "meaning.geo.promise": (
        "承诺：每米 ε = {rate}。它按距离保护一个人所在的位置，与此人是否在某张表中无关，也从不与针对人员"
        "的预算相加。"
    ),
    "meaning.geo.posterior": (
        "判断：某人认为真实位置在某处的可能性为 {prior}，其余可能位置都在该处 {metres} 米以内，看到上报位"
        "置后这一可能性至多升至 {posterior}。"
    ),
    "meaning.geo.double": "距离：相距 {metres} 米的两处，其可能性之比至多翻一番；相距越远，保护越弱。",
    "meaning.geo.noise": (
        "精度：按此比率加平面拉普拉斯噪声，位置平均偏移 {mean} 米，95% 的情况下不超过 {margin} 米。"
    ),
    "meaning.geo.ten": "重复：同一位置上报十次，花费也是十倍，即每米 {rate}。",
}
