import { countCurrencyDigits } from "@console/figures/currency";
import { CompiledQuery, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { FigureSettings } from "../compile/plan.ts";
import type { OwnField } from "../model/own-fields.ts";
import { registry as productRegistry, type Registry } from "../model/registry.ts";
import { withOwnFields } from "../model/registry-with-own-fields.ts";

type Scope = Pick<Context, "db" | "tenantId">;
/** Whoever is confined to a part of the facts sees none of the fields that the tenant keeps of its own. */
type FigureScope = Scope & Pick<Context, "confined">;

/** The first and the last day with facts of one table, and when the last of them came in. */
export type FactState = { fact: string; firstDay: string | null; lastDay: string | null; ingestedAt: string };

/** What every answer depends on: the tenant's settings, the state of its facts, and the rollups that it has. */
export type TenantMetricState = {
  settings: FigureSettings;
  states: FactState[];
  activeRollups: ReadonlySet<number>;
  dirtyDays: ReadonlyMap<string, readonly string[]>;
  lastDays: ReadonlyMap<string, string>;
  ownFields: readonly OwnField[];
  /** What can be asked of the tenant's facts: by its own fields too. */
  registry: Registry;
};

/** Runs a SELECT that was compiled from a question. */
export async function runCompiled<Row>(
  { db }: Scope,
  { text, values }: { text: string; values: unknown[] },
): Promise<Row[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return rows as Row[];
}

/** Runs such a SELECT a page at a time: sorted once, and never more than a page in memory. */
export async function* readInPages<Row>(
  { db }: Scope,
  { text, values }: { text: string; values: unknown[] },
  { name, pageSize }: { name: string; pageSize: number },
): AsyncGenerator<Row[], void> {
  await db.executeQuery(CompiledQuery.raw(`declare ${name} no scroll cursor for ${text}`, values));
  let isRead = false;
  while (!isRead) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(`fetch ${pageSize} from ${name}`));
    if (rows.length > 0) yield rows as Row[];
    isRead = rows.length < pageSize;
  }
  // A walk that is left early ends with its transaction.
  await db.executeQuery(CompiledQuery.raw(`close ${name}`));
}

/**
 * A tenant's settings for figures and the state of its facts, in one round trip. A question that
 * follows must see the same rows, which `SnapshotContext` makes sure of. A tenant without a document has the defaults.
 */
export async function loadMetricState({ db, tenantId, confined }: FigureScope): Promise<TenantMetricState> {
  const { rows } = await sql<{
    timeZone: string;
    currency: string;
    grace: number;
    states: FactState[];
    kept: number[];
    marks: Record<string, string[]>;
    ownFields: OwnField[];
  }>`select time_zone as "timeZone", currency, grace, states, kept, marks, own_fields as "ownFields"
    from tenant_figures(${tenantId})`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The settings of the tenant could not be read.");
  const { timeZone, currency, grace, states, kept, marks } = row;
  const settings = { timeZone, currency, currencyDigits: countCurrencyDigits(currency), graceSeconds: grace * 60 };
  const lastDays = new Map(states.flatMap(({ fact, lastDay }) => (lastDay ? [[fact, lastDay] as const] : [])));
  const ownFields = confined ? [] : row.ownFields;
  return {
    settings,
    states,
    activeRollups: new Set(kept),
    dirtyDays: new Map(Object.entries(marks)),
    lastDays,
    ownFields,
    registry: withOwnFields(productRegistry, ownFields),
  };
}

/** The ids of members by their names. */
export async function findMembers(
  { db, tenantId }: Scope,
  dimension: string,
  names: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from members
    where tenant_id = ${tenantId} and dimension = ${dimension} and name = any(${names}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Names of members after one of them, in their order; `search` is a part of the name. */
export async function selectMemberNames(
  { db, tenantId }: Scope,
  { dimension, search, after, limit }: { dimension: string; search: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from members
    where tenant_id = ${tenantId} and dimension = ${dimension} and name > ${after}
      and (${search} = '' or strpos(lower(name), lower(${search})) > 0)
    order by name limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

/** The first and the last day of the facts in some tables; those without any are left out. */
export async function selectDataDays(
  { db, tenantId }: Scope,
  facts: readonly string[],
): Promise<{ fact: string; first: string; last: string }[]> {
  const parts = facts.map(
    (fact) => sql`select ${fact}::text as fact, min(day)::text as first, max(day)::text as last
      from ${sql.table(fact)} where tenant_id = ${tenantId} having min(day) is not null`,
  );
  const { rows } = await sql<{
    fact: string;
    first: string;
    last: string;
  }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}
