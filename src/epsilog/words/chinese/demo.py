"""演示：五个小故事，以及汇总它们的网页。"""

from typing import Final

DEMO: Final = {
    "demo.title": "Epsilog 演示",
    "demo.lead": (
        "从一张就诊表到委员会可以为之负责的发布；其背后是：噪声与证明所述完全一致；无论接下来问什么，计价始终有效；"
        "审计对两者加以核查；账本则永不透支。本演示不读取任何真实数据，文中的医院是虚构的。"
    ),
    "demo.press.heading": "一、从数据表到发布",
    "demo.press.lead": (
        "虚构的一年 {rows} 次就诊。以下就是使用者会输入的命令；plan 不看任何数据，publish 先付费、后读取。"
    ),
    "demo.press.report": "给委员会的报告",
    "demo.press.files": "全部内容在 {folder}：表格、图片、说明卡、证书与 report.html。",
    "demo.press.commands": "输入的命令",
    "demo.press.again": "同一请求再次提交，得到的是已存的发布：不读取数据，不花费预算。",
    "demo.noise.heading": "二、噪声与其分布",
    "demo.noise.lead": (
        "每个发布的数字都带有整数噪声，随机性来自操作系统的密码学随机源。柱为刚刚抽取的样本，点为精确分布。"
    ),
    "demo.noise.law": "噪声",
    "demo.noise.laplace": "拉普拉斯，尺度 {scale}",
    "demo.noise.gaussian": "高斯，方差 {sigma_squared}",
    "demo.noise.draws": "抽样次数",
    "demo.noise.margin": "95% 在此以内",
    "demo.noise.chi": "卡方",
    "demo.noise.p": "p",
    "demo.noise.note": "若 p 值低于 0.000001，则说明噪声有误。",
    "demo.budget.heading": "三、预算的计划与支出",
    "demo.budget.lead": (
        "某医院委员会批准了一年的预算：ε = 1，δ = 1e-6。每次发布都须先付款、后读数据；付不起的，账户一律拒绝。"
    ),
    "demo.budget.after": "累计已用",
    "demo.budget.answer": "结果",
    "demo.budget.paid": "已支付",
    "demo.budget.refused": "被拒绝",
    "demo.release.months": "各区就诊量（每月）",
    "demo.release.ages": "年龄与性别（每年）",
    "demo.release.weeks": "急诊量（每周）",
    "demo.release.heat": "住院热力图",
    "demo.release.survey": "问卷，噪声小",
    "demo.release.quiet": "问卷，噪声大",
    "demo.refusal": (
        "“{name}”被拒绝：支付后账户将达到额度的 {after}。未动用任何预算。可选办法有三：加大噪声后再问（额度尚余 "
        "{left}）；使用已经发布的结果（免费）；请委员会另开账户。"
    ),
    "demo.meaning.heading": "委员会对每位患者作出的承诺",
    "demo.audit.heading": "四、审计找出预先埋设的错误",
    "demo.audit.lead": (
        "三个函数都声称 ε = 1。第一个忘了一位患者可能有三条记录；第二个按教科书的做法用浮点数生成拉普拉斯"
        "噪声；第三个是正确的。审计只看得到它们的输出。"
    ),
    "demo.audit.rows": "三条记录，一条的噪声",
    "demo.audit.float": "教科书式浮点噪声",
    "demo.audit.sound": "三条记录，三条的噪声",
    "demo.audit.function": "函数",
    "demo.audit.claimed": "声明",
    "demo.audit.proved": "实测至少为",
    "demo.audit.verdict": "结论",
    "demo.audit.caught": "被查出",
    "demo.audit.passed": "通过",
    "demo.audit.at_least": "3 及以上",
    "demo.audit.evidence": "证据",
    "demo.audit.counts": (
        "{name}：{event}；一侧 {draws} 次中出现 {hits} 次，另一侧 {other_draws} 次中出现 {other_hits} 次。"
    ),
    "demo.audit.note": "通过只是证据，并非证明；超出声明的下界出错的机会至多为每 {one_in} 次 1 次。",
    "demo.ledger.heading": "五、三个科室的一年预算",
    "demo.ledger.lead": (
        "同一家医院向患者承诺全年 ε = 2，δ = 1e-6，并把它分给三个科室，另留储备。各科室每月发布一张表，先付款、后读"
        "数据。一切都写入真实的账本，只是时钟由我们拨动。"
    ),
    "demo.ledger.clinic": "医院",
    "demo.ledger.oncology": "肿瘤科",
    "demo.ledger.cardiology": "心内科",
    "demo.ledger.emergency": "急诊科",
    "demo.ledger.why_stop": "表单被误读",
    "demo.ledger.why_resume": "表单已更正",
    "demo.ledger.why_move": "用于年底前各月",
    "demo.ledger.stopped": "{month}：{account} 已被同事停用，请求遭拒。未动用任何预算。",
    "demo.ledger.over": (
        "{month}：{account} 被拒绝，因为支付后将达到其上限的 {after}。未动用任何预算。随后 {people} 从储备中拨给它"
        "全院预算的 {moved}，这才得以支付。"
    ),
    "demo.ledger.trust": "这本账可信吗？",
    "demo.ledger.whole": "全部 {entries} 条账目已重新读取、重新合计：与写入时一致。",
    "demo.ledger.edited": "在一份副本中，有人把一笔支出改得便宜些。核验指出：第 {seq} 条账目被改动。",
    "demo.ledger.older": (
        "有人把九月的旧文件放回原处，想把秋天的预算再花一遍。存放在别处的签名锚点不在其中，因此一打开就被拒绝。"
    ),
    "demo.end": "请打开 {page}，阅读全部内容与图片。",
    "demo.next": "接下来可以试试",
    "demo.next.init": "为您自己的数据表起草请求",
    "demo.next.meaning": "承诺对患者意味着什么",
    "demo.next.price": "一次发布花费多少",
    "demo.next.calibrate": "一年可以发布多少次",
    "demo.next.audit": "审计您自己的函数",
    "demo.next.ledger": "建立您自己的账本",
    "demo.surprise": "情况异常：本演示中有一项检查未通过。请勿用此安装发布数据。",
    "demo.made": "由 epsilog {version} 生成；每次重新抽样，因此各次数字略有不同。",
    "demo.caption.tradeoff": "精度的代价：误差范围与 ε。",
    "demo.caption.loss": "全部已支付发布的隐私损失，以及各 ε 下剩余的 δ。",
    "demo.caption.belief": "全年的发布最多能把判断改变多少。",
    "demo.caption.attack": "无法达到的指认。",
    "demo.caption.budget": "全年各项发布占额度的比例。",
    "demo.caption.spending": "账本中的一年：各账户上限的已用比例。方块表示停用；折线下降处，是上限提高了。",
    "demo.caption.audit": "各项声明，以及审计的实测结果。",
    "demo.caption.event": "噪声只够覆盖一条记录时，有无该患者三条记录的输出对比。",
    "demo.caption.noise": "{law}：抽样 {draws} 次。",
}
