import { readFile, rm } from "node:fs/promises";
import { type IsolationProbe, permissionsForRole, type RouteOutput, routes } from "@console/contracts";
import { sql } from "kysely";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Caller, Context } from "../../platform/context.ts";
import type { Database, Db, Isolation } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { type Endpoint, type FileAnswer, handleDirectly } from "../../platform/http/endpoint.ts";
import { actingIn } from "../../platform/http/platform-access.ts";
import { exampleCalls, type Lessons, learn, nameRoute, sortByLessons } from "./example-calls.ts";
import { findMark, findNamedRow, type TenantMarks, tenantMarks } from "./tenant-marks.ts";

type CallableEndpoint = Exclude<Endpoint, { kind: "upload" | "stream" }>;
type Direct = Omit<Context, "db">;
type Outcome = RouteOutput<typeof routes.testIsolation>;
/** `productWords`: all that the product says of itself, which is nobody's secret. */
type Parts = { endpoints: readonly Endpoint[]; database: Database; productWords: string };

/** So many calls that tell something of the tenant are tried by the stranger at each endpoint. */
const mostTries = 3;

/** Nobody's tenant: it has no rows, and none are ever written in its name. */
const stranger: Caller = {
  actor: { kind: "user", uid: "(stranger)", role: "manager", sessionId: null },
  tenantId: "(stranger)",
  permissions: permissionsForRole("manager"),
};

/** The endpoint that lets platform admins see for themselves that a tenant's rows are walled off. */
export function isolationEndpoint(parts: Parts): Endpoint {
  return handleDirectly(routes.testIsolation, (context) => testIsolation(context, parts));
}

/**
 * Makes calls as someone of the tenant until they are answered with something that is the tenant's alone, and makes
 * the same calls as someone of another tenant; then looks at every table. Nothing that is tried is kept.
 */
export async function testIsolation(context: Direct, { endpoints, database, productWords }: Parts): Promise<Outcome> {
  const marks = await tenantMarks(context, database, productWords);
  if (!marks) throw new AppError("not_found", "There is no such tenant.");
  const lessons: Lessons = new Map();
  const probes: IsolationProbe[] = [];
  for (const endpoint of sortByLessons(endpoints.filter(isReadable))) {
    probes.push(await probeEndpoint(context, endpoint, { marks, lessons, database }));
  }
  probes.push(...(await probeTables(marks, database)));
  const listNames = (outcome: IsolationProbe["outcome"]) =>
    probes.filter((probe) => probe.outcome === outcome).map(({ name }) => name);
  await database.inTenant(context.tenantId, (db) =>
    recordAudit(
      { ...context, db },
      {
        act: "tenants.isolation_tested",
        subject: `tenants/${context.tenantId}`,
        details: { probes: probes.length, failed: listNames("failed"), untested: listNames("untested") },
      },
    ),
  );
  return { at: context.now.toISOString(), ids: marks.keys.length, probes };
}

/** What managers may ask, and what changes nothing. */
function isReadable(endpoint: Endpoint): endpoint is CallableEndpoint {
  const { route, kind } = endpoint;
  if (kind === "upload" || kind === "stream" || route.permission === "public") return false;
  return (route.method === "GET" || route.leavesNoNote === true) && stranger.permissions.has(route.permission);
}

type Tools = { marks: TenantMarks; lessons: Lessons; database: Database };
type Answer = { answer: unknown } | { refusal: AppError } | { failure: unknown };

async function probeEndpoint(context: Direct, endpoint: CallableEndpoint, tools: Tools): Promise<IsolationProbe> {
  const { route } = endpoint;
  const { marks, lessons, database } = tools;
  const owner: Caller = {
    actor: { kind: "user", uid: marks.owner, role: "manager", sessionId: null },
    tenantId: marks.tenant.id,
    permissions: stranger.permissions,
  };
  const probe = { kind: "endpoint" as const, name: nameRoute(route) };
  const outcomes: Judgement[] = [];
  let control = "No call fits the input";
  let isAnswered = false;
  for (const input of exampleCalls(route, marks, lessons)) {
    if (outcomes.length >= mostTries) break;
    const own = await ask(context, endpoint, owner, input, database);
    if (!("answer" in own)) {
      if (!isAnswered) control = describeRefusal(own);
      continue;
    }
    isAnswered = true;
    learn(lessons, route, own.answer);
    const mark = findMark(own.answer, marks, input);
    const namedRow = mark === null ? findNamedRow(input, marks) : null;
    if (mark !== null || namedRow !== null) {
      const judgement = judge(await ask(context, endpoint, stranger, input, database), marks, input);
      // Where the answer tells nothing, only a refusal shows that the wall knows whose row it is.
      if (mark !== null || judgement.isRefused || judgement.outcome === "failed") {
        control = mark !== null ? `An answer with "${cut(mark)}"` : `An answer to a call that names "${cut(namedRow)}"`;
        outcomes.push(judgement);
        continue;
      }
    }
    if (outcomes.length === 0) control = "An answer without anything that is this tenant's alone";
  }
  for (const outcome of ["failed", "passed"] as const) {
    const first = outcomes.find((one) => one.outcome === outcome);
    if (first) return { ...probe, outcome, seen: first.seen, calls: outcomes.length, control };
  }
  const evidence = outcomes[0]?.seen ?? "Not asked: there was no call whose answer could give this tenant away";
  return { ...probe, outcome: "untested", calls: outcomes.length, control, seen: evidence };
}

