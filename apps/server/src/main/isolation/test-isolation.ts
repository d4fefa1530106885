import { type IsolationProbe, pathParameters, permissionsOf, type RouteOutput, routes } from "@console/contracts";
import { sql } from "kysely";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Caller, Context } from "../../platform/context.ts";
import type { Database, Db, Isolation } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { type Endpoint, handleDirectly } from "../../platform/http/endpoint.ts";
import { exampleInput } from "./example-input.ts";
import { markIn, type TenantMarks, tenantMarks } from "./tenant-marks.ts";

type Answered = Extract<Endpoint, { kind: "answer" }>;
type Direct = Omit<Context, "db">;
type Outcome = RouteOutput<typeof routes.testIsolation>;

/** Nobody's tenant: it has no rows, and none are ever written in its name. */
const stranger: Caller = {
  actor: { kind: "user", uid: "(stranger)", role: "manager", sessionId: null },
  tenantId: "(stranger)",
  permissions: permissionsOf("manager"),
};

/** The endpoint that lets those who run the platform see for themselves that a tenant's rows are walled off. */
export function isolationEndpoint(endpoints: readonly Endpoint[], database: Database): Endpoint {
  return handleDirectly(routes.testIsolation, (context) => testIsolation(context, endpoints, database));
}

/**
 * Plays somebody of another tenant who knows ids of this one: at every endpoint that a manager may read from, with each
 * of the ids, and at every table. Nothing that is tried is kept.
 */
export async function testIsolation(
  context: Direct,
  endpoints: readonly Endpoint[],
  database: Database,
): Promise<Outcome> {
  const marks = await database.inTenant(context.tenantId, (db) => tenantMarks({ ...context, db }));
  if (!marks) throw new AppError("not_found", "There is no such tenant.");
  const probes: IsolationProbe[] = [];
  for (const endpoint of endpoints)
    if (isReadable(endpoint)) probes.push(await probe(context, endpoint, marks, database));
  probes.push(...(await probeTables(marks, database)));
  const failed = probes.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
  await database.inTenant(context.tenantId, (db) =>
    recordAudit(
      { ...context, db },
      {
        ...{ act: "tenants.isolation_tested", subject: `tenants/${context.tenantId}` },
        details: { probes: probes.length, failed },
      },
    ),
  );
  return { at: context.now.toISOString(), ids: marks.keys.length, probes };
}

/** What managers may ask, and what changes nothing. */
function isReadable(endpoint: Endpoint): endpoint is Answered {
  const { route, kind } = endpoint;
  if (kind !== "answer" || route.permission === "public") return false;
  return (route.method === "GET" || route.leavesNoNote === true) && stranger.permissions.has(route.permission);
}

async function probe(context: Direct, endpoint: Answered, marks: TenantMarks, database: Database) {
  const { route } = endpoint;
  const takesKeys = pathParameters(route.path).some((name) => name !== "tenantId");
  const keys = takesKeys ? marks.keys : [marks.keys[0] ?? marks.tenant.id];
  const seen = new Map<string, number>();
  const leaks: string[] = [];
  for (const key of keys) {
    const { words, leak } = await ask(context, endpoint, { key, marks, database });
    if (leak) leaks.push(words);
    seen.set(words, (seen.get(words) ?? 0) + 1);
  }
  const summary = [...seen].map(([words, times]) => (times === 1 ? words : `${words} (${times} times)`)).join("; ");
  return {
    ...{ kind: "endpoint" as const, name: `${route.method} ${route.path}`, isPassed: leaks.length === 0 },
    ...{ calls: keys.length, seen: leaks[0] ?? (summary || "There was no id to try") },
  };
}

type Asked = { key: string; marks: TenantMarks; database: Database };

/** One call as the stranger would make it. */
async function ask(context: Direct, { route, run, isolation }: Answered, { key, marks, database }: Asked) {
  const input = route.input.safeParse(exampleInput(route, key, marks.tenant.id));
  if (!input.success) return { words: "Refused: the input does not fit", leak: false };
  const { origin: _, ...plain } = context;
  try {
    const answer = await tried(database, (db) => run({ ...plain, ...stranger, db }, input.data), isolation);
    const mark = markIn(answer, marks, key);
    return mark === null
      ? { words: "An answer without anything of this tenant", leak: false }
      : { words: `The answer holds "${mark.slice(0, 60)}" of this tenant`, leak: true };
  } catch (error) {
    if (!(error instanceof AppError)) {
      context.log.error({ err: error, path: route.path }, "The isolation test met an error that nobody foresaw");
      return { words: "An error that was not foreseen; the log tells more", leak: true };
    }
    const mark = markIn(error.message, marks, key);
    if (mark !== null) return { words: `The refusal holds "${mark.slice(0, 60)}" of this tenant`, leak: true };
    return { words: refusals[error.kind] ?? `Refused (${error.kind})`, leak: false };
  }
}

const refusals: Partial<Record<AppError["kind"], string>> = {
  not_found: "Not found",
  forbidden: "Not allowed",
  invalid_input: "Refused: the input does not fit",
};

async function probeTables({ tables, tenant }: TenantMarks, database: Database): Promise<IsolationProbe[]> {
  return tried(database, async (db) => {
    const probes: IsolationProbe[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ found: boolean }>`select exists (
        select 1 from ${sql.table(name)} where tenant_id = ${tenant.id}) as found`.execute(db);
      const isPassed = rows[0]?.found === false;
      probes.push({
        ...{ kind: "table", name, isPassed, calls: 1 },
        seen: isPassed ? "No row of this tenant" : "Rows of this tenant",
      });
    }
    return probes;
  });
}

/** Does something in the stranger's transaction, and undoes all of it. */
async function tried<Result>(
  database: Database,
  work: (db: Db) => Promise<Result>,
  isolation: Isolation = "statement",
): Promise<Result> {
  const undone = new Error("What was tried is undone.");
  let result: { value: Result } | null = null;
  await database
    .inTenant(
      stranger.tenantId,
      async (db) => {
        result = { value: await work(db) };
        throw undone;
      },
      isolation,
    )
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  if (!result) throw undone;
  return (result as { value: Result }).value;
}
