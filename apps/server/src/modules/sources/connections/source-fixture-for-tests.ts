import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SourceRun } from "@console/contracts";
import { expect } from "vitest";
import { type Context, systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { insertTenant } from "../../directory/index.ts";
import { sourcesJobs } from "../create-sources.ts";
import { runJob } from "./run-connection.ts";

export const tenantId = "north";
const admin = signedInAs("admin");

type Method = "GET" | "POST" | "PATCH" | "DELETE";
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many forms
type Body = any;
type Fault = { status: number; body: string };

/** A list of sales that another system serves, with the faults that a test asks for. */
async function serveList() {
  const list = {
    rows: [] as Record<string, unknown>[],
    faults: [] as (() => Fault | null)[],
    served: [] as string[],
    /** Pages wait for it. */
    gate: null as Promise<void> | null,
  };
  const server = createServer(async (request, response) => {
    list.served.push(request.url ?? "");
    await list.gate;
    const fault = list.faults.shift()?.();
    if (fault) return void response.writeHead(fault.status).end(fault.body);
    if (request.headers["x-key"] !== "let me in") return void response.writeHead(401).end("{}");
    const url = new URL(request.url ?? "", "http://source");
    const [page, limit] = [Number(url.searchParams.get("page")), Number(url.searchParams.get("limit"))];
    response.end(JSON.stringify({ sales: list.rows.slice((page - 1) * limit, page * limit) }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sales`;
  return Object.assign(list, { address, close: () => server.close() });
}

/** A row of that list. */
export function sale(number: number, date = "2026-03-01T10:00:00Z"): Record<string, unknown> {
  return {
    id: `s${number}`,
    receipt: `r${number}`,
    date,
    branch: "Seef",
    qty: 1,
    gross: "10.00",
    till: { number: 4 },
  };
}

/** Some rows of that list, counted from one. */
export function sales(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, place) => sale(place + 1));
}

/** The id of a connection by its address. */
export function connectionIdFrom(path: string): string {
  return path.split("/").at(-1) ?? "";
}

/** The app with a tenant and a source outside. `isIdle`: nobody works on jobs, so that a test does runs by its own hand. */
export async function openSourceFixture({ environment = {}, isIdle = false }: FixtureOptions = {}) {
  const list = await serveList();
  const testApp: TestApp = await createTestApp({ environment });
  if (!isIdle) await testApp.startJobs(sourcesJobs(testApp.sources));
  await testApp.as(systemCaller("test", "platform"), (context) =>
    insertTenant(context, {
      id: tenantId,
      name: "North",
      aiq_type: "Genesis",
      time_zone: "Asia/Bahrain",
      currency: "USD",
    }),
  );

  async function call(method: Method, url: string, payload?: object, headers = admin) {
    const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.json() as Body };
  }

  const settings = () => ({
    url: list.address,
    header: "x-key",
    prefix: "",
    paging: "page",
    pageSize: 2,
    rows: "/sales",
  });

  /** Makes a connection to the list, and answers with its address. */
  async function connect({ settings: more = {}, ...extra }: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await call("POST", `/api/tenants/${tenantId}/connections`, {
      source: "genesis",
      kind: "rest",
      name: "Tills",
      secret: "let me in",
      settings: extra.kind === undefined ? { ...settings(), ...(more as object) } : more,
      ...extra,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return `/api/tenants/${tenantId}/connections/${body.id}`;
  }

  async function start(path: string, input: object = {}): Promise<string> {
    const { status, body } = await call("POST", `${path}/runs`, input);
    expect(status, JSON.stringify(body)).toBe(202);
    return body.id;
  }

  async function ended(path: string, run: string): Promise<SourceRun> {
    let last: SourceRun | null = null;
    await until(async () => {
      last = (await call("GET", `${path}/runs/${run}`)).body as SourceRun;
      return !["waiting", "running"].includes(last.state);
    });
    return last as unknown as SourceRun;
  }

  const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
    testApp.as(systemCaller("test", tenantId), work);

  return {
    testApp,
    list,
    call,
    settings,
    connect,
    start,
    ended,
    inTenant,
    /** Reads a connection to the end of its run. */
    read: async (path: string, input: object = {}) => ended(path, await start(path, input)),
    /** Does a run as a worker would; `onPiece` is called before each of its transactions and may end it. */
    async work(run: string, onPiece: (end: () => void) => void = () => {}) {
      const { signal, abort } = stoppable();
      await runJob(testApp.sources).runLong?.(
        {
          tenantId,
          log: testApp.log,
          signal,
          inTenant: (work) => {
            onPiece(abort);
            return inTenant(work);
          },
        },
        { run },
      );
    },
    /** The sales that came through a connection, by their keys. */
    listSales: (path: string) =>
      inTenant(({ db }) =>
        db
          .selectFrom("sale_lines")
          .select(["source_key", "gross_minor"])
          .where("tenant_id", "=", tenantId)
          .where("source", "=", connectionIdFrom(path))
          .orderBy("source_key")
          .execute(),
      ),
    /** How many keys of listings are still kept. */
    keysKept: () =>
      inTenant(async ({ db }) => {
        const rows = await db.selectFrom("source_listed").select("run_id").where("tenant_id", "=", tenantId).execute();
        return rows.length;
      }),
    async close() {
      await testApp.close();
      list.close();
    },
  };
}

type FixtureOptions = { environment?: Record<string, string>; isIdle?: boolean };
export type SourceFixture = Awaited<ReturnType<typeof openSourceFixture>>;

function stoppable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
