"""Sentences about rules of law: which facts of a release bear on which rule. Nothing here is legal advice."""

from typing import Final

LAW: Final[dict[str, str]] = {
    "law.advice": (
        "This is not legal advice. It says which facts about this release matter for which rule, and what people "
        "still have to decide. None of these rules names an epsilon that is enough."
    ),
    "law.says": "in short",
    "law.shows": "this release",
    "law.left": "left to decide",
    "law.hipaa": "HIPAA (USA)",
    "law.hipaa.says": (
        "45 CFR § 164.514(b)(2), safe harbour: records without 18 kinds of identifiers, among them places smaller "
        "than a state (except the first three digits of a ZIP code where more than 20,000 people share them), "
        "dates finer than a year and ages over 89, if whoever publishes does not actually know that the rest could "
        "identify somebody. § 164.514(b)(1): or an expert determines, and writes down, that this risk is very "
        "small."
    ),
    "law.hipaa.shows": (
        "Tables with noise and no records. Safe harbour is a list: it does not stop anybody from linking a small "
        "count with other things they know. The limits on this page do not depend on what else somebody knows, and "
        "are figures that an expert can use under (b)(1)."
    ),
    "law.hipaa.dates": "The tables name dates finer than a year, which the list forbids in records.",
    "law.hipaa.places": "Whether the keys of {columns} are places smaller than a state cannot be known here.",
    "law.hipaa.left": "Which of the two ways is chosen; who the expert is, and the reasons.",
    "law.small": "Small counts",
    "law.small.says": (
        "Many organisations and contracts forbid small numbers of people. The US Centers for Medicare & Medicaid "
        "Services: no cell of 1 to 10 in what is made from their files, nor one that can be computed from others."
    ),
    "law.small.shows": (
        "Every count has noise, the empty ones too. A small number that is shown does not mean a small number of "
        "people, and taking differences does not remove the noise. No number is suppressed."
    ),
    "law.small.exact": "There are no counts in this release.",
    "law.small.total": "A total is public here, exactly: see above.",
    "law.small.left": (
        "Whether a contract still asks for suppression. Noisy numbers may be left out afterwards at no cost to "
        "anybody's privacy."
    ),
    "law.gdpr": "GDPR (EU)",
    "law.gdpr.says": (
        "Recital 26: data protection does not apply to anonymous information; all means that are reasonably likely "
        "to be used to identify somebody count. Opinion 05/2014 (WP216, written before the GDPR) asks whether one "
        "can be singled out, records be linked, or something be inferred, and warns of too little noise and of "
        "judging each query alone."
    ),
    "law.gdpr.shows": (
        "There is a limit to how much this release adds to anybody's answer to any of the three questions about "
        "any one {one}, whatever else they know, and one account adds up all releases. A limit is not zero."
    ),
    "law.gdpr.left": (
        "Whether what remains is small enough to call it anonymous. The records stay personal data, health records "
        "a special category (Art. 9), and making this release is processing that needs a legal ground of its own "
        "(Art. 6, 9, 89)."
    ),
    "law.ccpa": "CCPA (California)",
    "law.ccpa.says": (
        "Cal. Civ. Code § 1798.140(v)(3): deidentified and aggregate consumer information is not personal "
        "information. (b): aggregate is about a group, without identities, and not reasonably linkable to a "
        "consumer or household. (m): deidentified also asks for a public commitment not to reidentify, and for "
        "contracts with recipients."
    ),
    "law.ccpa.shows": (
        "Tables about groups, with a limit to what links them to any one {one}. For a household it is weaker: "
        "{group}."
    ),
    "law.ccpa.group.pure": "ε = {epsilon} for {people} people",
    "law.ccpa.group.approx": "ε = {epsilon}, δ = {delta} for {people} people",
    "law.ccpa.left": (
        "Whether this law applies (much medical information is outside of it: § 1798.145(c)); if (m) is used, the "
        "commitment and the contracts."
    ),
    "law.pipl": "Personal Information Protection Law (China)",
    "law.pipl.says": (
        "Art. 4: anonymised information is not personal information. Art. 73: anonymised means that no particular "
        "person can be identified and that it cannot be restored; de-identified means that no one can be "
        "identified without additional information. Art. 28: health information is sensitive."
    ),
    "law.pipl.shows": (
        "Tables with noise, no records and no ids. The noise is not kept. Nobody can take it away without the "
        "records, and whoever has the records learns nothing new from the release."
    ),
    "law.pipl.seed": "The noise can be taken away by whoever knows the seed: this is not anonymised.",
    "law.pipl.left": (
        "Whether that is anonymisation or de-identification is a legal judgement; the law gives no number. The "
        "records stay sensitive personal information (Art. 28), with the safeguards of Art. 51."
    ),
    "law.care": "FAIR and CARE",
    "law.care.says": (
        "FAIR: findable, accessible, interoperable, reusable. CARE, for data of indigenous peoples: collective "
        "benefit, authority to control, responsibility, ethics. No statutes, but many funders ask for them."
    ),
    "law.care.shows": (
        "Open files (CSV, Parquet) and a card with every parameter. Records stay where they are. Facts about a "
        "community can be learnt: the promise is about any one {one}, not about groups."
    ),
    "law.care.left": "Whether the communities described have agreed, and who speaks for them.",
}
