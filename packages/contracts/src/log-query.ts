/** What a log line can be searched by beside its words, each written as `field:value`. `error` is the group of like errors. */
export const logFields = ["level", "part", "tenant", "person", "request", "route", "error"] as const;
export type LogField = (typeof logFields)[number];

/** One part of a search: a line must have it, or must not. A text of several words is a phrase. */
export type LogTerm = { field: LogField | "text"; value: string; isExcluded: boolean };

const longestTerm = 200;
const mostTerms = 30;
const token = /(-?)(?:([a-z]+):)?(?:"((?:[^"\\]|\\.)*)"?|(\S+))/gy;

function isField(name: string | undefined): name is LogField {
  return name !== undefined && (logFields as readonly string[]).includes(name);
}

/** Reads a search such as `level:error tenant:acme "timed out" -part:mail`. What is no field is a text that is looked for. */
export function parseLogQuery(query: string): LogTerm[] {
  const terms: LogTerm[] = [];
  let place = 0;
  while (place < query.length && terms.length < mostTerms) {
    place += /^\s*/.exec(query.slice(place))?.[0].length ?? 0;
    token.lastIndex = place;
    const match = token.exec(query);
    if (!match) break;
    place = token.lastIndex;
    const [whole, minus = "", name, quoted, bare = ""] = match;
    const value = (quoted === undefined ? bare : quoted.replace(/\\(.)/g, "$1")).trim().slice(0, longestTerm);
    const isExcluded = minus === "-";
    if (isField(name)) {
      if (value !== "") terms.push({ field: name, value, isExcluded });
      continue;
    }
    // A name that is no field belongs to the text, as in `http://host`.
    const text = (name === undefined ? value : whole.slice(minus.length)).slice(0, longestTerm);
    if (text !== "" && text !== "-") terms.push({ field: "text", value: text, isExcluded });
  }
  return terms;
}

/** Writes a search so that reading it gives the same terms. */
export function writeLogQuery(terms: readonly LogTerm[]): string {
  return terms.map(writeLogTerm).join(" ");
}

/** Writes one term of a search. */
export function writeLogTerm({ field, value, isExcluded }: LogTerm): string {
  const isPlain = /^[^\s"\\-][^\s"\\]*$/.test(value) && (field !== "text" || !/^[a-z]+:/.test(value));
  const text = isPlain ? value : `"${value.replace(/["\\]/g, "\\$&")}"`;
  return `${isExcluded ? "-" : ""}${field === "text" ? "" : `${field}:`}${text}`;
}

/** The search with one term more, in the place of its opposite if that is there. */
export function addLogTerm(query: string, term: LogTerm): string {
  const others = parseLogQuery(query).filter(({ field, value }) => field !== term.field || value !== term.value);
  return writeLogQuery([...others, term]);
}

/** The search without the term at a place. */
export function removeLogTerm(query: string, place: number): string {
  return writeLogQuery(parseLogQuery(query).filter((_, index) => index !== place));
}
