import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Context, systemCaller } from "../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { insertTenant } from "../directory/index.ts";
import { sourcesJobs } from "./create-sources.ts";

/** A list of sales that another system serves, with the faults that a test asks for. */
let rows: Record<string, unknown>[] = [];
let faults: (() => { status: number; body: string } | null)[] = [];
let served: string[] = [];
/** Pages wait for it. */
let gate: Promise<void> | null = null;
let server: Server;
let address: string;
let testApp: TestApp;
const admin = signedInAs("admin");
const tenantId = "north";

beforeAll(async () => {
  server = createServer(async (request, response) => {
    served.push(request.url ?? "");
    await gate;
    const fault = faults.shift()?.();
    if (fault) return void response.writeHead(fault.status).end(fault.body);
    if (request.headers["x-key"] !== "let me in") return void response.writeHead(401).end("{}");
    const url = new URL(request.url ?? "", "http://source");
    const [page, limit] = [Number(url.searchParams.get("page")), Number(url.searchParams.get("limit"))];
    response.end(JSON.stringify({ sales: rows.slice((page - 1) * limit, page * limit) }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sales`;
  testApp = await createTestApp();
  await testApp.startJobs(sourcesJobs(testApp.sources));
  await testApp.as(systemCaller("test", "platform"), (context) =>
    insertTenant(context, {
      id: tenantId,
      name: "North",
      aiq_type: "Genesis",
      time_zone: "Asia/Bahrain",
      currency: "USD",
    }),
  );
});
afterAll(async () => {
  await testApp.close();
  server.close();
});
beforeEach(() => {
  [rows, faults, served] = [[], [], []];
});

const sale = (number: number) => ({
  ...{ id: `s${number}`, receipt: `r${number}`, date: "2026-03-01T10:00:00Z", branch: "Seef" },
  ...{ qty: 1, gross: "10.00", till: { number: 4 } },
});

async function call(method: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object, headers = admin) {
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

const settings = () => ({ url: address, header: "x-key", prefix: "", paging: "page", pageSize: 2, rows: "/sales" });

async function connect(extra: object = {}) {
  const { status, body } = await call("POST", `/api/tenants/${tenantId}/connections`, {
    ...{ source: "genesis", kind: "rest", name: "Tills", settings: settings(), secret: "let me in", ...extra },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return `/api/tenants/${tenantId}/connections/${body.id}`;
}

/** Reads a connection to the end of its run. */
async function read(path: string) {
  const { status, body } = await call("POST", `${path}/runs`, {});
  expect(status, JSON.stringify(body)).toBe(202);
  return ended(path, body.id);
}

async function ended(path: string, run: string) {
  let last: { state: string; rows: Record<string, number>; problem: { kind: string; message: string } | null } | null =
    null;
  await until(async () => {
    last = (await call("GET", `${path}/runs/${run}`)).body;
    return !["waiting", "running"].includes(last?.state ?? "");
  });
  return last as unknown as NonNullable<typeof last>;
}

const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", tenantId), work);

const salesOf = (connection: string) =>
  inTenant(({ db }) =>
    db
      .selectFrom("sale_lines")
      .select(["source_key", "gross_minor"])
      .where("tenant_id", "=", tenantId)
      .where("source", "=", connection)
      .execute(),
  );
const idOf = (path: string) => path.split("/").at(-1) ?? "";

test("a list of another system is read page by page, and read again it changes nothing", async () => {
  rows = [1, 2, 3, 4, 5].map(sale);
  const path = await connect();
  expect(await read(path)).toMatchObject({ state: "done", rows: { read: 5, written: 5, rejected: 0 } });
  expect(await read(path)).toMatchObject({ state: "done", rows: { read: 5, written: 0, unchanged: 5 } });
  expect(await salesOf(idOf(path))).toHaveLength(5);
  expect((await call("GET", path)).body).toMatchObject({ state: "healthy", problem: null, hasSecret: true });
});

test("rows that cannot be taken in are kept with the reason, and the others are stored", async () => {
  rows = [sale(1), { ...sale(2), gross: "a lot" }, { ...sale(3), receipt: "" }];
  const path = await connect();
  expect(await read(path)).toMatchObject({ state: "done", rows: { read: 3, written: 1, rejected: 2 } });
  expect((await call("GET", path)).body.openRejects).toBe(2);
  expect(await read(path)).toMatchObject({ rows: { rejected: 2 } });
  expect((await call("GET", path)).body.openRejects, "the same rows again").toBe(2);
});

test("an empty value never takes the place of a known one", async () => {
  rows = [sale(1)];
  const path = await connect();
  await read(path);
  rows = [{ ...sale(1), gross: "12.00", branch: "" }];
  expect(await read(path)).toMatchObject({ rows: { written: 1 } });
  const kept = await inTenant(({ db }) =>
    db
      .selectFrom("sale_lines as s")
      .innerJoin("members as m", (join) =>
        join.onRef("m.tenant_id", "=", "s.tenant_id").onRef("m.id", "=", "s.branch_id"),
      )
      .select(["gross_minor", "m.name as branch"])
      .where("s.tenant_id", "=", tenantId)
      .where("s.source", "=", idOf(path))
      .execute(),
  );
  expect(kept).toEqual([{ gross_minor: 1200, branch: "Seef" }]);
});

test("what passes is tried again within the run", async () => {
  rows = [1, 2, 3].map(sale);
  faults = [() => ({ status: 503, body: "" }), () => ({ status: 429, body: "" })];
  const path = await connect();
  expect(await read(path)).toMatchObject({ state: "done", rows: { written: 3 } });
});

test("a wrong secret needs somebody, and is tried again once it is mended", async () => {
  const path = await connect({ secret: "wrong", intervalMinutes: 60 });
  rows = [sale(1)];
  const failed = await read(path);
  expect(failed).toMatchObject({ state: "failed", problem: { kind: "config" } });
  const broken = (await call("GET", path)).body;
  expect(broken).toMatchObject({ state: "needs_you", problem: { kind: "config" }, nextRunAt: null });
  const mails = await testApp.pool.query("select subject from mail_outbox where subject like '%needs somebody%'");
  expect(mails.rows.length).toBeGreaterThan(0);
  const { body } = await call("PATCH", path, { version: broken.version, secret: "let me in" });
  expect(body).toMatchObject({ state: "pending", problem: null });
  expect(await read(path)).toMatchObject({ state: "done" });
  expect((await call("GET", path)).body.state).toBe("healthy");
});

test("a change to what somebody else has changed is refused", async () => {
  const path = await connect();
  const { version } = (await call("GET", path)).body;
  expect((await call("PATCH", path, { version, name: "First" })).status).toBe(200);
  expect((await call("PATCH", path, { version, name: "Second" })).status).toBe(409);
});

test("secrets go in and never come out", async () => {
  const path = await connect();
  for (const url of [path, `${path}/runs`, "/api/sources/connections"]) {
    expect(JSON.stringify((await call("GET", url)).body)).not.toContain("let me in");
  }
  const stored = await inTenant(({ db }) =>
    db.selectFrom("source_connections").selectAll().where("tenant_id", "=", tenantId).execute(),
  );
  expect(stored.length).toBeGreaterThan(0);
  expect(JSON.stringify(stored)).not.toContain("let me in");
  expect(testApp.logs.join("")).not.toContain("let me in");
});

test("a run that is stopped keeps what it has stored and moves no further", async () => {
  rows = Array.from({ length: 40 }, (_, number) => sale(number));
  let open = () => {};
  const path = await connect();
  gate = new Promise((resolve) => {
    open = () => resolve();
  });
  const { body } = await call("POST", `${path}/runs`, {});
  await until(() => served.length > 0);
  expect((await call("POST", `${path}/runs/${body.id}/cancel`)).body.state).toBe("cancelled");
  open();
  gate = null;
  // The next run begins only when the stopped one has let go, and finds all that is left to store.
  expect(await read(path)).toMatchObject({ state: "done", rows: { written: 40 } });
  expect((await call("GET", `${path}/runs/${body.id}`)).body).toMatchObject({
    state: "cancelled",
    rows: { written: 0 },
  });
});

test("one connection has one run at a time: asking again gives the one that goes on", async () => {
  rows = Array.from({ length: 20 }, (_, number) => sale(number));
  const path = await connect();
  const [first, second] = await Promise.all([call("POST", `${path}/runs`, {}), call("POST", `${path}/runs`, {})]);
  expect(first.body.id).toBe(second.body.id);
  await ended(path, first.body.id);
});

test("a tenant's people see the states of their own connections, and nothing of others", async () => {
  await connect();
  const own = await call("GET", "/api/sources", undefined, signedInAs("manager", tenantId));
  expect(own.body.items.length).toBeGreaterThan(0);
  expect((await call("GET", "/api/sources", undefined, signedInAs("manager", "south"))).body.items).toEqual([]);
  expect(
    (
      await call(
        "GET",
        `/api/tenants/${tenantId}/connections/${idOf(await connect())}`,
        undefined,
        signedInAs("manager", tenantId),
      )
    ).status,
  ).toBe(403);
});
