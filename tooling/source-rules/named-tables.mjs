/** Words after which SQL names a table. */
const beforeTable = new Set(["from", "join", "into", "update", "using", "truncate"]);
/** Words that may stand between those and the name. */
const betweenThem = new Set(["only", "lateral", "table"]);

/** The tables that a piece of SQL names, without those that it makes up itself in a `with`. */
export function namedTables(text) {
  const tokens = text.match(/'(?:[^']|'')*'|[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?|[^\s]/gi) ?? [];
  const words = tokens.map((token) => token.toLowerCase());
  const own = new Set(words.filter((_, index) => isCommonTable(words, index)));
  const names = words.flatMap((word, index) => (beforeTable.has(word) ? namesAfter(words, index + 1) : []));
  return [...new Set(names)].filter((name) => !own.has(name));
}

/** `with name as (` and `, name (columns) as (` */
function isCommonTable(words, index) {
  const before = words[index - 1];
  if (before !== "with" && before !== "recursive" && before !== ",") return false;
  let next = index + 1;
  if (words[next] === "(") next = words.indexOf(")", next) + 1;
  if (words[next] !== "as") return false;
  while (words[next + 1] === "not" || words[next + 1] === "materialized") next += 1;
  return words[next + 1] === "(";
}

/** A list of tables with their aliases, as far as its tables are plain names. */
function namesAfter(words, start) {
  const names = [];
  let index = start;
  for (;;) {
    while (betweenThem.has(words[index])) index += 1;
    const name = words[index];
    if (name === undefined || !/^[a-z_]/.test(name)) return names;
    names.push(name.replace(/^public\./, ""));
    index += 1;
    if (words[index] === "as") index += 1;
    if (/^[a-z_]/.test(words[index] ?? "") && words[index + 1] === ",") index += 1;
    if (words[index] !== ",") return names;
    index += 1;
  }
}
