import { type LogTerm, parseLogQuery } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { LogSearch } from "../../platform/logs/line-conditions.ts";
import { peopleRelation, tenantRelation } from "../directory/index.ts";

type Input = { query: string; since?: string | undefined; until?: string | undefined };

/** A search as it was written, with tenants and people by their ids: people write their names. */
export async function resolveSearch(context: Context, { query, since, until }: Input): Promise<LogSearch> {
  const search = {
    terms: await resolveTerms(context, parseLogQuery(query)),
    since: since === undefined ? null : new Date(since),
    until: until === undefined ? null : new Date(until),
  };
  if (search.since && search.until && search.since >= search.until)
    throw new AppError("invalid_input", "The range ends before it begins.", {
      fields: { until: "Choose a later end." },
    });
  return search;
}

async function resolveTerms({ db }: Context, terms: readonly LogTerm[]): Promise<LogTerm[]> {
  const namings: Partial<Record<LogTerm["field"], (name: string) => RawBuilder<{ id: string }>>> = {
    tenant: (name) =>
      sql`select t.id from ${tenantRelation} as t where t.id = ${name} or lower(t.name) = lower(${name})`,
    person: (name) => sql`select u.uid as id from ${peopleRelation} as u
      where u.uid = ${name} or lower(u.email) = lower(${name}) or lower(u.name) = lower(${name})`,
  };
  const resolved: LogTerm[] = [];
  for (const term of terms) {
    const naming = namings[term.field];
    const { rows } = naming ? await naming(term.value).execute(db) : { rows: [] };
    if (rows.length === 0) resolved.push(term);
    for (const { id } of rows) resolved.push({ ...term, value: id });
  }
  return resolved;
}
