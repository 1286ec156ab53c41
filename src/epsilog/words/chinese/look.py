"""check 与查看数据行的语句."""

from typing import Final

LOOK: Final[dict[str, str]] = {
    "front.check.taken.row": "受保护的是单独的行（事件），而不是人。一个人若有多行，只是每一行各自受到保护。",
    "front.check.taken.id": (
        "受保护的是 {column} 的一个值。一个人若可以有多个值（就诊、账单、设备），受保护的只是其中每一个（事件），"
        "而不是这个人：那时请用 `each:` 写明标识个人的列。{column} 缺失或不是可读文字的行不计入。"
    ),
    "front.check.taken.date": "{column} 按日期读取，写法为 {way}。其他写法视为缺失。",
    "front.check.taken.number": "按数值读取：{columns}。其他内容视为缺失。",
    "front.check.taken.line": (
        "CSV 的每一行文字就是一行数据。单元格数目与表头不同的行、引号没有闭合的行、超过一兆字节的行都不计入："
        "不会报错，发布中也不会说明。"
    ),
    "front.check.taken.names": (
        "有列名看起来像数据值（source.columns 第 {places} 个）。列名会公开：若文件没有表头，这就是某个人的"
        "一行数据。请在文件首行写上列名。"
    ),
    "front.check.taken.look": "有多少行因此不计入，这里不说：epsilog check SPEC --look 只告诉您本人。",
    "front.look.not": "没有查看任何数据行：请先改正上面的错误。",
    "front.look.heading": "查看数据行",
    "front.look.private": "私密内容，仅供您本人在屏幕上查看：请勿发布、保存或转交他人。",
    "front.look.as": "读作",
    "front.look.how": "符合的行",
    "front.look.id": "标识",
    "front.look.date": "日期",
    "front.look.number": "数值",
    "front.look.value": "值",
    "front.look.key": "所声明的键之一",
    "front.look.among": "`among` 的键之一",
    "front.look.code": "`event` 的全部代码之一",
    "front.look.cause": "事件的代码（`causes`）",
    "front.look.censored": "失访者的代码（`censored`）",
    "front.look.days": "在 `during` 的日期之内",
    "front.look.none": "没有",
    "front.look.some": "一部分",
    "front.look.most": "大部分",
    "front.look.all": "全部",
    "front.look.rows.some": "只有一部分行",
    "front.look.rows.most": "大部分行（但不是全部）",
    "front.look.none.id": "{column} 中没有一行有可读的标识：不会计入任何人。`encoding` 是否正确？是否应为另一列？",
    "front.look.none.date": "{column} 中没有一行有可读的日期：不会计入任何内容。",
    "front.look.none.number": "{column} 中没有一行有可读的数值。是否用了逗号作小数点，或带有单位？",
    "front.look.none.key": (
        "{column} 中没有一行是所声明的键：发布的将只有噪声。写法是否与数据一致？大小写和空格都算在内。"
    ),
    "front.look.none.among": (
        "{column} 中没有一行是 `among` 的键：选择将全凭偶然。写法是否与数据一致？大小写和空格都算在内。"
    ),
    "front.look.none.code": (
        "{column} 中没有一行是 `event` 的代码：曲线中不会有任何人。"
        "`causes` 和 `censored` 的写法是否与数据一致？大小写和空格都算在内。"
    ),
    "front.look.none.cause": (
        "{column} 中没有一行是 `causes` 的代码：无论发生过什么，曲线都不会显示任何事件。"
        "写法是否与数据一致？大小写和空格都算在内。"
    ),
    "front.look.none.censored": (
        "{column} 中没有一行是 `censored` 的代码。若无人失访，这是对的；否则写法是否与数据一致？"
        "大小写和空格都算在内。"
    ),
    "front.look.none.days": (
        "按 {column}，没有一行在 {first} 至 {last} 之内：发布的将只有噪声。"
        "`during` 的日期是否属于这个文件？是否应为另一列？"
    ),
    "front.look.part.id": "{how}在 {column} 中有可读的标识。其余的行不计入：无从知道它们属于谁。",
    "front.look.part.date": (
        "{how}在 {column} 中有可读的日期。读不出的视为缺失：凡需要时间之处，这些行都不计入。若其余只是空白，"
        "也许是对的。"
    ),
    "front.look.part.number": (
        "{how}在 {column} 中有可读的数值。其余视为缺失。若其余只是空白，也许是对的；"
        "否则是否用了逗号作小数点，或带有单位？"
    ),
    "front.look.part.key": (
        "{how}在 {column} 中是所声明的键。其余的行落在表外。所有键的写法是否都与数据一致？大小写和空格都算在内。"
    ),
    "front.look.part.among": (
        "{how}在 {column} 中是 `among` 的键。其余的不可能被选中。所有键的写法是否都与数据一致？"
        "大小写和空格都算在内。"
    ),
    "front.look.part.code": (
        "{how}在 {column} 中是 `event` 的代码。其余的行不进入曲线。"
        "`causes` 和 `censored` 是否完整，写法是否与数据一致？大小写和空格都算在内。"
    ),
    "front.look.part.days": "按 {column}，{how}在 {first} 至 {last} 之内。其余的行落在表外。这些是您所指的日期吗？",
    "front.look.format": (
        "现按 2026-01-31 读取。日期是怎样书写的？请用 `format` 说明："
        '月在前为 "%m/%d/%Y"，日在前为 "%d/%m/%Y" 或 "%d.%m.%Y"。'
    ),
    "front.look.format.said": "现按 {way} 读取：日期是否这样书写？若不是，请改正 `format`。",
    "front.look.format.turned": '现按 {way} 读取。若文件中日与月的次序相反，请写 format: "{other}"。',
    "front.look.lines.none": "文件中不计入的行（单元格数目与表头不同，或无法读取）：没有。",
    "front.look.lines.some": (
        "文件中一部分行不计入：单元格数目与表头不同、引号没有闭合，或超过一兆字节。"
        "是否有文字含有分隔符，或导出程序省略了空单元格？那时请重新导出，或写成 Parquet。"
    ),
    "front.look.lines.most": (
        "文件中大部分行不计入：单元格数目与表头不同、引号没有闭合，或超过一兆字节。"
        "`delimiter` 和 `quote` 是否正确？第一行是否为其余各行的表头？"
    ),
    "front.look.lines.all": (
        "文件中全部行都不计入：单元格数目与表头不同、引号没有闭合，或超过一兆字节。"
        "`delimiter` 和 `quote` 是否正确？第一行是否为其余各行的表头？"
    ),
    "front.look.once": (
        "事件级保护：{column} 的每个值只出现一次。这保护的是一行（一个事件），而不是一个人，除非每人只有一行。"
        "一个人若可以有多行，请保护标识个人的列。"
    ),
    "front.look.written": (
        "没有花费。您查看过数据一事已写入账本，本账户以后发布的卡片都会说明。贡献上限和取值范围不得取自查看所得：可"
        "用 `bound: {{choose: {{look: …}}}}` 付费查找。"
    ),
}