type Judgement = Pick<IsolationProbe, "outcome" | "seen"> & { isRefused: boolean };

const cut = (text: string | null) => text?.slice(0, 60);

/** What a stranger's answer says about the wall, where the tenant's own person is answered the same call. */
function judge(result: Answer, marks: TenantMarks, input: unknown): Judgement {
  if ("failure" in result) return { outcome: "untested", seen: describeRefusal(result), isRefused: true };
  const isRefused = "refusal" in result;
  const mark = findMark(isRefused ? result.refusal.message : result.answer, marks, input);
  if (mark !== null) {
    const where = isRefused ? "refusal" : "answer";
    return { outcome: "failed", seen: `The ${where} holds "${cut(mark)}" of this tenant`, isRefused };
  }
  if (!isRefused) return { outcome: "passed", seen: "An answer without anything of this tenant", isRefused };
  const { kind } = result.refusal;
  // Any other refusal has another reason than the wall.
  if (kind === "not_found") return { outcome: "passed", seen: "Not found", isRefused };
  if (kind === "forbidden") return { outcome: "passed", seen: "Not allowed", isRefused };
  return { outcome: "untested", seen: describeRefusal(result), isRefused };
}

function describeRefusal(result: Exclude<Answer, { answer: unknown }>): string {
  if ("failure" in result) return "Unexpected error. See the log for details";
  return `Refused (${result.refusal.kind}): ${result.refusal.message}`;
}

/** One call as someone would make it, behind the same wall as a call over the network. */
async function ask(
  context: Direct,
  endpoint: CallableEndpoint,
  caller: Caller,
  input: Record<string, unknown>,
  database: Database,
): Promise<Answer> {
  const { route } = endpoint;
  const { origin: _, ...plain } = context;
  try {
    const parsed = route.input.safeParse(input);
    if (!parsed.success) throw new AppError("invalid_input", "The input does not fit.");
    const acting = route.actsIn ? await actingIn(String(input[route.actsIn]), caller, async () => true) : caller;
    return { answer: await run({ ...plain, ...acting }, endpoint, parsed.data, database) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error };
    context.log.error({ err: error, path: route.path }, "Unexpected error in the isolation test");
    return { failure: error };
  }
}

async function run(context: Direct, endpoint: CallableEndpoint, input: Record<string, unknown>, database: Database) {
  if (endpoint.kind === "direct") {
    return endpoint.run(context, input, {
      cookies: undefined,
      setCookie: () => {},
      signal: AbortSignal.timeout(10_000),
    });
  }
  const isolation = endpoint.kind === "file" ? "snapshot" : endpoint.isolation;
  const work = (db: Db) => endpoint.run({ ...context, db }, input);
  const answer: unknown = await undoing(database, context.tenantId, work, isolation);
  return endpoint.kind === "file" ? readAndRemove(answer as FileAnswer) : answer;
}

async function readAndRemove({ path, isTemporary }: FileAnswer): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } finally {
    if (isTemporary) await rm(path, { force: true });
  }
}

async function probeTables({ tables, tenant }: TenantMarks, database: Database): Promise<IsolationProbe[]> {
  const look = (tenantId: string) =>
    undoing(database, tenantId, async (db) => {
      const evidence = new Set<string>();
      for (const { name } of tables) {
        const { rows } = await sql<{ isThere: boolean }>`select exists (
          select 1 from ${sql.table(name)} where tenant_id = ${tenant.id}) as "isThere"`.execute(db);
        if (rows[0]?.isThere) evidence.add(name);
      }
      return evidence;
    });
  const [own, strange] = [await look(tenant.id), await look(stranger.tenantId)];
  return tables.map(({ name }) => {
    const probe = { kind: "table" as const, name, calls: 1 };
    if (strange.has(name)) {
      return { ...probe, outcome: "failed", control: "Rows of this tenant", seen: "Rows of this tenant" };
    }
    return own.has(name)
      ? { ...probe, outcome: "passed", control: "Rows of this tenant", seen: "No row of this tenant" }
      : { ...probe, outcome: "untested", control: "No row", seen: "The tenant has no row here that could be seen" };
  });
}

/** Does something in someone's transaction, and undoes all of it. */
async function undoing<Result>(
  database: Database,
  tenantId: string,
  work: (db: Db) => Promise<Result>,
  isolation: Isolation = "statement",
): Promise<Result> {
  const undone = new Error("What was tried is undone.");
  let result: { value: Result } | null = null;
  await database
    .inTenant(
      tenantId,
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
