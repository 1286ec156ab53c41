"""What refusals say, so that a reader of another language can be told the same. Used by the command line alone."""

from typing import Final

REFUSALS: Final[dict[str, tuple[str, str]]] = {
    "refusal.unknown_field": ("unknown field {name}", "未知的字段 {name}"),
    "refusal.missing_field": ("the field {name} is missing", "缺少字段 {name}"),
    "refusal.add_field": ("add `{name}: …`", "请加上 `{name}: …`"),
    "refusal.twice": ("the field is written twice", "同一字段写了两次"),
    "refusal.first_at": ("first at line {line}", "第一次在第 {line} 行"),
    "refusal.unknown_value": ("unknown value {word}", "未知的取值 {word}"),
    "refusal.did_you_mean": ("did you mean {word}?", "您是否想写 {word}？"),
    "refusal.one_of": ("one of {words}", "可选：{words}"),
    "refusal.expected_fields": ("expected fields, found {kind}", "此处应为若干字段，却是{kind}"),
    "refusal.expected_list": ("expected a list, found {kind}", "此处应为列表，却是{kind}"),
    "refusal.expected_text": ("expected text, found {kind}", "此处应为文本，却是{kind}"),
    "refusal.expected_number": ("expected a number, found {kind}", "此处应为数字，却是{kind}"),
    "refusal.expected_flag": ("expected true or false, found {kind}", "此处应为 true 或 false，却是{kind}"),
    "refusal.kind_mapping": ("a mapping", "一组字段"),
    "refusal.kind_list": ("a list", "列表"),
    "refusal.kind_nothing": ("nothing", "空白"),
    "refusal.kind_text": ("text", "文本"),
    "refusal.pairs": ("write `name: value` pairs", "请写成 `name: value` 的形式"),
    "refusal.above": ("must be above {bound}, got {value}", "必须大于 {bound}，现为 {value}"),
    "refusal.at_least": ("must be at least {bound}, got {value}", "不得小于 {bound}，现为 {value}"),
    "refusal.below": ("must be below {bound}, got {value}", "必须小于 {bound}，现为 {value}"),
    "refusal.at_most": ("must be at most {bound}, got {value}", "不得大于 {bound}，现为 {value}"),
    "refusal.whole": ("must be a whole number, got {value}", "必须是整数，现为 {value}"),
    "refusal.number": ("{value} is not a number", "{value} 不是数字"),
    "refusal.finite": ("{value} is not a finite number", "{value} 不是有限的数"),
    "refusal.plain_number": ("write a plain number such as 0.5", "请写成普通数字，例如 0.5"),
    "refusal.point": ("with a point: {number}", "小数点用点号：{number}"),
    "refusal.point_not_comma": ("a number has a point, not a comma: 0.5", "小数点用点号，不用逗号：0.5"),
    "refusal.cannot_read": ("cannot read it: {reason}", "无法读取：{reason}"),
    "refusal.no_such_file_or_directory": ("no such file or directory", "没有这个文件"),
    "refusal.check_path": ("check the path", "请检查路径"),
    "refusal.not_utf": ("not UTF-8 text", "不是 UTF-8 文本"),
    "refusal.save_utf": ("save the file as UTF-8", "请将文件另存为 UTF-8"),
    "refusal.yaml": ("not readable YAML: {problem}", "不是可读的 YAML：{problem}"),
    "refusal.tabs": ("use spaces, not tabs", "请用空格，不要用制表符"),
    "refusal.empty": ("the file is empty", "文件是空的"),
    "refusal.question": ("a question of the draft is not answered yet", "草稿中还有问题没有回答"),
    "refusal.answer_lines": (
        "put your answer in place of ____; not answered yet: lines {lines}",
        "请把 ____ 换成您的答案；尚未回答的行：{lines}",
    ),
    "refusal.answer_line": (
        "put your answer in place of ____; not answered yet: line {line}",
        "请把 ____ 换成您的答案；尚未回答的行：{line}",
    ),
    "refusal.day": ("{text} is not a day", "{text} 不是日期"),
    "refusal.day_form": ("write it as 2026-01-31", "请写成 2026-01-31 的形式"),
    "refusal.two_ends": ("give two ends", "请写出两端"),
    "refusal.ends_order": ("the lower end must be below the upper end", "下端必须小于上端"),
    "refusal.no_thing": ("this entry does not say what to publish", "这一条没有说要发布什么"),
    "refusal.nothing_to_publish": ("nothing to publish", "没有要发布的内容"),
    "refusal.not_declared": ("the column {name} is not declared", "没有声明列 {name}"),
    "refusal.no_column": (
        "the data has no column {name}; its header has {count}",
        "数据中没有列 {name}；表头共有 {count} 列",
    ),
    "refusal.near": (
        "did you mean {name}? Nothing was read or spent",
        "您是否想写 {name}？没有读取数据，也没有花费",
    ),
    "refusal.otherwise": (
        "all names are found with {words} in `source`. Nothing was read or spent",
        "若在 `source` 中写上 {words}，各列都能找到。没有读取数据，也没有花费",
    ),
    "refusal.not_a_header": (
        "none of the declared names is there: is the first line a header, and is this the file? Nothing was read "
        "or spent",
        "所声明的列名一个也没有：第一行是表头吗？是这个文件吗？没有读取数据，也没有花费",
    ),
    "refusal.first_line_is_a_row": (
        "the first line looks like a row, not like names of columns",
        "第一行看起来是一行数据，而不是列名",
    ),
    "refusal.first_line_with_names": (
        "add a first line with names; if it does name the columns: --header",
        "请在文件首行写上列名；若第一行确实是列名：--header",
    ),
    "refusal.as_they_stand": (
        "Names are compared as they are written, capitals and spaces too: compare it with the first line. Nothing "
        "was read or spent",
        "列名按原样比较，大小写和空格也算在内：请与第一行对照。没有读取数据，也没有花费",
    ),
    "refusal.lines_of_a_cell": (
        "if a cell continues over several lines, one row can hide other rows, and no price covers that",
        "一个单元格若可跨多行，一行数据就能隐藏其他行，没有价格可以涵盖",
    ),
    "refusal.lines_of_a_cell.mend": (
        "keep the rows as Parquet or in a database, or write new lines in cells as spaces",
        "请将数据存为 Parquet 或放入数据库，或把单元格中的换行写成空格",
    ),
    "refusal.own_lookup": (
        "the rows are private, and are their own public lookup",
        "数据行是私有的，却被用作自己的公开对照表",
    ),
    "refusal.own_lookup.mend": (
        "a lookup that is public is a file or table of its own, and no view of the rows",
        "公开的对照表须是另外的文件或表，也不能是数据行的视图",
    ),
    "refusal.nothing_spent": ("nothing was read and nothing was spent", "没有读取数据，也没有花费"),
    "refusal.no_file": ("no such file: {file}", "没有这个文件：{file}"),
    "refusal.beside": ("a relative path starts at the folder of the spec", "相对路径以请求文件所在的文件夹为准"),
    "refusal.no_ledger": ("there is no ledger at {place}", "{place} 处没有账本"),
    "refusal.make_ledger": (
        "open the first account and it is made: {command}; if it is somewhere else: --ledger PLACE or "
        "EPSILOG_LEDGER",
        "开立第一个账户即可建立：{command}；若在别处：--ledger PLACE 或 EPSILOG_LEDGER",
    ),
    "refusal.open_it": ("open it: {command}", "请开立：{command}"),
    "refusal.no_account": ("no account {name}", "没有账户 {name}"),
    "refusal.taken": (
        "this name and edition belong to a release of another request, which was changed since",
        "这个名称和这一期属于另一份请求的发布，请求此后有过改动",
    ),
    "refusal.new_edition_or_old": (
        "a changed request needs a new edition; the stored release comes back for the request as it was",
        "改动过的请求需要新的一期；用原来的请求可取回已保存的发布",
    ),
    "refusal.given_back": (
        "this key was given back and is used up; nothing is spent for it",
        "这个编号已退还并用掉；没有为它花费任何预算",
    ),
    "refusal.forfeited": (
        "this key was forfeited: its release failed or was stopped after data was opened. Its price is spent, and "
        "nothing will be drawn again under it",
        "这个编号已作废：发布在打开数据之后失败或中止。费用已经花掉，也不会再次抽取",
    ),
    "refusal.new_edition_or_refund": (
        "give the request a new edition, at a new price; two people who did not ask for it may state that nothing "
        "left the machine: {command}",
        "请给请求换成新的一期，另付费用；若没有任何内容流出，可由两位并非请求者的人声明：{command}",
    ),
    "refusal.values_elsewhere": (
        "the folder holds published values of another stream, or of this one in another ledger",
        "这个文件夹里有另一个实时序列的已发布数值，或同一序列在另一账本下的数值",
    ),
    "refusal.state_elsewhere": (
        "the private folder holds the state of another stream, or of this one in another ledger",
        "私有文件夹里有另一个实时序列的状态，或同一序列在另一账本下的状态",
    ),
    "refusal.opened_elsewhere": (
        "--ledger PLACE where it was opened; for a new stream --out ANOTHER",
        "用 --ledger PLACE 指明开启它的账本；新的序列请用 --out ANOTHER",
    ),
    "refusal.new_edition": ("give the request a new edition", "请给请求换成新的一期"),
    "refusal.cannot_pay": (
        "{account} cannot pay: the release costs {price}, {left} is left",
        "{account} 不足以支付：本次发布需 {price}，尚余 {left}",
    ),
    "refusal.ways_out": (
        "spend less, publish fewer cells, or have two people raise the cap",
        "请少花一些、少发布一些单元格，或由两人同意提高额度",
    ),
    "refusal.folder_other": ("the folder holds something else", "文件夹里有别的东西"),
    "refusal.out_or_empty": ("--out ANOTHER, or empty it", "用 --out 另选一处，或清空它"),
    "refusal.no_folder": ("there is no such folder", "没有这个文件夹"),
    "refusal.key_missing": ("there is no signing key {file}", "没有签名密钥 {file}"),
    "refusal.key_open": (
        "other people than its owner may use the signing key {file}",
        "除所有者外，他人也可使用签名密钥 {file}",
    ),
    "refusal.key_chmod": (
        "chmod 600 {file}; if somebody may have read it, make a new one",
        "chmod 600 {file}；若可能已被人读取，请另建一个",
    ),
    "refusal.key_empty": ("the file of the signing key {file} is empty", "签名密钥文件 {file} 是空的"),
    "refusal.key_forbidden": ("the signing key {file} may not be read here", "此处无权读取签名密钥 {file}"),
    "refusal.key_unreadable": ("{file} holds no readable signing key", "{file} 中没有可读的签名密钥"),
    "refusal.key_other": ("{file} is not an Ed25519 key", "{file} 不是 Ed25519 密钥"),
    "refusal.key_make": (
        "point at the file of a key, or make one: epsilog ledger anchor --new-key FILE",
        "请指明密钥文件，或新建一个：epsilog ledger anchor --new-key FILE",
    ),
    "refusal.series_open": (
        "a live series of this spec is open: {done} of {total} ticks are published",
        "按此请求的实时序列已经开启：{total} 个时段中已发布 {done} 个",
    ),
    "refusal.series_closed": (
        "a live series of this spec was closed: {done} of {total} ticks were published",
        "按此请求的实时序列已经关闭：{total} 个时段中发布了 {done} 个",
    ),
    "refusal.stream_open_hint": (
        "epsilog stream status SPEC says how far it is, epsilog stream run SPEC continues it; a release of the "
        "same rows needs an edition of its own",
        "epsilog stream status SPEC 说明进度，epsilog stream run SPEC 继续运行；若要将同样的行作为一次发布，须另用"
        "新的一期",
    ),
    "refusal.stream_not_here": (
        "no stream of this spec was found in the ledger {place}",
        "在账本 {place} 中没有找到按此请求开启的实时序列",
    ),
    "refusal.stream_no_ledger": (
        "no stream of this spec was found: there is no ledger at {place}",
        "没有找到按此请求开启的实时序列：{place} 处没有账本",
    ),
    "refusal.stream_elsewhere": (
        "if it was opened under another ledger: --ledger PLACE or EPSILOG_LEDGER; only if it is new: {command}",
        "若它在另一账本下开启：--ledger PLACE 或 EPSILOG_LEDGER；只有新的序列才用：{command}",
    ),
    "refusal.all_stopped": ("the whole ledger is stopped: {why}", "整个账本已停用：{why}"),
    "refusal.stopped": ("{account} is stopped: {why}", "{account} 已停用：{why}"),
    "refusal.resume": ("two people may resume it: epsilog ledger resume", "可由两人恢复：epsilog ledger resume"),
    "refusal.no_ledger_file": ("the database could not be used ({kind})", "数据库无法使用（{kind}）"),
    "refusal.right_file": (
        "see whether it is the file of a ledger; if it was one, it is damaged: epsilog ledger restore BACKUP",
        "请查看这是不是账本文件；若原来是，则已损坏：epsilog ledger restore BACKUP",
    ),
    "refusal.exists": ("this file exists already", "这个文件已经存在"),
    "refusal.entries": (
        "a list is [a, b], or lines that begin with `- `",
        "列表写成 [a, b]，或以 `- ` 开头的若干行",
    ),
    "refusal.in_quotes": ('text may stand in quotes: "…"', '文本可以放在引号里："…"'),
    "refusal.flag": ("write true or false, without quotes", "请写 true 或 false，不加引号"),
    "refusal.field_epsilon": (
        "such as 0.5: a smaller number is more private and less exact",
        "例如 0.5：越小越保密，也越不精确",
    ),
    "refusal.field_delta": (
        "0 for pure epsilon, or a tiny number such as 1e-8",
        "纯 ε 写 0，否则写很小的数，例如 1e-8",
    ),
    "refusal.field_rows": (
        "such as 4: so many rows of one unit count, further ones are left out",
        "例如 4：每个受保护单位最多计入这么多行，其余不计",
    ),
    "refusal.field_cells": (
        "such as 4: one unit counts in so many cells of a table, and not in further ones",
        "例如 4：每个受保护单位最多计入表中这么多格，其余不计",
    ),
    "refusal.field_rows_per_cell": (
        "such as 1: so many rows of one unit count in one cell",
        "例如 1：每个受保护单位在一格中最多计入这么多行",
    ),
    "refusal.field_expect": ("such as 200: a public guess of a typical number", "例如 200：对典型数值的公开估计"),
    "refusal.field_error": (
        'such as 25, or "5%" with `expect`: how far off a number may be',
        '例如 25，或配合 `expect` 写 "5%"：一个数可以偏差多少',
    ),
    "refusal.field_weight": (
        "such as 2: twice as important as an entry of weight 1",
        "例如 2：重要性是权重为 1 的条目的两倍",
    ),
    "refusal.from_to": ("a number from {low} to {high}", "应为 {low} 至 {high} 之间的数"),
    "refusal.number_above": ("a number above {low}", "应为大于 {low} 的数"),
    "refusal.such_as": ("such as {number}", "例如 {number}"),
    "refusal.or_text": ("{advice}; in quotes it is text", "{advice}；若是文本，请加引号"),
    "refusal.no_fraction": ("without a fraction, such as {number}", "不带小数，例如 {number}"),
    "refusal.folder": ("a folder, not a file", "这是文件夹，不是文件"),
    "refusal.name_file": ("name the file in it, such as visits.yaml", "请写出其中的文件，例如 visits.yaml"),
    "refusal.not_regular": ("not a regular file", "不是普通文件"),
    "refusal.open_quote": ("line {line} opens a quote and does not close it", "第 {line} 行的引号没有闭合"),
    "refusal.open_bracket": (
        "line {line} opens {sign}: is it closed, with a comma between its parts?",
        "第 {line} 行打开了 {sign}：是否已闭合，各部分之间是否有逗号？",
    ),
    "refusal.begins_with": ("text that begins with {sign} stands in quotes", "以 {sign} 开头的文本要放在引号里"),
    "refusal.holds_colon": (
        'text that holds `: ` stands in quotes: "a: b"',
        '含有 `: ` 的文本要放在引号里："a: b"',
    ),
    "refusal.no_colon": (
        "line {line} has no colon: a field is `name: value`",
        "第 {line} 行没有冒号：字段写成 `name: value`",
    ),
    "refusal.colon_blank": (
        "a colon and a space follow the name of a field: `name: value`",
        "字段名之后是冒号和空格：`name: value`",
    ),
    "refusal.same_column": (
        "fields of one level begin in the same column, and each is `name: value`",
        "同一层的字段从同一列开始，每个写成 `name: value`",
    ),
    "refusal.no_by": ("says no column with its keys", "没有写出任何列及其取值"),
    "refusal.some_by": ("{example}, or leave `by` out", "{example}，或去掉 `by`"),
    "refusal.window_per": (
        "a window is a number of periods: say how long one of them is",
        "窗口是若干个时段：请说明一个时段有多长",
    ),
    "refusal.window_per_hint": (
        "--per 1h protects a person within any {ticks} hours in a row, --per 1d within any {same} days",
        "--per 1h 保护任意连续 {ticks} 小时内的一个人，--per 1d 则是任意连续 {same} 天内",
    ),
    "refusal.near_or_open": ("{near} If it is new, open it: {command}", "{near} 若确是新账户，请开立：{command}"),
    "refusal.too_wide": ("the noise would be wider or narrower than can be drawn", "噪声会宽到或窄到无法抽取"),
    "refusal.too_wide_hint": (
        "use a coarser grain, tighter bounds, or another budget",
        "请用更粗的粒度、更紧的贡献上限，或另一份预算",
    ),
    "refusal.extreme_grain": ("a grain lies between 1e-100 and 1e100", "粒度在 1e-100 与 1e100 之间"),
    "refusal.extreme_grain_hint": (
        "count in another unit, such as metres instead of millimetres",
        "换一个单位计数，例如用米，不用毫米",
    ),
    "refusal.failed_trial": (
        "a trial of this plan failed ({kind}), and so might the release; nothing was spent",
        "这份计划的试抽失败（{kind}），发布也可能失败；没有任何花费",
    ),
    "refusal.plain_letters": (
        "letters stand for themselves here; codes begin with %",
        "字母在这里只代表自身；代码以 % 开头",
    ),
}
