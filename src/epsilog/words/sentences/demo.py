"""The demonstration: five small stories and the page they are written to."""

from typing import Final

DEMO: Final[dict[str, tuple[str, str]]] = {
    "demo.title": ("Epsilog at work", "Epsilog 演示"),
    "demo.lead": (
        "From a table of visits to a release that a board can defend, and what makes it safe: noise that is "
        "exactly what its proof says, prices that stay valid whatever is asked next, an auditor that checks both, "
        "and a ledger that cannot be overdrawn. No real data is read; the hospital is invented.",
        "从一张就诊表到委员会可以为之负责的发布；其背后是：噪声与证明所述完全一致；无论接下来问什么，计价始终有效"
        "；审计对两者加以核查；账本则永不透支。本演示不读取任何真实数据，文中的医院是虚构的。",
    ),
    "demo.press.heading": ("1. From a table to a release", "一、从数据表到发布"),
    "demo.press.lead": (
        "{rows} invented visits of one year. These are the commands a person would type; plan looks at no data, "
        "publish pays before it reads.",
        "虚构的一年 {rows} 次就诊。以下就是使用者会输入的命令；plan 不看任何数据，publish 先付费、后读取。",
    ),
    "demo.press.report": ("the report for the board", "给委员会的报告"),
    "demo.press.files": (
        "Everything is in {folder}: tables, pictures, card, certificate, report.html.",
        "全部内容在 {folder}：表格、图片、说明卡、证书与 report.html。",
    ),
    "demo.press.commands": ("What was typed", "输入的命令"),
    "demo.press.again": (
        "The same request again gave the stored release: no data read, nothing spent.",
        "同一请求再次提交，得到的是已存的发布：不读取数据，不花费预算。",
    ),
    "demo.noise.heading": ("2. Noise and its law", "二、噪声与其分布"),
    "demo.noise.lead": (
        "Every published number carries integer noise from the operating system's cryptographic randomness. Bars "
        "are what was drawn just now; dots are the exact law.",
        "每个发布的数字都带有整数噪声，随机性来自操作系统的密码学随机源。柱为刚刚抽取的样本，点为精确分布。",
    ),
    "demo.noise.law": ("noise", "噪声"),
    "demo.noise.laplace": ("Laplace, scale {scale}", "拉普拉斯，尺度 {scale}"),
    "demo.noise.gaussian": ("Gaussian, variance {sigma_squared}", "高斯，方差 {sigma_squared}"),
    "demo.noise.draws": ("draws", "抽样次数"),
    "demo.noise.margin": ("95 % within", "95% 在此以内"),
    "demo.noise.chi": ("chi-square", "卡方"),
    "demo.noise.p": ("p", "p"),
    "demo.noise.note": (
        "A p-value below 0.000001 would mean that the noise is wrong.",
        "若 p 值低于 0.000001，则说明噪声有误。",
    ),
    "demo.budget.heading": ("3. A budget planned and spent", "三、预算的计划与支出"),
    "demo.budget.lead": (
        "A hospital board grants epsilon = 1, delta = 1e-6 for one year. Each release is paid for before data "
        "would be read, and the account refuses what it cannot pay.",
        "某医院委员会批准了一年的预算：ε = 1，δ = 1e-6。每次发布都须先付款、后读数据；付不起的，账户一律拒绝。",
    ),
    "demo.budget.after": ("used so far", "累计已用"),
    "demo.budget.answer": ("answer", "结果"),
    "demo.budget.paid": ("paid", "已支付"),
    "demo.budget.refused": ("refused", "被拒绝"),
    "demo.release.months": ("visits by district, monthly", "各区就诊量（每月）"),
    "demo.release.ages": ("age by sex, yearly", "年龄与性别（每年）"),
    "demo.release.weeks": ("emergency visits, weekly", "急诊量（每周）"),
    "demo.release.heat": ("heat map of admissions", "住院热力图"),
    "demo.release.survey": ("survey, little noise", "问卷，噪声小"),
    "demo.release.quiet": ("survey, more noise", "问卷，噪声大"),
    "demo.refusal": (
        "“{name}” was refused: it would bring the account to {after} of its allowance. Nothing was spent. Three "
        "ways out: ask with more noise ({left} of the allowance is left), reuse an answer already published "
        "(free), or ask the board for a new account.",
        "“{name}”被拒绝：支付后账户将达到额度的 {after}。未动用任何预算。可选办法有三：加大噪声后再问（额度尚余 "
        "{left}）；使用已经发布的结果（免费）；请委员会另开账户。",
    ),
    "demo.meaning.heading": ("What the board has promised to each patient", "委员会对每位患者作出的承诺"),
    "demo.audit.heading": ("4. An auditor that catches a planted bug", "四、审计找出预先埋设的错误"),
    "demo.audit.lead": (
        "Three functions claim epsilon = 1. One forgets that a patient may have three rows. One draws Laplace "
        "noise the textbook way, in floating point. One is right. The auditor sees only their outputs.",
        "三个函数都声称 ε = 1。第一个忘了一位患者可能有三条记录；第二个按教科书的做法用浮点数生成拉普拉斯噪声；第"
        "三个是正确的。审计只看得到它们的输出。",
    ),
    "demo.audit.rows": ("three rows, noise for one", "三条记录，一条的噪声"),
    "demo.audit.float": ("textbook floating point", "教科书式浮点噪声"),
    "demo.audit.sound": ("three rows, noise for three", "三条记录，三条的噪声"),
    "demo.audit.function": ("function", "函数"),
    "demo.audit.claimed": ("claimed", "声明"),
    "demo.audit.proved": ("measured at least", "实测至少为"),
    "demo.audit.verdict": ("verdict", "结论"),
    "demo.audit.caught": ("caught", "被查出"),
    "demo.audit.passed": ("passes", "通过"),
    "demo.audit.at_least": ("3 or more", "3 及以上"),
    "demo.audit.evidence": ("The evidence", "证据"),
    "demo.audit.counts": (
        "{name}: {event}, {hits} of {draws} draws on one data set, {other_hits} of {other_draws} on the other.",
        "{name}：{event}；一侧 {draws} 次中出现 {hits} 次，另一侧 {other_draws} 次中出现 {other_hits} 次。",
    ),
    "demo.audit.note": (
        "Passing is evidence, not a proof. A bound above the claim is wrong at most once in {one_in}.",
        "通过只是证据，并非证明；超出声明的下界出错的机会至多为每 {one_in} 次 1 次。",
    ),
    "demo.ledger.heading": ("5. A year's budget over three departments", "五、三个科室的一年预算"),
    "demo.ledger.lead": (
        "The same hospital promises its patients epsilon = 2, delta = 1e-6 for the year and divides that among "
        "three departments, with a reserve. Every month each publishes a table and pays first. All of it is "
        "written into a real ledger, whose clock we set by hand.",
        "同一家医院向患者承诺全年 ε = 2，δ = 1e-6，并把它分给三个科室，另留储备。各科室每月发布一张表，先付款、后"
        "读数据。一切都写入真实的账本，只是时钟由我们拨动。",
    ),
    "demo.ledger.clinic": ("clinic", "医院"),
    "demo.ledger.oncology": ("oncology", "肿瘤科"),
    "demo.ledger.cardiology": ("cardiology", "心内科"),
    "demo.ledger.emergency": ("emergency", "急诊科"),
    "demo.ledger.why_stop": ("a form was misread", "表单被误读"),
    "demo.ledger.why_resume": ("the form was corrected", "表单已更正"),
    "demo.ledger.why_move": ("the months until December", "用于年底前各月"),
    "demo.ledger.stopped": (
        "{month}: {account} was refused, because a colleague had stopped it. Nothing was spent.",
        "{month}：{account} 已被同事停用，请求遭拒。未动用任何预算。",
    ),
    "demo.ledger.over": (
        "{month}: {account} was refused, because it would have come to {after} of its cap. Nothing was spent. "
        "Then {people} moved {moved} of the clinic's budget from the reserve to it, and it could pay.",
        "{month}：{account} 被拒绝，因为支付后将达到其上限的 {after}。未动用任何预算。随后 {people} 从储备中拨给它"
        "全院预算的 {moved}，这才得以支付。",
    ),
    "demo.ledger.trust": ("Can these books be trusted?", "这本账可信吗？"),
    "demo.ledger.whole": (
        "All {entries} entries were read again and added up again: they are as they were written.",
        "全部 {entries} 条账目已重新读取、重新合计：与写入时一致。",
    ),
    "demo.ledger.edited": (
        "In a copy of the file one debit was made cheaper. Verification names it: entry {seq} was edited.",
        "在一份副本中，有人把一笔支出改得便宜些。核验指出：第 {seq} 条账目被改动。",
    ),
    "demo.ledger.older": (
        "The file of September was put back in place of today's, to spend the autumn twice. The signed anchor "
        "kept elsewhere is not in it, so it was refused when it was opened.",
        "有人把九月的旧文件放回原处，想把秋天的预算再花一遍。存放在别处的签名锚点不在其中，因此一打开就被拒绝。",
    ),
    "demo.data": ("{path}: {people} invented people, {rows} rows", "{path}：{people} 名虚构的人，{rows} 行"),
    "demo.data.clinic": (
        "Visits to a clinic in 2026: one row per visit, patient_id says whose. Regions: North, South, East, "
        "West. Wards: family, heart, children, surgery. systolic is a pressure between 80 and 220. outcome: "
        "home, referred, admitted.",
        "某诊所 2026 年的就诊：每次就诊一行，patient_id 说明是谁的。地区：North、South、East、West。科室：fam"
        "ily、heart、children、surgery。systolic 是 80 到 220 之间的血压。outcome：home、referred、admitted。",
    ),
    "demo.data.shop": (
        "Orders of a shop, eight weeks from 1 May 2026: one row per order, customer_id says whose. Channels: "
        "web, app. Products: tea, coffee, cocoa, mate, juice, water. basket is what was paid, between 0 and "
        "100.",
        "某商店自 2026 年 5 月 1 日起八周的订单：每个订单一行，customer_id 说明是谁的。渠道：web、app。商品："
        "tea、coffee、cocoa、mate、juice、water。basket 是支付金额，在 0 到 100 之间。",
    ),
    "demo.data.city": (
        "Trips in a city, two weeks from 1 March 2026: one row per trip, card_id says whose. Districts: "
        "Harbour, Old Town, Hill, Park, Station. Lines: M1, M2, Tram, Bus. minutes is how long it took, "
        "between 0 and 90.",
        "某城市自 2026 年 3 月 1 日起两周的出行：每次出行一行，card_id 说明是谁的。城区：Harbour、Old Town、H"
        "ill、Park、Station。线路：M1、M2、Tram、Bus。minutes 是用时，在 0 到 90 分钟之间。",
    ),
    "demo.end": ("Open {page} to read it all with its pictures.", "请打开 {page}，阅读全部内容与图片。"),
    "demo.next": ("Then try", "接下来可以试试"),
    "demo.next.data": ("an invented table to begin with", "一张虚构的表，供您开始"),
    "demo.next.new": ("a first release: a few questions, then what it costs", "第一次发布：几个问题，然后是价格"),
    "demo.next.meaning": ("what a promise means to a patient", "承诺对患者意味着什么"),
    "demo.next.price": ("what a release costs", "一次发布花费多少"),
    "demo.next.calibrate": ("how many releases a year allows", "一年可以发布多少次"),
    "demo.next.audit": ("your own function under audit", "审计您自己的函数"),
    "demo.next.ledger": ("books of your own", "建立您自己的账本"),
    "demo.surprise": (
        "Something is not as it should be: a check of this demonstration failed. Do not publish with this "
        "installation.",
        "情况异常：本演示中有一项检查未通过。请勿用此安装发布数据。",
    ),
    "demo.made": (
        "Written by epsilog {version}. Noise is drawn again each time, so the figures differ a little from run to "
        "run.",
        "由 epsilog {version} 生成；每次重新抽样，因此各次数字略有不同。",
    ),
    "demo.caption.tradeoff": ("What accuracy costs: margins against epsilon.", "精度的代价：误差范围与 ε。"),
    "demo.caption.loss": (
        "The privacy loss of everything that was paid, and the delta it leaves at each epsilon.",
        "全部已支付发布的隐私损失，以及各 ε 下剩余的 δ。",
    ),
    "demo.caption.belief": (
        "How far the whole year can move anybody's belief.",
        "全年的发布最多能把判断改变多少。",
    ),
    "demo.caption.attack": ("What no attacker can reach.", "无法达到的指认。"),
    "demo.caption.budget": ("The year's releases as shares of the allowance.", "全年各项发布占额度的比例。"),
    "demo.caption.spending": (
        "The year in the ledger: the used share of each cap. Squares are stops; where a line falls, its cap was "
        "raised.",
        "账本中的一年：各账户上限的已用比例。方块表示停用；折线下降处，是上限提高了。",
    ),
    "demo.caption.audit": ("Claims, and what was measured about them.", "各项声明，以及审计的实测结果。"),
    "demo.caption.event": (
        "Outputs with and without the patient's three rows, when the noise covers only one.",
        "噪声只够覆盖一条记录时，有无该患者三条记录的输出对比。",
    ),
    "demo.caption.noise": ("{law}: {draws} draws.", "{law}：抽样 {draws} 次。"),
}
