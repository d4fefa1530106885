import type { listTenantAdoption as contract, RouteOutput, TenantAdoption } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { tenantPeople, tenantRelation } from "../../directory/index.ts";
import { tenantSourceColumns } from "../../sources/index.ts";
import { readUsageBeginning, selectFirstUse } from "../usage/usage-store.ts";

const dayMs = 86_400_000;

type Row = {
  id: string;
  name: string;
  created_at: Date;
  people: number;
  last_login_at: Date | null;
  sources: string[];
  last_data_at: Date | null;
};

/** How far each active tenant has come, and for how long nobody of it signed in. */
export async function listTenantAdoption(
  context: Context,
  { cursor, limit, quietDays, tenant }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const offset = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isSafeInteger(offset) || offset < 0) throw new AppError("invalid_input", "There is no such page.");
  const rows = await selectTenants(context);
  const counted = await readUsageBeginning(context);
  const firstUse = await readFirstUse(context);
  const all = rows
    .filter(({ id }) => tenant === undefined || id === tenant)
    .map((row) => describe(row, { now: context.now, counted, uses: firstUse.get(row.id) ?? new Set() }))
    .sort((a, b) => b.quietDays - a.quietDays || (a.tenant.name < b.tenant.name ? -1 : 1));
  const countQuiet = (days: number) => all.filter((one) => one.quietDays >= days).length;
  const matching = all.filter((one) => one.quietDays >= quietDays);
  return {
    items: matching.slice(offset, offset + limit),
    next: matching.length > offset + limit ? String(offset + limit) : null,
    tenants: all.length,
    quiet14: countQuiet(14),
    quiet30: countQuiet(30),
    countedSince: counted?.toISOString() ?? null,
    asOf: context.now.toISOString(),
  };
}

async function selectTenants({ db }: Context): Promise<Row[]> {
  const id = sql.ref("t.id");
  const { rows } = await sql<Row>`select t.id, t.name, t.created_at, coalesce(p.people, 0) as people, p.last_login_at,
      ${tenantSourceColumns.sources(id)} as sources, ${tenantSourceColumns.lastDataAt(id)} as last_data_at
    from ${tenantRelation} t left join ${tenantPeople} p on p.tenant_id = t.id where t.state = 'active'`.execute(db);
  return rows;
}

async function readFirstUse(context: Context): Promise<Map<string, Set<string>>> {
  const uses = new Map<string, Set<string>>();
  for (const { tenant_id, measure } of await selectFirstUse(context))
    uses.set(tenant_id, (uses.get(tenant_id) ?? new Set()).add(measure));
  return uses;
}

function describe(
  row: Row,
  { now, counted, uses }: { now: Date; counted: Date | null; uses: ReadonlySet<string> },
): TenantAdoption {
  // What a tenant did before it was counted is not known.
  const isWhollyCounted = counted !== null && row.created_at >= counted;
  const stepFor = (isDone: boolean) => (isDone ? ("done" as const) : ("open" as const));
  const countedStep = (measure: string) =>
    uses.has(measure) ? ("done" as const) : isWhollyCounted ? ("open" as const) : ("unknown" as const);
  return {
    tenant: { id: row.id, name: row.name },
    createdAt: row.created_at.toISOString(),
    lastSignInAt: row.last_login_at?.toISOString() ?? null,
    quietDays: Math.max(0, Math.floor((now.getTime() - (row.last_login_at ?? row.created_at).getTime()) / dayMs)),
    people: row.people,
    source: stepFor(row.sources.length > 0),
    data: stepFor(row.last_data_at !== null),
    invited: stepFor(row.people > 0),
    report: countedStep("report_view"),
    question: countedStep("question"),
  };
}
