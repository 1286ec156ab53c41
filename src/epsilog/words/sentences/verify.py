"""Releases checked, tidied and refused; the rows that do not fit."""

from typing import Final

VERIFY: Final[dict[str, tuple[str, str]]] = {
    "release.risk.add.pure": (
        "For someone who knows everybody else's records, the probability of “{subject} is in the data” can rise "
        "from {prior} to at most {posterior} after seeing this release.",
        "某人掌握其他所有人的记录，原先认为“{subject}在数据中”的可能性为 {prior}，看到本次发布后至多升至 "
        "{posterior}。",
    ),
    "release.risk.add.approx": (
        "For someone who knows everybody else's records, the probability of “{subject} is in the data” rises from "
        "{prior} to at most {posterior} after seeing this release, except with a chance of at most {failure}; "
        "then no limit is promised.",
        "某人掌握其他所有人的记录，原先认为“{subject}在数据中”的可能性为 {prior}，看到本次发布后不超过 {posterior}"
        "；例外情形出现的概率至多为 {failure}，届时不作任何保证。",
    ),
    "release.risk.replace.pure": (
        "For someone who knows everybody else's records, the probability of one of two possible versions of "
        "{subject} can rise from {prior} to at most {posterior} after seeing this release.",
        "某人掌握其他所有人的记录，对{subject}的两种可能记录，原先认为其中一种的可能性为 {prior}，看到本次发布后至"
        "多升至 {posterior}。",
    ),
    "release.risk.replace.approx": (
        "For someone who knows everybody else's records, the probability of one of two possible versions of "
        "{subject} rises from {prior} to at most {posterior} after seeing this release, except with a chance of "
        "at most {failure}; then no limit is promised.",
        "某人掌握其他所有人的记录，对{subject}的两种可能记录，原先认为其中一种的可能性为 {prior}，看到本次发布后不"
        "超过 {posterior}；例外情形出现的概率至多为 {failure}，届时不作任何保证。",
    ),
    "release.risk.account.pure": (
        "Everything that may ever be published from the account together can take the same {prior} to at most "
        "{posterior}.",
        "该账户所能发布的全部内容合在一起，至多使同样的 {prior} 升至 {posterior}。",
    ),
    "release.risk.account.approx": (
        "Everything that may ever be published from the account together can take the same {prior} to at most "
        "{posterior}, except with a chance of at most {failure}.",
        "该账户所能发布的全部内容合在一起，至多使同样的 {prior} 升至 {posterior}；例外情形出现的概率至多为 "
        "{failure}。",
    ),
    "release.risk.account.none": (
        "Once the whole account is used up, no limit is promised to such a belief.",
        "一旦账户全部用完，对这样的判断不再有任何限度。",
    ),
    "release.tidy.whole": (
        "{name}: negative counts were set to 0. The raw numbers are shown beside them. Ranges belong to the raw "
        "numbers: a corrected value may lie outside its range.",
        "{name}：负的计数已改为 0，原始数字列在旁边。区间属于原始数字：整理后的数值可能落在区间之外。",
    ),
    "release.tidy.both": (
        "{name}: shown is the nearest table of whole numbers from 0 that keeps the raw totals. The raw numbers "
        "are shown beside it. Ranges belong to the raw numbers: a corrected value may lie outside its range.",
        "{name}：所示为保持原始合计不变、最接近的非负整数表，原始数字列在旁边。区间属于原始数字：整理后的数值可能"
        "落在区间之外。",
    ),
    "release.tidy.totals": (
        "{name}: totals (key *) are sums of the cells, with ranges of their own.",
        "{name}：合计（键为 *）是各单元格之和，有各自的区间。",
    ),
    "release.tidy.persons": (
        "{name}: no totals, because one person may be in several cells.",
        "{name}：没有合计，因为同一个人可能出现在多个单元格中。",
    ),
    "release.tidy.ordered": (
        "{name}: the values of one group were drawn one by one and may be out of order, so they are shown in "
        "growing order. What was drawn is shown beside them (`raw`); the stated distance of ranks belongs to it.",
        "{name}：同一组的各个分位数是分别抽取的，可能交叉，因此按从小到大的次序显示。所抽取的原值列在旁边（`raw`）"
        "；所说的名次偏差是就原值而言。",
    ),
    "release.open.facts_about_everybody": (
        "What is true of people in general (that smoking harms, for example) can be learnt, with or without any "
        "one of them.",
        "一般规律（例如吸烟有害健康）仍可得知，与其中任何一个人是否在数据中无关。",
    ),
    "release.open.groups.pure": (
        "Several people who are always in the data together, such as a family, are protected less: for {people} "
        "of them the promise is epsilon = {epsilon} instead of {single}.",
        "总是同进同出的几个人（例如一家人）受到的保护较弱：{people} 个人合在一起的承诺是 ε = {epsilon}，而不是 "
        "{single}。",
    ),
    "release.open.groups.approx": (
        "Several people who are always in the data together, such as a family, are protected less: for {people} "
        "of them the promise is epsilon = {epsilon}, delta = {delta}, instead of {single} and {chance}.",
        "总是同进同出的几个人（例如一家人）受到的保护较弱：{people} 个人合在一起的承诺是 ε = {epsilon}，δ = "
        "{delta}，而不是 {single} 和 {chance}。",
    ),
    "release.open.persons_with_several_rows": (
        "One row is protected, not a person: whoever has many rows is protected less with every one of them.",
        "受保护的是一行，而不是一个人：行数越多的人，受到的保护越弱。",
    ),
    "release.open.persons_over_several_periods": (
        "A person is protected within one {period} at a time: what many of them show together is protected less.",
        "一个人每次只在一{period}之内受保护：许多{period}合在一起所显示的内容，保护较弱。",
    ),
    "release.open.how_many_there_are": (
        "How many there are in the data is not hidden.",
        "数据中共有多少，并不隐藏。",
    ),
    "release.open.what_was_declared": (
        "Everything in the request is public: keys, dates, bounds, and that there was such a release.",
        "请求中的一切都是公开的：键、日期、贡献上限，以及曾有这样一次发布。",
    ),
    "release.open.other_accounts": (
        "Releases about the same people from other accounts or by other organisations add to this, and nobody "
        "here can count them.",
        "其他账户或其他机构就同一批人所作的发布会叠加其上，此处无人能够计入。",
    ),
    "release.rule.ids.dropped": ("Rows without an id in {each} were left out.", "{each} 没有标识的行已剔除。"),
    "release.rule.ids.kept": ("Rows need no id: each is protected by itself.", "各行无需标识：每行单独受保护。"),
    "release.rule.keys": (
        "Rows with a key that was not declared, or with none, are not in the table.",
        "键未事先声明或没有键的行，不在表中。",
    ),
    "release.rule.times": (
        "Rows whose time cannot be read or is outside the declared days are not in the table.",
        "时间无法读取，或不在所声明日期之内的行，不在表中。",
    ),
    "release.rule.missing": (
        "{name}: missing values (nothing, no number, NaN, infinity) do not count.",
        "{name}：缺失值（空、非数字、NaN、无穷）不计入。",
    ),
    "release.rule.missing.as": (
        "{name}: missing values (nothing, no number, NaN, infinity) count as {value}.",
        "{name}：缺失值（空、非数字、NaN、无穷）按 {value} 计。",
    ),
    "release.rule.quantiles": (
        "{name}: values beyond the declared range count as its nearest end; missing ones (nothing, no number, "
        "NaN, infinity) have no rank and do not count.",
        "{name}：超出声明范围的值按最近的一端计；缺失值（空、非数字、NaN、无穷）没有名次，不计入。",
    ),
    "release.rule.top": (
        "{name}: rows whose key is not a declared one, or which have none, do not count.",
        "{name}：键不在声明之列或没有键的行不计入。",
    ),
    "release.rule.bins": (
        "{name}: values beyond the outer edges count in the nearest bin, missing ones nowhere.",
        "{name}：超出两端的值计入最近的分段，缺失值不计入。",
    ),
    "release.rule.bounds": (
        "If somebody has more than the bounds allow, some of their cells are left out, in an order that depends "
        "on their id alone.",
        "超出贡献上限者的部分单元格会被略去，其次序只取决于各自的标识。",
    ),
    "release.verify.certificate": ("The certificate can be read.", "证书可以读取。"),
    "release.verify.certificate.failed": ("The certificate is missing or cannot be read.", "证书缺失或无法读取。"),
    "release.verify.signature": ("Signed by {signer}, which you trust.", "签名者为 {signer}，是您信任的密钥。"),
    "release.verify.signature.unpinned": (
        "Signed by {signer}. You have not said whom you trust, so this shows only that nothing changed since "
        "somebody signed it.",
        "签名者为 {signer}。您没有指明信任谁，所以这只说明自某人签名以来内容未变。",
    ),
    "release.verify.signature.failed": ("The signature does not fit the certificate.", "签名与证书不符。"),
    "release.verify.signature.stranger": (
        "Signed by {signer}, whom you do not trust.",
        "签名者为 {signer}，您并不信任它。",
    ),
    "release.verify.files": (
        "All {count} files are the ones that were signed, and there is no other.",
        "全部 {count} 个文件都与签名时一致，没有多余的文件。",
    ),
    "release.verify.files.changed": ("Changed since it was signed: {file}", "签名之后被改动：{file}"),
    "release.verify.files.missing": ("Missing: {file}", "缺失：{file}"),
    "release.verify.files.extra": ("Not part of the release: {file}", "不属于本次发布：{file}"),
    "release.verify.files.odd": ("Not a plain file: {file}", "不是普通文件：{file}"),
    "release.verify.card": (
        "The card agrees with itself and with the certificate.",
        "卡片自身一致，也与证书一致。",
    ),
    "release.verify.card.failed": ("The card cannot be trusted: {why}", "卡片不可信：{why}"),
    "release.verify.card.other": (
        "The card and the certificate are about different releases.",
        "卡片与证书所指的不是同一次发布。",
    ),
    "release.verify.tables": (
        "The tables follow from the card: computed again they are the same.",
        "表格与卡片相符：重新生成的结果完全相同。",
    ),
    "release.verify.tables.failed": ("This table does not follow from the card: {file}", "此表与卡片不符：{file}"),
    "release.verify.fingerprint": (
        "The noisy numbers are those whose fingerprint the certificate names.",
        "含噪数字的指纹与证书所载一致。",
    ),
    "release.verify.fingerprint.failed": (
        "The noisy numbers are not those whose fingerprint the certificate names.",
        "含噪数字的指纹与证书所载不一致。",
    ),
    "release.verify.request": (
        "The request (spec.yaml) is the one that was paid for.",
        "请求（spec.yaml）就是已付费的那一份。",
    ),
    "release.verify.request.failed": (
        "The request (spec.yaml) is not the one that was paid for.",
        "请求（spec.yaml）不是已付费的那一份。",
    ),
    "release.verify.ledger": (
        "The ledger has the receipt, the charge and the same stored numbers.",
        "账本中有此收据、此费用和同样的数字。",
    ),
    "release.verify.ledger.kept": (
        "The ledger has the receipt, the charge and the numbers that the certificate names: what differs is in "
        "this folder.",
        "账本中的收据、费用和数字都与证书一致：被改动的是这个文件夹。",
    ),
    "release.verify.ledger.other": (
        "This is another ledger than the one the certificate names.",
        "这不是证书所指的账本。",
    ),
    "release.verify.ledger.missing": ("The ledger has no such receipt.", "账本中没有此收据。"),
    "release.verify.ledger.failed": ("The ledger stored something else: {what}", "账本所存的内容不同：{what}"),
    "release.verify.ledger.head": (
        "The ledger has the entry that was its head when the certificate was signed.",
        "账本中有证书签名时作为链首的那条账目。",
    ),
    "release.verify.ledger.head.failed": (
        "The entry that was the ledger's head is not in it: the ledger was replaced.",
        "曾作为链首的账目不在账本中：账本已被替换。",
    ),
    "release.verify.ledger.raised": (
        "The account's allowance was changed since: the card names the promise as it was when it was written.",
        "账户的额度此后有过变动：卡片所载是其写成时的承诺。",
    ),
    "release.verify.not.ledger": (
        "Not checked against a ledger: whether it was paid for.",
        "未与账本核对：不知是否已付费。",
    ),
    "release.verify.not.pictures": (
        "Pictures and report were not drawn again: they are checked by their fingerprints only.",
        "图片与报告未重新绘制，只核对了指纹。",
    ),
    "release.verify.not.data": (
        "Never checked: whether the declared bounds were enforced on the rows. No data is read.",
        "从不核对：所声明的贡献上限是否真正施加于各行。此处不读取数据。",
    ),
    "release.rule.found": (
        "{name}: rows whose key of {column} was not found, or which have none, are not in the table.",
        "{name}：{column} 的键未被找到或没有键的行，不在表内。",
    ),
    "release.verify.seeded": (
        "The noise came from a seed: this release protects nobody.",
        "噪声来自固定种子：这次发布不保护任何人。",
    ),
}
