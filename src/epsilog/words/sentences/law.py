"""Sentences about rules of law: which facts of a release bear on which rule. Nothing here is legal advice."""

from typing import Final

LAW: Final[dict[str, tuple[str, str]]] = {
    "law.advice": (
        "This is not legal advice. It says which facts about this release matter for which rule, and what people "
        "still have to decide. None of these rules names an epsilon that is enough.",
        "这不是法律意见。这里只说明本次发布的哪些事实与哪条规则有关，以及还有什么须由人来决定。这些规则都没有规定"
        "多大的 ε 才算足够。",
    ),
    "law.says": ("in short", "要点"),
    "law.shows": ("this release", "本次发布"),
    "law.left": ("left to decide", "尚待决定"),
    "law.hipaa": ("HIPAA (USA)", "HIPAA（美国）"),
    "law.hipaa.says": (
        "45 CFR § 164.514(b)(2), safe harbour: records without 18 kinds of identifiers, among them places smaller "
        "than a state (except the first three digits of a ZIP code where more than 20,000 people share them), "
        "dates finer than a year and ages over 89, if whoever publishes does not actually know that the rest "
        "could identify somebody. § 164.514(b)(1): or an expert determines, and writes down, that this risk is "
        "very small.",
        "45 CFR § 164.514(b)(2)，安全港：记录中去除 18 类标识，其中包括小于州的地点（前三位相同的邮政编码区域人口"
        "超过 20,000 时，其前三位除外）、精确到年以下的日期和 89 岁以上的年龄，并且发布者并不确知其余内容能够认出"
        "某人。§ 164.514(b)(1)：或由专家认定并书面说明这种风险非常小。",
    ),
    "law.hipaa.shows": (
        "Tables with noise and no records. Safe harbour is a list: it does not stop anybody from linking a small "
        "count with other things they know. The limits on this page do not depend on what else somebody knows, "
        "and are figures that an expert can use under (b)(1).",
        "是带噪声的表，没有记录。安全港只是一份清单：它不能阻止别人把小计数与自己所知的其他情况相联系。本页所列的"
        "限度不取决于别人还知道什么，可供专家依 (b)(1) 使用。",
    ),
    "law.hipaa.dates": (
        "The tables name dates finer than a year, which the list forbids in records.",
        "各表含有精确到年以下的日期，这在记录中为清单所禁止。",
    ),
    "law.hipaa.places": (
        "Whether the keys of {columns} are places smaller than a state cannot be known here.",
        "{columns} 的键是否为小于州的地点，此处无从得知。",
    ),
    "law.hipaa.left": (
        "Which of the two ways is chosen; who the expert is, and the reasons.",
        "采用哪一种方式；专家是谁，理由是什么。",
    ),
    "law.small": ("Small counts", "小计数"),
    "law.small.says": (
        "Many organisations and contracts forbid small numbers of people. The US Centers for Medicare & Medicaid "
        "Services: no cell of 1 to 10 in what is made from their files, nor one that can be computed from others.",
        "许多机构和合同禁止显示很小的人数。美国联邦医疗保险和医疗补助服务中心（CMS）规定：由其文件制成的内容中，不"
        "得出现 1 至 10 的单元格，也不得由其他数字推算得出。",
    ),
    "law.small.shows": (
        "Every count has noise, the empty ones too. A small number that is shown does not mean a small number of "
        "people, and taking differences does not remove the noise. No number is suppressed.",
        "每个计数都有噪声，空单元格也不例外。显示的小数字并不等于人数少，相减也去不掉噪声。没有任何数字被隐去。",
    ),
    "law.small.exact": ("There are no counts in this release.", "本次发布没有计数。"),
    "law.small.total": ("A total is public here, exactly: see above.", "这里有一个合计是精确公开的：见上文。"),
    "law.small.left": (
        "Whether a contract still asks for suppression. Noisy numbers may be left out afterwards at no cost to "
        "anybody's privacy.",
        "合同是否仍要求隐去。事后略去带噪声的数字，不影响任何人的隐私。",
    ),
    "law.gdpr": ("GDPR (EU)", "GDPR（欧盟）"),
    "law.gdpr.says": (
        "Recital 26: data protection does not apply to anonymous information; all means that are reasonably "
        "likely to be used to identify somebody count. Opinion 05/2014 (WP216, written before the GDPR) asks "
        "whether one can be singled out, records be linked, or something be inferred, and warns of too little "
        "noise and of judging each query alone.",
        "序言第 26 条：数据保护不适用于匿名信息；判断时须考虑一切合理可能用来认出某人的手段。第 05/2014 号意见（"
        "WP216，早于 GDPR）提出三个问题：能否单独挑出一个人，能否把记录相联系，能否推断出什么；并告诫噪声过少和孤"
        "立看待每次查询的错误。",
    ),
    "law.gdpr.shows": (
        "There is a limit to how much this release adds to anybody's answer to any of the three questions about "
        "any one {one}, whatever else they know, and one account adds up all releases. A limit is not zero.",
        "无论别人还知道什么，本次发布对其就任何一{one}回答这三个问题所能增加的内容有限度，并且同一账户累加所有发布"
        "。有限度不等于零。",
    ),
    "law.gdpr.left": (
        "Whether what remains is small enough to call it anonymous. The records stay personal data, health "
        "records a special category (Art. 9), and making this release is processing that needs a legal ground of "
        "its own (Art. 6, 9, 89).",
        "余下的部分是否小到可以称为匿名。记录仍是个人数据，健康记录属于特殊类别（第 9 条）；制作本次发布本身也是处"
        "理，须有自己的依据（第 6、9、89 条）。",
    ),
    "law.ccpa": ("CCPA (California)", "CCPA（加利福尼亚州）"),
    "law.ccpa.says": (
        "Cal. Civ. Code § 1798.140(v)(3): deidentified and aggregate consumer information is not personal "
        "information. (b): aggregate is about a group, without identities, and not reasonably linkable to a "
        "consumer or household. (m): deidentified also asks for a public commitment not to reidentify, and for "
        "contracts with recipients.",
        "加州民法典 § 1798.140(v)(3)：去标识化的信息和汇总的消费者信息不是个人信息。(b)：汇总信息是关于群体的、去"
        "除身份的，并且不能合理地联系到某个消费者或家庭。(m)：去标识化还要求公开承诺不重新识别，并与接收者订立合同"
        "。",
    ),
    "law.ccpa.shows": (
        "Tables about groups, with a limit to what links them to any one {one}. For a household it is weaker: "
        "{group}.",
        "是关于群体的表，其与任何一{one}的联系有限度。对一个家庭，限度较弱：{group}。",
    ),
    "law.ccpa.group.pure": ("ε = {epsilon} for {people} people", "{people} 个人为 ε = {epsilon}"),
    "law.ccpa.group.approx": (
        "ε = {epsilon}, δ = {delta} for {people} people",
        "{people} 个人为 ε = {epsilon}，δ = {delta}",
    ),
    "law.ccpa.left": (
        "Whether this law applies (much medical information is outside of it: § 1798.145(c)); if (m) is used, the "
        "commitment and the contracts.",
        "本法是否适用（许多医疗信息不在其内：§ 1798.145(c)）；若以 (m) 为据，则还有承诺和合同。",
    ),
    "law.pipl": ("Personal Information Protection Law (China)", "《个人信息保护法》（中国）"),
    "law.pipl.says": (
        "Art. 4: anonymised information is not personal information. Art. 73: anonymised means that no particular "
        "person can be identified and that it cannot be restored; de-identified means that no one can be "
        "identified without additional information. Art. 28: health information is sensitive.",
        "第四条：个人信息不包括匿名化处理后的信息。第七十三条：匿名化是指个人信息经过处理无法识别特定自然人且不能"
        "复原的过程；去标识化是指在不借助额外信息的情况下无法识别特定自然人的过程。第二十八条：医疗健康信息属于敏"
        "感个人信息。",
    ),
    "law.pipl.shows": (
        "Tables with noise, no records and no ids. The noise is not kept. Nobody can take it away without the "
        "records, and whoever has the records learns nothing new from the release.",
        "是带噪声的表，没有记录，也没有标识。噪声不作保存。没有记录的人无法去掉噪声；有记录的人从发布中得不到新的"
        "内容。",
    ),
    "law.pipl.seed": (
        "The noise can be taken away by whoever knows the seed: this is not anonymised.",
        "知道种子的人可以把噪声去掉：这不是匿名化。",
    ),
    "law.pipl.left": (
        "Whether that is anonymisation or de-identification is a legal judgement; the law gives no number. The "
        "records stay sensitive personal information (Art. 28), with the safeguards of Art. 51.",
        "这属于匿名化还是去标识化，是法律上的判断；法律没有给出数值。记录仍是敏感个人信息（第二十八条），须采取第"
        "五十一条的措施。",
    ),
    "law.care": ("FAIR and CARE", "FAIR 与 CARE 原则"),
    "law.care.says": (
        "FAIR: findable, accessible, interoperable, reusable. CARE, for data of indigenous peoples: collective "
        "benefit, authority to control, responsibility, ethics. No statutes, but many funders ask for them.",
        "FAIR：可发现、可获取、可互操作、可再用。CARE，针对原住民的数据：集体受益、控制的权力、责任、伦理。两者不"
        "是法律，但许多资助者要求遵守。",
    ),
    "law.care.shows": (
        "Open files (CSV, Parquet) and a card with every parameter. Records stay where they are. Facts about a "
        "community can be learnt: the promise is about any one {one}, not about groups.",
        "开放的文件（CSV、Parquet）和载有全部参数的卡片。记录留在原处。关于一个社区的一般情况仍可得知：承诺针对的"
        "是任何一{one}，而不是群体。",
    ),
    "law.care.left": (
        "Whether the communities described have agreed, and who speaks for them.",
        "所描述的社区是否同意，由谁代表它们。",
    ),
}
