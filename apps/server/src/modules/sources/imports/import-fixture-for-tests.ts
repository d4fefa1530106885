import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import type { SourceMapping, SourceRun } from "@console/contracts";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { insertTenant } from "../../directory/index.ts";
import { sourcesJobs } from "../create-sources.ts";

export const tenantId = "north";
export const manager = signedInAs("manager", tenantId);
export const admin = signedInAs("admin");

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many forms
type Body = any;

/** The app with two tenants, and the ways in which tests send files to it; `jobs` are done beside those of sources. */
export async function openImportFixture({ jobs = [] }: { jobs?: Parameters<TestApp["startJobs"]>[0] } = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), "imports-"));
  const testApp: TestApp = await createTestApp({ environment: { DATA_DIR: dataDir } });
  await testApp.startJobs([...sourcesJobs(testApp.sources), ...jobs]);
  await testApp.as(systemCaller("test", "platform"), async (context) => {
    const calendar = { time_zone: "Asia/Bahrain", currency: "USD" };
    await insertTenant(context, { id: tenantId, name: "North", aiq_type: "Genesis", ...calendar });
    await insertTenant(context, { id: "south", name: "South", aiq_type: "Genesis", ...calendar });
  });

  async function call(method: Method, url: string, payload?: object, headers = admin) {
    const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
    const isJson = String(response.headers["content-type"]).includes("json");
    return { status: response.statusCode, body: (isJson ? response.json() : response.body) as Body };
  }

  /** Sends a file as the body of a call. */
  async function send(content: string | Buffer | Readable, query: Record<string, string> = {}, headers = manager) {
    const { source = "genesis", ...rest } = query;
    const response = await testApp.app.inject({
      method: "POST",
      url: `/api/sources/${source}/imports?${new URLSearchParams({ name: "sales.csv", ...rest })}`,
      headers: { ...headers, "content-type": "application/octet-stream" },
      payload: content,
    });
    return { status: response.statusCode, body: response.json() as Body };
  }

  /** Sends files as fields of one form. */
  async function sendForm(files: Readonly<Record<string, string | Buffer>>, fields: Record<string, string> = {}) {
    const part = (head: string, content: string | Buffer) => [
      Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      typeof content === "string" ? Buffer.from(content) : content,
      Buffer.from("\r\n"),
    ];
    const parts = [
      ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value)),
      ...Object.entries(files).flatMap(([name, content]) => part(`name="file"; filename="${name}"`, content)),
    ];
    const response = await testApp.app.inject({
      method: "POST",
      url: "/api/sources/genesis/imports",
      payload: Buffer.concat([...parts, Buffer.from("--x--\r\n")]),
      headers: { ...manager, "content-type": "multipart/form-data; boundary=x" },
    });
    return { status: response.statusCode, body: response.json() as Body };
  }

  /** The run of a file once it has ended. */
  async function ended(run: string): Promise<SourceRun> {
    let last: SourceRun | null = null;
    await until(async () => {
      last = (await call("GET", `/api/tenants/${tenantId}/imports/${run}`, undefined, manager)).body as SourceRun;
      return !["waiting", "running"].includes(last.state);
    });
    return last as unknown as SourceRun;
  }

  /** Sends a file and waits until it has been taken in. */
  async function take(content: string | Buffer, query: Record<string, string> = {}): Promise<SourceRun> {
    const { status, body } = await send(content, query);
    if (status !== 202) throw new Error(`The file was refused: ${JSON.stringify(body)}`);
    return ended(body.run.id);
  }

  /** Sales whose keys begin with a text. */
  function stored(prefix: string) {
    return testApp.as(systemCaller("test", tenantId), ({ db }) =>
      db
        .selectFrom("sale_lines")
        .select(["source_key", "gross_minor", "sold_at"])
        .where("tenant_id", "=", tenantId)
        .where("source_key", "like", `${prefix}%`)
        .orderBy("source_key")
        .execute(),
    );
  }

  async function readRejects({ id, connection }: SourceRun): Promise<string[]> {
    const { body } = await call(
      "GET",
      `/api/tenants/${tenantId}/connections/${connection}/rejects?limit=100&run=${id}`,
    );
    return body.items.map(({ place, reason }: Record<string, string>) => `${place}: ${reason}`);
  }

  async function close() {
    await testApp.close();
    await rm(dataDir, { recursive: true, force: true });
  }

  return { testApp, dataDir, call, send, sendForm, ended, take, stored, listRejects: readRejects, close };
}

export type ImportFixture = Awaited<ReturnType<typeof openImportFixture>>;

const header = "id,receipt,date,branch,qty,gross";

/** How the columns of such a file fill the fields of a sale. */
export const saleFields: SourceMapping["fields"] = {
  source_key: { from: "id" },
  receipt_key: { from: "receipt" },
  sold_at: { from: "date", dates: "iso" },
  branch: { from: "branch" },
  quantity_milli: { from: "qty", decimal: "point" },
  gross_minor: { from: "gross", decimal: "point" },
};

/** Lines of sales with keys of a prefix and a number. */
export function sales(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, place) => {
    const day = String((place % 28) + 1).padStart(2, "0");
    return `${prefix}${place + 1},r${place + 1},2026-03-${day} 10:00,Seef,1,10.50`;
  });
}

/** A CSV of sales. */
export function toFile(lines: readonly string[]): string {
  return [header, ...lines, ""].join("\n");
}
