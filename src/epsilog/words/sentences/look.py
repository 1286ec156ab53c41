"""Sentences of check about what is read as what, and of a steward's own look at the rows."""

from typing import Final

LOOK: Final[dict[str, tuple[str, str]]] = {
    "front.check.taken.row": (
        "PROTECTED: single rows (events), not people. Whoever has many rows is protected for each of them alone.",
        "受保护的是单独的行（事件），而不是人。一个人若有多行，只是每一行各自受到保护。",
    ),
    "front.check.taken.id": (
        "PROTECTED: one value of {column}. If one person can have several (visits, bills, devices), each of them "
        "is protected alone, as an event, and the person is not: then write `each:` and the column that names the "
        "person. A row in which {column} is missing, or is no readable text, is left out.",
        "受保护的是 {column} 的一个值。一个人若可以有多个值（就诊、账单、设备），受保护的只是其中每一个（事件），"
        "而不是这个人：那时请用 `each:` 写明标识个人的列。{column} 缺失或不是可读文字的行不计入。",
    ),
    "front.check.taken.date": (
        "{column} is read as a date written {way}. Anything else is missing.",
        "{column} 按日期读取，写法为 {way}。其他写法视为缺失。",
    ),
    "front.check.taken.number": (
        "Read as numbers: {columns}. Anything else is missing.",
        "按数值读取：{columns}。其他内容视为缺失。",
    ),
    "front.check.taken.line": (
        "Each line of a CSV is a row. A line with more or fewer cells than the header does not count. Neither "
        "does one whose quotation marks stay open, or one of more than a mebibyte. No error and no release says "
        "so.",
        "CSV 的每一行文字就是一行数据。单元格数目与表头不同的行、引号没有闭合的行、超过一兆字节的行都不计入：不会"
        "报错，发布中也不会说明。",
    ),
    "front.check.taken.names": (
        "A name of a column looks like a value (source.columns, number {places}). Names are published: if the "
        "file has no header, this is somebody's row. Give it a first line with names.",
        "有列名看起来像数据值（source.columns 第 {places} 个）。列名会公开：若文件没有表头，这就是某个人的一行数据"
        "。请在文件首行写上列名。",
    ),
    "front.check.taken.look": (
        "How many rows are left out in this way is not said here: epsilog check SPEC --look tells only you.",
        "有多少行因此不计入，这里不说：epsilog check SPEC --look 只告诉您本人。",
    ),
    "front.look.not": (
        "Nothing was looked at: first correct what is wrong above.",
        "没有查看任何数据行：请先改正上面的错误。",
    ),
    "front.look.heading": ("A look at the rows", "查看数据行"),
    "front.look.private": (
        "PRIVATE. For your own screen: do not publish it, store it or pass it on.",
        "私密内容，仅供您本人在屏幕上查看：请勿发布、保存或转交他人。",
    ),
    "front.look.as": ("read as", "读作"),
    "front.look.how": ("rows that are", "符合的行"),
    "front.look.id": ("id", "标识"),
    "front.look.date": ("date", "日期"),
    "front.look.number": ("number", "数值"),
    "front.look.value": ("value", "值"),
    "front.look.key": ("one of the declared keys", "所声明的键之一"),
    "front.look.among": ("one of the keys of `among`", "`among` 的键之一"),
    "front.look.code": ("one of all codes of `event`", "`event` 的全部代码之一"),
    "front.look.cause": ("code of an event (`causes`)", "事件的代码（`causes`）"),
    "front.look.censored": ("code of somebody lost (`censored`)", "失访者的代码（`censored`）"),
    "front.look.days": ("within the days of `during`", "在 `during` 的日期之内"),
    "front.look.none": ("NONE", "没有"),
    "front.look.some": ("some", "一部分"),
    "front.look.most": ("most", "大部分"),
    "front.look.all": ("all", "全部"),
    "front.look.rows.some": ("Only some rows", "只有一部分行"),
    "front.look.rows.most": ("Most rows, but not all,", "大部分行（但不是全部）"),
    "front.look.none.id": (
        "NO ROW has an id that can be read in {column}: nobody would be counted. Is `encoding` right, and is it "
        "this column?",
        "{column} 中没有一行有可读的标识：不会计入任何人。`encoding` 是否正确？是否应为另一列？",
    ),
    "front.look.none.date": (
        "NO ROW has a date that can be read in {column}: nothing would be counted.",
        "{column} 中没有一行有可读的日期：不会计入任何内容。",
    ),
    "front.look.none.number": (
        "NO ROW has a number that can be read in {column}. Does it have a decimal comma or a unit?",
        "{column} 中没有一行有可读的数值。是否用了逗号作小数点，或带有单位？",
    ),
    "front.look.none.key": (
        "NO ROW has one of the declared keys in {column}: only noise would be published. Are they spelled as in "
        "the data? Capital letters and spaces count.",
        "{column} 中没有一行是所声明的键：发布的将只有噪声。写法是否与数据一致？大小写和空格都算在内。",
    ),
    "front.look.none.among": (
        "NO ROW has one of the keys of `among` in {column}: the choice would be made by chance only. Are they "
        "spelled as in the data? Capital letters and spaces count.",
        "{column} 中没有一行是 `among` 的键：选择将全凭偶然。写法是否与数据一致？大小写和空格都算在内。",
    ),
    "front.look.none.code": (
        "NO ROW has one of the codes of `event` in {column}: nobody would be in the curve. Are `causes` and "
        "`censored` spelled as in the data? Capital letters and spaces count.",
        "{column} 中没有一行是 `event` 的代码：曲线中不会有任何人。`causes` 和 `censored` 的写法是否与数据一致？大"
        "小写和空格都算在内。",
    ),
    "front.look.none.cause": (
        "NO ROW has one of the codes of `causes` in {column}: the curve would show no event, whatever happened. "
        "Are they spelled as in the data? Capital letters and spaces count.",
        "{column} 中没有一行是 `causes` 的代码：无论发生过什么，曲线都不会显示任何事件。写法是否与数据一致？大小写"
        "和空格都算在内。",
    ),
    "front.look.none.censored": (
        "NO ROW has one of the codes of `censored` in {column}. That is right where nobody was lost; otherwise, "
        "are they spelled as in the data? Capital letters and spaces count.",
        "{column} 中没有一行是 `censored` 的代码。若无人失访，这是对的；否则写法是否与数据一致？大小写和空格都算在"
        "内。",
    ),
    "front.look.none.days": (
        "NO ROW lies within {first} and {last} by {column}: only noise would be published. Are the days of "
        "`during` those of this file, and is it this column?",
        "按 {column}，没有一行在 {first} 至 {last} 之内：发布的将只有噪声。`during` 的日期是否属于这个文件？是否应"
        "为另一列？",
    ),
    "front.look.part.id": (
        "{how} have an id that can be read in {column}. The others are left out, because nobody knows whose they "
        "are.",
        "{how}在 {column} 中有可读的标识。其余的行不计入：无从知道它们属于谁。",
    ),
    "front.look.part.date": (
        "{how} have a date that can be read in {column}. What cannot be read is missing: where the release needs "
        "the time, such rows do not count. If they are empty, that may be right.",
        "{how}在 {column} 中有可读的日期。读不出的视为缺失：凡需要时间之处，这些行都不计入。若其余只是空白，也许是"
        "对的。",
    ),
    "front.look.part.number": (
        "{how} have a number that can be read in {column}. The others are missing values. If they are empty, that "
        "may be right; otherwise, do they have a decimal comma or a unit?",
        "{how}在 {column} 中有可读的数值。其余视为缺失。若其余只是空白，也许是对的；否则是否用了逗号作小数点，或带"
        "有单位？",
    ),
    "front.look.part.key": (
        "{how} have one of the declared keys in {column}. The others are not in the table. Are all keys spelled "
        "as in the data? Capital letters and spaces count.",
        "{how}在 {column} 中是所声明的键。其余的行落在表外。所有键的写法是否都与数据一致？大小写和空格都算在内。",
    ),
    "front.look.part.among": (
        "{how} have one of the keys of `among` in {column}. The others cannot be chosen. Are all keys spelled as "
        "in the data? Capital letters and spaces count.",
        "{how}在 {column} 中是 `among` 的键。其余的不可能被选中。所有键的写法是否都与数据一致？大小写和空格都算在"
        "内。",
    ),
    "front.look.part.code": (
        "{how} have one of the codes of `event` in {column}. The others are left out of the curve. Are `causes` "
        "and `censored` complete, and spelled as in the data? Capital letters and spaces count.",
        "{how}在 {column} 中是 `event` 的代码。其余的行不进入曲线。`causes` 和 `censored` 是否完整，写法是否与数据"
        "一致？大小写和空格都算在内。",
    ),
    "front.look.part.days": (
        "{how} lie within {first} and {last} by {column}. The others do not count. Are these the days you mean?",
        "按 {column}，{how}在 {first} 至 {last} 之内。其余的行落在表外。这些是您所指的日期吗？",
    ),
    "front.look.format": (
        'It is read as 2026-01-31. How are its dates written? Say it with `format`: "%m/%d/%Y" for month first, '
        '"%d/%m/%Y" or "%d.%m.%Y" for day first.',
        '现按 2026-01-31 读取。日期是怎样书写的？请用 `format` 说明：月在前为 "%m/%d/%Y"，日在前为 "%d/%m/%Y" 或 "'
        '%d.%m.%Y"。',
    ),
    "front.look.format.said": (
        "It is read as {way}: is that how its dates are written? If not, correct `format`.",
        "现按 {way} 读取：日期是否这样书写？若不是，请改正 `format`。",
    ),
    "front.look.format.turned": (
        'It is read as {way}. If day and month stand the other way round in the file, write format: "{other}".',
        '现按 {way} 读取。若文件中日与月的次序相反，请写 format: "{other}"。',
    ),
    "front.look.lines.none": (
        "Lines of the file that do not count (other cells than the header, or unreadable): none.",
        "文件中不计入的行（单元格数目与表头不同，或无法读取）：没有。",
    ),
    "front.look.lines.some": (
        "Some lines of the file do not count: they have more or fewer cells than the header, open quotation "
        "marks, or more than a mebibyte. Does a text contain the delimiter, or does an export program leave out "
        "empty cells? Then export it again, or as Parquet.",
        "文件中一部分行不计入：单元格数目与表头不同、引号没有闭合，或超过一兆字节。是否有文字含有分隔符，或导出程"
        "序省略了空单元格？那时请重新导出，或写成 Parquet。",
    ),
    "front.look.lines.most": (
        "MOST LINES of the file do not count: they have more or fewer cells than the header, open quotation "
        "marks, or more than a mebibyte. Are `delimiter` and `quote` right, and is the first line the header of "
        "the others?",
        "文件中大部分行不计入：单元格数目与表头不同、引号没有闭合，或超过一兆字节。`delimiter` 和 `quote` 是否正确"
        "？第一行是否为其余各行的表头？",
    ),
    "front.look.lines.all": (
        "ALL LINES of the file do not count: they have more or fewer cells than the header, open quotation marks, "
        "or more than a mebibyte. Are `delimiter` and `quote` right, and is the first line the header of the "
        "others?",
        "文件中全部行都不计入：单元格数目与表头不同、引号没有闭合，或超过一兆字节。`delimiter` 和 `quote` 是否正确"
        "？第一行是否为其余各行的表头？",
    ),
    "front.look.once": (
        "EVENT LEVEL: every value of {column} occurs once. This protects one row (an event), not a person, unless "
        "everybody has one row only. If a person can have several, protect the column that names the person.",
        "事件级保护：{column} 的每个值只出现一次。这保护的是一行（一个事件），而不是一个人，除非每人只有一行。一个"
        "人若可以有多行，请保护标识个人的列。",
    ),
    "front.look.written": (
        "Nothing was spent. The ledger now holds that you looked, and the cards of later releases from this "
        "account say so. Do not take bounds and ranges from a look: `bound: {{choose: {{look: …}}}}` pays for a "
        "search instead.",
        "没有花费。您查看过数据一事已写入账本，本账户以后发布的卡片都会说明。贡献上限和取值范围不得取自查看所得："
        "可用 `bound: {{choose: {{look: …}}}}` 付费查找。",
    ),
}
