"""Sentences of the board pack: what a board decides, or files, on one page."""

from typing import Final

BOARD: Final[dict[str, tuple[str, str]]] = {
    "board.title": ("{release} · edition {edition} · for the board", "{release} · 第 {edition} 期 · 供委员会审阅"),
    "board.lead.release": (
        "What was published, what it promises to each person, what it does not promise, and how to check it. "
        "Drawn on {at}, paid from {account}.",
        "发布了什么，对每个人承诺什么，不承诺什么，以及如何核验。抽取时间：{at}；由账户 {account} 支付。",
    ),
    "board.lead.plan": (
        "What the board is asked to approve. Nothing has been read, drawn or spent.",
        "请委员会批准的内容。尚未读取、抽取或花费任何东西。",
    ),
    "board.heading.decision": ("The decision", "决定"),
    "board.heading.risk": ("The risk for one person", "一个人承担什么"),
    "board.heading.ten": ("What ten such releases cost", "十次这样的发布要花费多少"),
    "board.heading.protected": ("Who is protected", "保护谁"),
    "board.heading.open": ("What is not protected", "哪些不受保护"),
    "board.heading.public": ("What is public without noise", "哪些内容不加噪声而公开"),
    "board.heading.assumed": ("What the promise depends on", "承诺以什么为前提"),
    "board.heading.law": ("How it relates to the rules", "与各项规则的关系"),
    "board.heading.certificate": ("Certificate", "证书"),
    "board.heading.request": ("The request, for the record", "请求，备查"),
    "board.decision.ask": (
        "The board is asked to let {account} pay for {release}, edition {edition}, once. The tables below are all "
        "that may leave under this decision.",
        "请委员会批准由账户 {account} 为 {release} 第 {edition} 期支付一次。依据本决定可以对外发布的，仅限下列各表"
        "。",
    ),
    "board.decision.bound": (
        "The decision is about this request and no other: its fingerprint is {digest}. A changed request has "
        "another fingerprint.",
        "本决定只针对这一份请求，其指纹为 {digest}。请求一经改动，指纹便不同。",
    ),
    "board.decision.final": (
        "What is published cannot be taken back, and the budget it costs is not given back.",
        "已发布的内容无法收回，所花费的预算也不会返还。",
    ),
    "board.decision.books": (
        "There is no account to compare with yet. What is left of a budget is shown when a ledger is given.",
        "目前没有可供比较的账户：给出账本之后，才能显示预算的余额。",
    ),
    "board.sign.decision": ("Decision of the board", "委员会的决定"),
    "board.sign.choice": ("decision", "决定"),
    "board.sign.choices": ("☐ approved   ☐ approved with changes   ☐ refused", "☐ 批准   ☐ 修改后批准   ☐ 不批准"),
    "board.sign.name": ("name", "姓名"),
    "board.sign.date": ("date and signature", "日期与签名"),
    "board.tile.ten": ("Ten such releases", "十次这样的发布"),
    "board.tile.ten.figure": ("ε ≤ {epsilon}", "ε ≤ {epsilon}"),
    "board.tile.ten.pure": (
        "Ten times as much: the epsilons of releases add up.",
        "十倍的花费：各次发布的 ε 相加。",
    ),
    "board.tile.ten.zcdp": (
        "ρ = {rho}, converted at δ = {delta}. The account adds up ρ, not ε.",
        "ρ = {rho}，按 δ = {delta} 读出。账户累加的是 ρ，不是 ε。",
    ),
    "board.tile.belief": (
        "About {unit}, for somebody who knows everybody else's records. More below.",
        "针对{unit}，就掌握其他所有人记录的人而言。详见下文。",
    ),
    "board.risk.add.pure": (
        "Plausible deniability: whatever is published, it is at most {factor} times as likely with {subject} in "
        "the data as without. So for somebody who knows everybody else's records, the probability that {subject} "
        "is in the data can rise from {prior} to {posterior} at most.",
        "可否认性：无论发布什么，{subject}在数据中时出现这一结果的可能性，至多是不在时的 {factor} 倍；因此，掌握其"
        "他所有人记录、原先认为其在数据中的可能性为 {prior} 的人，看过之后至多升至 {posterior}。",
    ),
    "board.risk.add.approx": (
        "Plausible deniability: what is published is at most {factor} times as likely with {subject} in the data "
        "as without. So for somebody who knows everybody else's records, the probability that {subject} is in the "
        "data can rise from {prior} to {posterior} at most. Both hold except with a chance of at most {failure}; "
        "then no limit is promised.",
        "可否认性：{subject}在数据中时出现所发布结果的可能性，至多是不在时的 {factor} 倍；因此，掌握其他所有人记录"
        "、原先认为其在数据中的可能性为 {prior} 的人，看过之后至多升至 {posterior}；两者的例外情形出现的概率至多为"
        " {failure}，届时不作任何保证。",
    ),
    "board.risk.replace.pure": (
        "Plausible deniability: whatever is published, it is at most {factor} times as likely with one version of "
        "{subject} as with any other. So for somebody who knows everybody else's records, the probability of one "
        "of two versions can rise from {prior} to {posterior} at most.",
        "可否认性：无论发布什么，在{subject}的一种记录下出现这一结果的可能性，至多是另一种记录下的 {factor} 倍；因"
        "此，掌握其他所有人记录、原先认为两种记录之一的可能性为 {prior} 的人，看过之后至多升至 {posterior}。",
    ),
    "board.risk.replace.approx": (
        "Plausible deniability: what is published is at most {factor} times as likely with one version of "
        "{subject} as with any other. So for somebody who knows everybody else's records, the probability of one "
        "of two versions can rise from {prior} to {posterior} at most. Both hold except with a chance of at most "
        "{failure}; then no limit is promised.",
        "可否认性：在{subject}的一种记录下出现所发布结果的可能性，至多是另一种记录下的 {factor} 倍；因此，掌握其他"
        "所有人记录、原先认为两种记录之一的可能性为 {prior} 的人，看过之后至多升至 {posterior}；两者的例外情形出现"
        "的概率至多为 {failure}，届时不作任何保证。",
    ),
    "board.risk.none": (
        "There is no plausible deniability here: what is published may be up to {factor} times as likely in one "
        "case as in the other, and a belief of {prior} may become {posterior}.",
        "这里没有可否认性：所发布的内容在一种情形下出现的可能性，可高达另一种情形下的 {factor} 倍，{prior} 的判断"
        "可能升至 {posterior}。",
    ),
    "board.risk.epsilon": (
        "Epsilon is not the probability of a leak. Nothing becomes known “with probability ε”, and ε may be "
        "larger than 1. It limits how far what is published can change what anybody believes about one person, "
        "whatever else they know.",
        "ε 不是泄露的概率。并没有什么“以概率 ε”被揭露，ε 也可以大于 1。它限定的是：无论别人还知道什么，所发布的内"
        "容最多能在多大程度上改变其对一个人的判断。",
    ),
    "board.risk.delta": (
        "Delta says by how much, as a probability, this limit may be exceeded: {delta} here. It should be far "
        "below one in the number of people.",
        "δ 是这一限度可能落空的程度：此处为 {delta}。它应远小于人数的倒数。",
    ),
    "board.risk.attack": (
        "Somebody who must tell the two cases apart, when both are equally likely beforehand, is right at most "
        "{success} of the time. A coin is right 50 % of the time.",
        "若两种情形事先同样可能，必须据此分辨的人至多有 {success} 的时候是对的。抛硬币有 50% 的时候是对的。",
    ),
    "board.risk.account": (
        "All that may ever be published from {account} together can take the same {prior} to {posterior} at "
        "most{rare}.",
        "账户 {account} 所能发布的全部内容合在一起，至多使同样的 {prior} 升至 {posterior}{rare}。",
    ),
    "board.risk.account.rare": (
        ", except with a chance of at most {failure}",
        "（例外情形出现的概率至多为 {failure}）",
    ),
    "board.risk.account.none": (
        "Once all of {account} is used up, no limit is promised to such a belief.",
        "一旦账户 {account} 全部用完，对这样的判断不再有任何限度。",
    ),
    "board.ten.releases": ("such releases", "发布次数"),
    "board.ten.spent.pure": ("ε in all", "ε 合计"),
    "board.ten.spent.zcdp": ("ρ in all", "ρ 合计"),
    "board.ten.epsilon": ("ε", "ε"),
    "board.ten.delta": ("δ", "δ"),
    "board.ten.belief": ("{prior} becomes at most", "{prior} 至多升至"),
    "board.ten.pure": (
        "Each release costs the same again. Noise does not get weaker with time, and releases do not become "
        "cheaper.",
        "每次发布的花费相同。噪声不会失效，发布也不会变得便宜。",
    ),
    "board.ten.zcdp": (
        "Each release costs the same ρ again. The ε of the sum is converted at the same δ, and grows more slowly "
        "than the number of releases. It is not a running total: what is promised for an account is what it "
        "promises when it is used up.",
        "每次发布的 ρ 相同。合计对应的 ε 按同一 δ 读出，其增长慢于发布次数。它不是累计总额：账户所承诺的，是它用完"
        "之时的承诺。",
    ),
    "board.ten.blocks": (
        "This is for releases about the same {period}; each {period} has a budget of its own.",
        "这是针对同一{period}的发布；每{period}各有自己的预算。",
    ),
    "board.ten.room": (
        "In {account} there is room for {count} more of them (on {at}).",
        "账户 {account} 还容得下 {count} 次这样的发布（{at}）。",
    ),
    "board.ten.room.none": (
        "In {account} there is no room for another one (on {at}).",
        "账户 {account} 已容不下另一次这样的发布（{at}）。",
    ),
    "board.public.request": (
        "The request: that this release exists, its tables, dates, bounds, and every key and range of values that "
        "it names. They were declared before any data was read.",
        "请求本身：有这样一次发布，它的表、日期、贡献上限，以及其中写明的键和取值范围。这些都在读取任何数据之前声"
        "明。",
    ),
    "board.public.keys": ("{name}: the keys of {columns}, as declared.", "{name}：{columns} 的键，如所声明。"),
    "board.public.found": (
        "{name}: which keys of {column} are common enough to be shown. This was found in the data, and was paid "
        "for.",
        "{name}：{column} 的哪些键足够常见而得以显示。这是在数据中找到的，并已付费。",
    ),
    "board.public.finding": (
        "{name}: which keys of {column} are common enough to be shown will be found in the data, and is paid for.",
        "{name}：{column} 的哪些键足够常见而得以显示，将在数据中查找，并须付费。",
    ),
    "board.public.finding.ends": (
        "{name}: the ends of the values of {column} will be found in the data, and this is paid for.",
        "{name}：{column} 取值范围的两端将在数据中查找，并须付费。",
    ),
    "board.public.found.ends": (
        "{name}: the ends of the values of {column}. They were found in the data, and this was paid for.",
        "{name}：{column} 取值范围的两端。这是在数据中找到的，并已付费。",
    ),
    "board.public.total": (
        "{name}: the number of rows, {total}, exactly. It must have been public before.",
        "{name}：行数恰为 {total}。它必须早已公开。",
    ),
    "board.public.count": (
        "How many there are in the data: neighbours differ by replacing one, so their number is public.",
        "数据中共有多少：邻居之间相差的是替换一个，因此总数是公开的。",
    ),
    "board.public.nothing": (
        "No number about people is published without noise.",
        "没有任何关于人的数字不加噪声而发布。",
    ),
    "board.assumed.curator": (
        "An organisation that can be trusted with the records: whoever holds the data or runs the software sees "
        "them. The promise is about what is published.",
        "持有记录的机构值得信任：持有数据或运行软件的人看得到记录。承诺针对的是所发布的内容。",
    ),
    "board.assumed.person": (
        "One person has one id in {each}. Somebody with two ids counts as two people who are always in the data "
        "together, and is protected less.",
        "一个人在 {each} 列中只有一个标识。有两个标识的人按同进同出的两个人计，所受保护较弱。",
    ),
    "board.assumed.row": (
        "What is protected is one row. Somebody with many rows is protected less.",
        "要保护的是一行。行数多的人，每多一行，保护就弱一些。",
    ),
    "board.assumed.random": (
        "The operating system's random source and AES-256, from which the noise comes, cannot be predicted. No "
        "seed exists.",
        "噪声来自操作系统的随机源和 AES-256，两者无法预测。没有种子。",
    ),
    "board.assumed.seed": (
        "Nothing: the noise came from a seed, and whoever knows it can take the noise away.",
        "无：噪声来自固定种子，知道种子的人可以把噪声去掉。",
    ),
    "board.assumed.keys": (
        "Keys stay secret: whoever reads the memory of the machine while it draws, or the stored state of a live "
        "series together with its key, can take noise away. Whoever has the signing key can sign other numbers.",
        "密钥保密：在抽取时能读取机器内存的人，或掌握进行中序列的存储状态及其密钥的人，可以把噪声去掉。掌握签名密"
        "钥的人可以为别的数字签名。",
    ),
    "board.assumed.ledger": (
        "All releases about these people are paid from this account, and the ledger is its newest copy. Signed "
        "anchors on another machine show it if an older copy was put in its place.",
        "关于这些人的所有发布都经过这个账户，并且账本是最新的一份。保存在另一台机器上的签名锚点可以显示账本是否被"
        "旧副本替换。",
    ),
    "board.assumed.software": (
        "The software keeps every person within the declared bounds. A reader cannot see that from the numbers; "
        "source code and tests can be read.",
        "软件使每个人都不超出所声明的贡献上限。读者无法从数字中看出这一点；源代码及其测试可供查阅。",
    ),
    "board.certificate.none": (
        "This page was made from the books, not from a folder: there is no signed certificate here. epsilog "
        "publish with the same request writes the folder again at no cost.",
        "本页根据账本而不是文件夹制作：这里没有签名证书。用同一请求运行 epsilog publish，可免费重新生成文件夹。",
    ),
    "board.certificate.signer": ("signed by", "签名者"),
    "board.certificate.files": ("signed files", "签名的文件"),
    "board.certificate.count": (
        "{count}, each with its SHA-256 in certificate.json",
        "{count} 个，各自的 SHA-256 见 certificate.json",
    ),
    "board.certificate.card": ("card.json (SHA-256)", "卡片 card.json（SHA-256）"),
    "board.certificate.head": ("ledger's head when signed", "签名时账本的链首"),
    "board.certificate.entry": ("entry {seq}, {hash}", "第 {seq} 条，{hash}"),
    "board.certificate.request": ("request (SHA-256)", "请求（SHA-256）"),
    "board.certificate.checked": ("Checked when this page was made:", "制作本页时的核验结果："),
    "board.certificate.broken": (
        "THE FOLDER IS NOT WHAT ITS CERTIFICATE SAYS. Do not decide from this page before the reason is known; "
        "see the certificate at its end.",
        "文件夹与其证书不符。在查明原因之前，请勿根据本页作出决定；详见页末的证书部分。",
    ),
    "board.certificate.how": (
        "To check it yourself: {command}. Get that key in another way than from this page or this folder.",
        "自行核验：{command}。该公钥须从本页和本文件夹以外的途径取得。",
    ),
    "board.certificate.page": (
        "This page is not part of the release and is not signed. It says what card, certificate and books said "
        "when it was made.",
        "本页不属于发布的内容，也没有签名。它只说明制作之时卡片、证书和账本的内容。",
    ),
    "board.footer": (
        "Made by Epsilog on {at}. No data was read and nothing was spent for this page.",
        "由 Epsilog 于 {at} 制作。制作本页没有读取任何数据，也没有花费任何预算。",
    ),
    "board.written": (
        "Written: {path}. Print it, or save it as PDF, from any browser; it is made for A4.",
        "已写入：{path}。可在任何浏览器中打印或存为 PDF；版面为 A4。",
    ),
    "board.heading.screen": (
        "Pages for the board: {release}, edition {edition}",
        "{release} 第 {edition} 期的委员会材料",
    ),
}
