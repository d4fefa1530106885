import type { LogField, LogTerm } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import { splitWords } from "./line-words.ts";

/** A search whose names of tenants and people are ids already. */
export type LogSearch = { terms: readonly LogTerm[]; since: Date | null; until: Date | null };

const columns = {
  level: "level",
  part: "part",
  tenant: "tenant_id",
  person: "person",
  request: "request_id",
  error: "fingerprint",
} as const satisfies Partial<Record<LogField, string>>;

type Condition = RawBuilder<unknown>;

/** What a kept line must be like, under the name `r`. */
export function lineConditions(search: LogSearch): Condition {
  return joinConditions([...rangeConditions(search), ...fieldConditions(search), ...textConditions(search, hasText)]);
}

/** What an entry of the audit log must be like, which keeps no words to look up. */
export function auditConditions(search: LogSearch): Condition {
  return joinConditions([...rangeConditions(search), ...fieldConditions(search), ...textConditions(search, holdsText)]);
}

/** Whether an entry of the audit log can be among what a search finds, by the fields that it has. */
export function canFindAudit({ terms }: Pick<LogSearch, "terms">): boolean {
  return (["level", "part", "route", "error"] as const).every((field) => {
    const own = { level: "info", part: "audit" }[field as "level" | "part"] ?? null;
    const required = terms.filter((term) => term.field === field && !term.isExcluded);
    const excluded = terms.filter((term) => term.field === field && term.isExcluded);
    const isAllowed = required.length === 0 || required.some(({ value }) => value === own);
    return isAllowed && !excluded.some(({ value }) => value === own);
  });
}

function joinConditions(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function rangeConditions({ since, until }: LogSearch): Condition[] {
  return [...(since ? [sql`r.at >= ${since}`] : []), ...(until ? [sql`r.at < ${until}`] : [])];
}

function fieldConditions({ terms }: LogSearch): Condition[] {
  const fields = new Set(terms.flatMap(({ field }) => (field === "text" ? [] : [field])));
  return [...fields].flatMap((field) => {
    const named = terms.filter((term) => term.field === field);
    const required = named.filter(({ isExcluded }) => !isExcluded).map(({ value }) => value);
    const excluded = named.filter(({ isExcluded }) => isExcluded).map(({ value }) => value);
    return [
      ...(required.length > 0 ? [isAnyOf(field, required)] : []),
      ...(excluded.length > 0 ? [sql`(${isAnyOf(field, excluded)}) is not true`] : []),
    ];
  });
}

function isAnyOf(field: LogField, values: readonly string[]): Condition {
  if (field !== "route") return sql`${sql.ref(`r.${columns[field]}`)} = any(${values}::text[])`;
  // A path without its method means any method.
  return sql`(r.route = any(${values}::text[]) or split_part(r.route, ' ', 2) = any(${values}::text[]))`;
}

function textConditions({ terms }: LogSearch, hasOne: (text: string) => Condition): Condition[] {
  return terms
    .filter(({ field }) => field === "text")
    .map(({ value, isExcluded }) => (isExcluded ? sql`not (${hasOne(value)})` : hasOne(value)));
}

/** A word is found by its beginning; a phrase is then looked for in the text of the lines that have its words. */
function hasText(text: string): Condition {
  const words = splitWords(text);
  const isOneWord = words.length === 1 && words[0] === text.toLowerCase();
  // Words are letters and digits alone, so that nothing in them has a meaning of its own in a query.
  const wanted = words.map((word, place) => `'${word}'${place === words.length - 1 ? ":*" : ""}`).join(" & ");
  const hasWords = sql`array_to_tsvector(r.search_parts) @@ ${wanted}::tsquery`;
  if (isOneWord) return hasWords;
  const inText = sql`position(${text.toLowerCase()} in lower(concat_ws(' ', r.message, r.route,
    r.details -> 'err' ->> 'message'))) > 0`;
  return words.length === 0 ? inText : sql`(${hasWords} and ${inText})`;
}

function holdsText(text: string): Condition {
  return sql`position(${text.toLowerCase()} in lower(r.message)) > 0`;
}
