"""Sentences of the board pack: what a board decides, or files, on one page."""

from typing import Final

BOARD: Final[dict[str, str]] = {
    "board.title": "{release} · edition {edition} · for the board",
    "board.lead.release": (
        "What was published, what it promises to each person, what it does not promise, and how to check it. Drawn "
        "on {at}, paid from {account}."
    ),
    "board.lead.plan": "What the board is asked to approve. Nothing has been read, drawn or spent.",
    "board.heading.decision": "The decision",
    "board.heading.risk": "The risk for one person",
    "board.heading.ten": "What ten such releases cost",
    "board.heading.protected": "Who is protected",
    "board.heading.open": "What is not protected",
    "board.heading.public": "What is public without noise",
    "board.heading.assumed": "What the promise depends on",
    "board.heading.law": "How it relates to the rules",
    "board.heading.certificate": "Certificate",
    "board.heading.request": "The request, for the record",
    "board.decision.ask": (
        "The board is asked to let {account} pay for {release}, edition {edition}, once. The tables below are all "
        "that may leave under this decision."
    ),
    "board.decision.bound": (
        "The decision is about this request and no other: its fingerprint is {digest}. A changed request has "
        "another fingerprint."
    ),
    "board.decision.final": "What is published cannot be taken back, and the budget it costs is not given back.",
    "board.decision.books": (
        "There is no account to compare with yet. What is left of a budget is shown when a ledger is given."
    ),
    "board.sign.decision": "Decision of the board",
    "board.sign.choice": "decision",
    "board.sign.choices": "☐ approved   ☐ approved with changes   ☐ refused",
    "board.sign.name": "name",
    "board.sign.date": "date and signature",
    "board.tile.ten": "Ten such releases",
    "board.tile.ten.figure": "ε ≤ {epsilon}",
    "board.tile.ten.pure": "Ten times as much: the epsilons of releases add up.",
    "board.tile.ten.zcdp": "ρ = {rho}, converted at δ = {delta}. The account adds up ρ, not ε.",
    "board.tile.belief": "About {unit}, for somebody who knows everybody else's records. More below.",
    "board.risk.add.pure": (
        "Plausible deniability: whatever is published, it is at most {factor} times as likely with {subject} in "
        "the data as without. So for somebody who knows everybody else's records, the probability that {subject} "
        "is in the data can rise from {prior} to {posterior} at most."
    ),
    "board.risk.add.approx": (
        "Plausible deniability: what is published is at most {factor} times as likely with {subject} in the data "
        "as without. So for somebody who knows everybody else's records, the probability that {subject} is in the "
        "data can rise from {prior} to {posterior} at most. Both hold except with a chance of at most {failure}; "
        "then no limit is promised."
    ),
    "board.risk.replace.pure": (
        "Plausible deniability: whatever is published, it is at most {factor} times as likely with one version of "
        "{subject} as with any other. So for somebody who knows everybody else's records, the probability of one "
        "of two versions can rise from {prior} to {posterior} at most."
    ),
    "board.risk.replace.approx": (
        "Plausible deniability: what is published is at most {factor} times as likely with one version of "
        "{subject} as with any other. So for somebody who knows everybody else's records, the probability of one "
        "of two versions can rise from {prior} to {posterior} at most. Both hold except with a chance of at most "
        "{failure}; then no limit is promised."
    ),
    "board.risk.none": (
        "There is no plausible deniability here: what is published may be up to {factor} times as likely in one "
        "case as in the other, and a belief of {prior} may become {posterior}."
    ),
    "board.risk.epsilon": (
        "Epsilon is not the probability of a leak. Nothing becomes known “with probability ε”, and ε may be larger "
        "than 1. It limits how far what is published can change what anybody believes about one person, whatever "
        "else they know."
    ),
    "board.risk.delta": (
        "Delta says by how much, as a probability, this limit may be exceeded: {delta} here. It should be far "
        "below one in the number of people."
    ),
    "board.risk.attack": (
        "Somebody who must tell the two cases apart, when both are equally likely beforehand, is right at most "
        "{success} of the time. A coin is right 50 % of the time."
    ),
    "board.risk.account": (
        "All that may ever be published from {account} together can take the same {prior} to {posterior} at most"
        "{rare}."
    ),
    "board.risk.account.rare": ", except with a chance of at most {failure}",
    "board.risk.account.none": "Once all of {account} is used up, no limit is promised to such a belief.",
    "board.ten.releases": "such releases",
    "board.ten.spent.pure": "ε in all",
    "board.ten.spent.zcdp": "ρ in all",
    "board.ten.epsilon": "ε",
    "board.ten.delta": "δ",
    "board.ten.belief": "{prior} becomes at most",
    "board.ten.pure": (
        "Each release costs the same again. Noise does not get weaker with time, and releases do not become "
        "cheaper."
    ),
    "board.ten.zcdp": (
        "Each release costs the same ρ again. The ε of the sum is converted at the same δ, and grows more slowly "
        "than the number of releases. It is not a running total: what is promised for an account is what it "
        "promises when it is used up."
    ),
    "board.ten.blocks": "This is for releases about the same {period}; each {period} has a budget of its own.",
    "board.ten.room": "In {account} there is room for {count} more of them (on {at}).",
    "board.ten.room.none": "In {account} there is no room for another one (on {at}).",
    "board.public.request": (
        "The request: that this release exists, its tables, dates, bounds, and every key and range of values "
        "that it names. They were declared before any data was read."
    ),
    "board.public.keys": "{name}: the keys of {columns}, as declared.",
    "board.public.found": (
        "{name}: which keys of {column} are common enough to be shown. This was found in the data, and was paid "
        "for."
    ),
    "board.public.finding": (
        "{name}: which keys of {column} are common enough to be shown will be found in the data, and is paid for."
    ),
    "board.public.finding.ends": (
        "{name}: the ends of the values of {column} will be found in the data, and this is paid for."
    ),
    "board.public.found.ends": (
        "{name}: the ends of the values of {column}. They were found in the data, and this was paid for."
    ),
    "board.public.total": "{name}: the number of rows, {total}, exactly. It must have been public before.",
    "board.public.count": (
        "How many there are in the data: neighbours differ by replacing one, so their number is public."
    ),
    "board.public.nothing": "No number about people is published without noise.",
    "board.assumed.curator": (
        "An organisation that can be trusted with the records: whoever holds the data or runs the software sees "
        "them. The promise is about what is published."
    ),
    "board.assumed.person": (
        "One person has one id in {each}. Somebody with two ids counts as two people who are always in the data "
        "together, and is protected less."
    ),
    "board.assumed.row": "What is protected is one row. Somebody with many rows is protected less.",
    "board.assumed.random": (
        "The operating system's random source and AES-256, from which the noise comes, cannot be predicted. No "
        "seed exists."
    ),
    "board.assumed.seed": "Nothing: the noise came from a seed, and whoever knows it can take the noise away.",
    "board.assumed.keys": (
        "Keys stay secret: whoever reads the memory of the machine while it draws, or the stored state of a live "
        "series together with its key, can take noise away. Whoever has the signing key can sign other numbers."
    ),
    "board.assumed.ledger": (
        "All releases about these people are paid from this account, and the ledger is its newest copy. Signed "
        "anchors on another machine show it if an older copy was put in its place."
    ),
    "board.assumed.software": (
        "The software keeps every person within the declared bounds. A reader cannot see that from the numbers; "
        "source code and tests can be read."
    ),
    "board.certificate.none": (
        "This page was made from the books, not from a folder: there is no signed certificate here. epsilog "
        "publish with the same request writes the folder again at no cost."
    ),
    "board.certificate.signer": "signed by",
    "board.certificate.files": "signed files",
    "board.certificate.count": "{count}, each with its SHA-256 in certificate.json",
    "board.certificate.card": "card.json (SHA-256)",
    "board.certificate.head": "ledger's head when signed",
    "board.certificate.entry": "entry {seq}, {hash}",
    "board.certificate.request": "request (SHA-256)",
    "board.certificate.checked": "Checked when this page was made:",
    "board.certificate.broken": (
        "THE FOLDER IS NOT WHAT ITS CERTIFICATE SAYS. Do not decide from this page before the reason is known; see "
        "the certificate at its end."
    ),
    "board.certificate.how": (
        "To check it yourself: {command}. Get that key in another way than from this page or this folder."
    ),
    "board.certificate.page": (
        "This page is not part of the release and is not signed. It says what card, certificate and books said "
        "when it was made."
    ),
    "board.footer": "Made by Epsilog on {at}. No data was read and nothing was spent for this page.",
    "board.written": "Written: {path}. Print it, or save it as PDF, from any browser; it is made for A4.",
    "board.heading.screen": "Pages for the board: {release}, edition {edition}",
}
