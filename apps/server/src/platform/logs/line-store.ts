import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import type { LogLine } from "./log-line.ts";

/** Keeps lines, counts them by minutes and hours, and groups the errors among them; lines that are there already are left alone. */
export async function insertLines(db: Db, lines: readonly LogLine[], version: string): Promise<void> {
  await sql`with given as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(at timestamptz, id bigint, level text,
        part text, tenant_id text, person text, request_id text, route text, message text, details jsonb,
        fingerprint text, search_parts text[])
    ), fresh as (
      insert into log_lines (at, id, level, part, tenant_id, person, request_id, route, message, details, fingerprint,
        search_parts)
      select at, id, level, part, tenant_id, person, request_id, route, message, details, fingerprint, search_parts
      from given on conflict (at, id) do nothing
      returning at, level, part, message, fingerprint
    ), counted as (
      insert into log_counts as c (span_seconds, at, part, level, lines)
      select s.seconds, date_trunc(s.unit, f.at, 'UTC'), f.part, f.level, count(*)
      from fresh f cross join (values (60, 'minute'), (3600, 'hour')) s(seconds, unit)
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (span_seconds, at, part, level) do update set lines = c.lines + excluded.lines
    )
    insert into log_groups as g (fingerprint, part, level, message, lines, first_at, last_at, first_version)
    select fingerprint, min(part), (array_agg(level order by at desc))[1], (array_agg(message order by at desc))[1],
      count(*), min(at), max(at), ${version}
    from fresh where fingerprint is not null group by fingerprint order by fingerprint
    on conflict (fingerprint) do update set lines = g.lines + excluded.lines, level = excluded.level,
      message = excluded.message, first_at = least(g.first_at, excluded.first_at),
      last_at = greatest(g.last_at, excluded.last_at)`.execute(db);
}

/** Makes the partitions for all days from one to another, those that are missing. */
export async function makeLogDays(db: Db, first: Date, last: Date): Promise<void> {
  await sql`select make_log_days(${toDay(first)}::date, ${toDay(last)}::date)`.execute(db);
}

/** Drops the days before which nothing is kept. */
export async function dropLogDays(db: Db, before: Date): Promise<void> {
  await sql`select drop_log_days(${toDay(before)}::date)`.execute(db);
}

/** Removes the lines of one part from days that other parts still keep. */
export async function deletePartBefore(db: Db, part: string, before: Date): Promise<void> {
  // across tenants: lines are kept by their part, whomever they are about.
  await sql`delete from log_lines where part = ${part} and at < ${toDay(before)}::date`.execute(db);
  await sql`delete from log_counts where part = ${part} and at < ${toDay(before)}::date`.execute(db);
  await sql`delete from log_groups where part = ${part} and last_at < ${toDay(before)}::date`.execute(db);
}

function toDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
