"""委员会材料的用语：供委员会决定或存档的一页。"""

from typing import Final

BOARD: Final[dict[str, str]] = {
    "board.title": "{release} · 第 {edition} 期 · 供委员会审阅",
    "board.lead.release": (
        "发布了什么，对每个人承诺什么，不承诺什么，以及如何核验。抽取时间：{at}；由账户 {account} 支付。"
    ),
    "board.lead.plan": "请委员会批准的内容。尚未读取、抽取或花费任何东西。",
    "board.heading.decision": "决定",
    "board.heading.risk": "一个人承担什么",
    "board.heading.ten": "十次这样的发布要花费多少",
    "board.heading.protected": "保护谁",
    "board.heading.open": "哪些不受保护",
    "board.heading.public": "哪些内容不加噪声而公开",
    "board.heading.assumed": "承诺以什么为前提",
    "board.heading.law": "与各项规则的关系",
    "board.heading.certificate": "证书",
    "board.heading.request": "请求，备查",
    "board.decision.ask": (
        "请委员会批准由账户 {account} 为 {release} 第 {edition} 期支付一次。依据本决定可以对外发布的，仅限下列各"
        "表。"
    ),
    "board.decision.bound": "本决定只针对这一份请求，其指纹为 {digest}。请求一经改动，指纹便不同。",
    "board.decision.final": "已发布的内容无法收回，所花费的预算也不会返还。",
    "board.decision.books": "目前没有可供比较的账户：给出账本之后，才能显示预算的余额。",
    "board.sign.decision": "委员会的决定",
    "board.sign.choice": "决定",
    "board.sign.choices": "☐ 批准   ☐ 修改后批准   ☐ 不批准",
    "board.sign.name": "姓名",
    "board.sign.date": "日期与签名",
    "board.tile.ten": "十次这样的发布",
    "board.tile.ten.figure": "ε ≤ {epsilon}",
    "board.tile.ten.pure": "十倍的花费：各次发布的 ε 相加。",
    "board.tile.ten.zcdp": "ρ = {rho}，按 δ = {delta} 读出。账户累加的是 ρ，不是 ε。",
    "board.tile.belief": "针对{unit}，就掌握其他所有人记录的人而言。详见下文。",
    "board.risk.add.pure": (
        "可否认性：无论发布什么，{subject}在数据中时出现这一结果的可能性，至多是不在时的 {factor} 倍；因此，掌握"
        "其他所有人记录、原先认为其在数据中的可能性为 {prior} 的人，看过之后至多升至 {posterior}。"
    ),
    "board.risk.add.approx": (
        "可否认性：{subject}在数据中时出现所发布结果的可能性，至多是不在时的 {factor} 倍；因此，掌握其他所有人记"
        "录、原先认为其在数据中的可能性为 {prior} 的人，看过之后至多升至 {posterior}；两者的例外情形出现的概率至"
        "多为 {failure}，届时不作任何保证。"
    ),
    "board.risk.replace.pure": (
        "可否认性：无论发布什么，在{subject}的一种记录下出现这一结果的可能性，至多是另一种记录下的 {factor} 倍；"
        "因此，掌握其他所有人记录、原先认为两种记录之一的可能性为 {prior} 的人，看过之后至多升至 {posterior}。"
    ),
    "board.risk.replace.approx": (
        "可否认性：在{subject}的一种记录下出现所发布结果的可能性，至多是另一种记录下的 {factor} 倍；因此，掌握其"
        "他所有人记录、原先认为两种记录之一的可能性为 {prior} 的人，看过之后至多升至 {posterior}；两者的例外情形"
        "出现的概率至多为 {failure}，届时不作任何保证。"
    ),
    "board.risk.none": (
        "这里没有可否认性：所发布的内容在一种情形下出现的可能性，可高达另一种情形下的 {factor} 倍，{prior} 的判断"
        "可能升至 {posterior}。"
    ),
    "board.risk.epsilon": (
        "ε 不是泄露的概率。并没有什么“以概率 ε”被揭露，ε 也可以大于 1。它限定的是：无论别人还知道什么，所发布的内"
        "容最多能在多大程度上改变其对一个人的判断。"
    ),
    "board.risk.delta": "δ 是这一限度可能落空的程度：此处为 {delta}。它应远小于人数的倒数。",
    "board.risk.attack": (
        "若两种情形事先同样可能，必须据此分辨的人至多有 {success} 的时候是对的。抛硬币有 50% 的时候是对的。"
    ),
    "board.risk.account": (
        "账户 {account} 所能发布的全部内容合在一起，至多使同样的 {prior} 升至 {posterior}{rare}。"
    ),
    "board.risk.account.rare": "（例外情形出现的概率至多为 {failure}）",
    "board.risk.account.none": "一旦账户 {account} 全部用完，对这样的判断不再有任何限度。",
    "board.ten.releases": "发布次数",
    "board.ten.spent.pure": "ε 合计",
    "board.ten.spent.zcdp": "ρ 合计",
    "board.ten.epsilon": "ε",
    "board.ten.delta": "δ",
    "board.ten.belief": "{prior} 至多升至",
    "board.ten.pure": "每次发布的花费相同。噪声不会失效，发布也不会变得便宜。",
    "board.ten.zcdp": (
        "每次发布的 ρ 相同。合计对应的 ε 按同一 δ 读出，其增长慢于发布次数。它不是累计总额：账户所承诺的，是它用完"
        "之时的承诺。"
    ),
    "board.ten.blocks": "这是针对同一{period}的发布；每{period}各有自己的预算。",
    "board.ten.room": "账户 {account} 还容得下 {count} 次这样的发布（{at}）。",
    "board.ten.room.none": "账户 {account} 已容不下另一次这样的发布（{at}）。",
    "board.public.request": (
        "请求本身：有这样一次发布，它的表、日期、贡献上限，以及其中写明的键和取值范围。这些都在读取任何数据之前声明"
        "。"
    ),
    "board.public.keys": "{name}：{columns} 的键，如所声明。",
    "board.public.found": "{name}：{column} 的哪些键足够常见而得以显示。这是在数据中找到的，并已付费。",
    "board.public.finding": "{name}：{column} 的哪些键足够常见而得以显示，将在数据中查找，并须付费。",
    "board.public.finding.ends": "{name}：{column} 取值范围的两端将在数据中查找，并须付费。",
    "board.public.found.ends": "{name}：{column} 取值范围的两端。这是在数据中找到的，并已付费。",
    "board.public.total": "{name}：行数恰为 {total}。它必须早已公开。",
    "board.public.count": "数据中共有多少：邻居之间相差的是替换一个，因此总数是公开的。",
    "board.public.nothing": "没有任何关于人的数字不加噪声而发布。",
    "board.assumed.curator": "持有记录的机构值得信任：持有数据或运行软件的人看得到记录。承诺针对的是所发布的内容。",
    "board.assumed.person": "一个人在 {each} 列中只有一个标识。有两个标识的人按同进同出的两个人计，所受保护较弱。",
    "board.assumed.row": "要保护的是一行。行数多的人，每多一行，保护就弱一些。",
    "board.assumed.random": "噪声来自操作系统的随机源和 AES-256，两者无法预测。没有种子。",
    "board.assumed.seed": "无：噪声来自固定种子，知道种子的人可以把噪声去掉。",
    "board.assumed.keys": (
        "密钥保密：在抽取时能读取机器内存的人，或掌握进行中序列的存储状态及其密钥的人，可以把噪声去掉。掌握签名密"
        "钥的人可以为别的数字签名。"
    ),
    "board.assumed.ledger": (
        "关于这些人的所有发布都经过这个账户，并且账本是最新的一份。保存在另一台机器上的签名锚点可以显示账本是否被"
        "旧副本替换。"
    ),
    "board.assumed.software": (
        "软件使每个人都不超出所声明的贡献上限。读者无法从数字中看出这一点；源代码及其测试可供查阅。"
    ),
    "board.certificate.none": (
        "本页根据账本而不是文件夹制作：这里没有签名证书。用同一请求运行 epsilog publish，可免费重新生成文件夹。"
    ),
    "board.certificate.signer": "签名者",
    "board.certificate.files": "签名的文件",
    "board.certificate.count": "{count} 个，各自的 SHA-256 见 certificate.json",
    "board.certificate.card": "卡片 card.json（SHA-256）",
    "board.certificate.head": "签名时账本的链首",
    "board.certificate.entry": "第 {seq} 条，{hash}",
    "board.certificate.request": "请求（SHA-256）",
    "board.certificate.checked": "制作本页时的核验结果：",
    "board.certificate.broken": "文件夹与其证书不符。在查明原因之前，请勿根据本页作出决定；详见页末的证书部分。",
    "board.certificate.how": "自行核验：{command}。该公钥须从本页和本文件夹以外的途径取得。",
    "board.certificate.page": "本页不属于发布的内容，也没有签名。它只说明制作之时卡片、证书和账本的内容。",
    "board.footer": "由 Epsilog 于 {at} 制作。制作本页没有读取任何数据，也没有花费任何预算。",
    "board.written": "已写入：{path}。可在任何浏览器中打印或存为 PDF；版面为 A4。",
    "board.heading.screen": "{release} 第 {edition} 期的委员会材料",
}
