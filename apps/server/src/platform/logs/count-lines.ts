import { errorLevels } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import { auditAsLines } from "../audit/entry-store.ts";
import type { Db } from "../db/database.ts";
import { auditConditions, canFindAudit, type LogSearch, lineConditions } from "./line-conditions.ts";

export type Bar = { at: Date; lines: number; warnings: number; errors: number };
/** `countedSince`: lines before it were too many to be counted; null when all are. */
export type Histogram = { stepSeconds: number; bars: Bar[]; countedSince: Date | null };

const minute = 60;
const hour = 3600;
const steps = [1, 5, 15, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 86_400, 7 * 86_400];
const mostBars = 100;
/** So many of the newest lines are counted one by one. */
const mostCounted = 50_000;

type BoundedSearch = LogSearch & { since: Date; until: Date };
type Count = { at: Date; level: string; lines: number };

/** How many lines a search finds in each piece of its range. */
export async function countBars(db: Db, search: BoundedSearch, most = mostCounted): Promise<Histogram> {
  const seconds = Math.max(1, (search.until.getTime() - search.since.getTime()) / 1000);
  const stepSeconds = steps.find((step) => seconds / step <= mostBars) ?? 7 * 86_400;
  const isCounted = stepSeconds >= minute && search.terms.every(({ field }) => countedFields.has(field));
  const { counts, countedSince } = isCounted
    ? { counts: await selectCounts(db, search, stepSeconds), countedSince: null }
    : await countRows(db, search, stepSeconds, most);
  const audit = canFindAudit(search) ? await countAudit(db, search, stepSeconds) : [];
  return { stepSeconds, bars: toBars([...counts, ...audit], search, stepSeconds), countedSince };
}

const countedFields = new Set<string>(["level", "part"]);

/** Pieces begin at whole steps, so that bars stay where they are while the range moves. */
const pieceOf = (column: RawBuilder<unknown>, stepSeconds: number) =>
  sql`date_bin(make_interval(secs => ${stepSeconds}), ${column}, timestamptz '2001-01-01 00:00:00Z')`;

/** From the counts of minutes or hours, which know level and part. */
async function selectCounts(db: Db, search: BoundedSearch, stepSeconds: number): Promise<Count[]> {
  const span = stepSeconds >= hour ? hour : minute;
  const whole = { ...search, since: floorTo(search.since, span) };
  const { rows } = await sql<Count>`select ${pieceOf(sql`r.at`, stepSeconds)} as at, r.level, sum(r.lines)::int as lines
    from log_counts as r where r.span_seconds = ${span} and ${lineConditions(whole)} group by 1, 2`.execute(db);
  return rows;
}

async function countRows(db: Db, search: BoundedSearch, stepSeconds: number, most: number) {
  // across tenants: platform admins read the lines of all.
  const { rows } = await sql<Count & { first: Date }>`select ${pieceOf(sql`n.at`, stepSeconds)} as at, n.level,
      count(*)::int as lines, min(n.at) as first
    from (select r.at, r.level from log_lines as r where ${lineConditions(search)} order by r.at desc limit ${most}) n
    group by 1, 2`.execute(db);
  const isCut = rows.reduce((sum, { lines }) => sum + lines, 0) >= most;
  const countedSince = isCut ? new Date(Math.min(...rows.map(({ first }) => first.getTime()))) : null;
  return { counts: rows as Count[], countedSince };
}

/** How many lines a search finds, counted no further than `most`. */
export async function countUpTo(db: Db, search: LogSearch, most: number): Promise<number> {
  const cut = (relation: RawBuilder<unknown>, conditions: RawBuilder<unknown>) =>
    sql`(select 1 from ${relation} as r where ${conditions} limit ${most})`;
  const both = [
    cut(sql`log_lines`, lineConditions(search)),
    ...(canFindAudit(search) ? [cut(auditAsLines, auditConditions(search))] : []),
  ];
  // across tenants: platform admins read the lines of all.
  const { rows } = await sql<{ lines: number }>`select count(*)::int as lines
    from (select 1 from (${sql.join(both, sql` union all `)}) as n limit ${most}) as r`.execute(db);
  return rows[0]?.lines ?? 0;
}

async function countAudit(db: Db, search: BoundedSearch, stepSeconds: number): Promise<Count[]> {
  const { rows } = await sql<Count>`select ${pieceOf(sql`r.at`, stepSeconds)} as at, r.level, count(*)::int as lines
    from ${auditAsLines} as r where ${auditConditions(search)} group by 1, 2`.execute(db);
  return rows;
}

function floorTo(at: Date, seconds: number): Date {
  const stepMs = seconds * 1000;
  return new Date(Math.floor((at.getTime() - origin) / stepMs) * stepMs + origin);
}

const origin = Date.parse("2001-01-01T00:00:00Z");

function toBars(counts: readonly Count[], { since, until }: BoundedSearch, stepSeconds: number): Bar[] {
  const bars = new Map<number, Bar>();
  for (let at = floorTo(since, stepSeconds); at < until; at = new Date(at.getTime() + stepSeconds * 1000))
    bars.set(at.getTime(), { at, lines: 0, warnings: 0, errors: 0 });
  for (const { at, level, lines } of counts) {
    const bar = bars.get(at.getTime());
    if (!bar) continue;
    bar.lines += lines;
    if (level === "warn") bar.warnings += lines;
    if (errorLevels.some((one) => one === level)) bar.errors += lines;
  }
  return [...bars.values()];
}
