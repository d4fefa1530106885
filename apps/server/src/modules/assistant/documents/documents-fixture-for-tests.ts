import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AskAnswer, RouteOutput, routes } from "@console/contracts";
import { sql } from "kysely";
import { expect } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import type { Job } from "../../../platform/jobs/define-job.ts";
import type { Outbound } from "../../../platform/outbound/outbound-request.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { ingestFacts } from "../../metrics/index.ts";
import { documentJobs } from "./document-jobs.ts";

const nowhere: Outbound = async () => {
  throw new Error("Nothing is fetched here.");
};

export type SentContent = { name: string; content: Buffer | string };

export const manager = signedInAs("manager", "asks", "manager-1");
export const otherManager = signedInAs("manager", "others", "manager-2");
export const admin = signedInAs("admin");

export type DocumentsApp = Awaited<ReturnType<typeof createDocumentsApp>>;

/** Two tenants with the same deliveries, and ways to send documents and to ask. */
export async function createDocumentsApp({
  outbound = nowhere,
  jobs = () => [],
}: {
  outbound?: Outbound;
  jobs?: (app: TestApp) => readonly Job[];
} = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), "documents-"));
  const testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z", DATA_DIR: dataDir } });
  await testApp.startJobs([...documentJobs({ fileReading: testApp.sources.fileReading, outbound }), ...jobs(testApp)]);
  await testApp.pool.query(`insert into tenants (id, name, aiq_type, created_at)
    values ('asks', 'Asks', 'tookan', now()), ('others', 'Others', 'tookan', now())`);
  for (const tenantId of ["asks", "others"]) {
    const records = Array.from({ length: 60 }, (_, index) => ({
      source_key: `${index}`,
      driver: ["Ann Berg", "Bo Carlsen", "Zoë Dietrich"][index % 3],
      depot: index % 2 === 0 ? "North Depot" : "South Depot",
      status: index % 5 === 0 ? "Failed" : "Delivered",
      created_at: `2026-03-${String((index % 17) + 1).padStart(2, "0")}T08:00:00Z`,
    }));
    await testApp.as(systemCaller("test", tenantId), (context) =>
      ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
    );
  }
  const { app } = testApp;
  const send = (method: "POST" | "PATCH" | "GET", url: string, payload?: object, headers: object = manager) =>
    app.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) });
  return {
    testApp,
    async close() {
      await testApp.close();
      await rm(dataDir, { recursive: true, force: true });
    },
    /** Waits until everything that was sent or is to be fetched has been read. */
    work: () =>
      until(async () => {
        const { rows } = await testApp.pool.query(`select 1 from graphile_worker.jobs
          where task_identifier in ('documents.read', 'documents.fetch', 'documents.read-site') and attempts < max_attempts`);
        return rows.length === 0;
      }),
    /** Reads rows past all use cases, as the platform. */
    async rows(text: string) {
      const { rows } = await testApp.as(systemCaller("test", "platform"), ({ db }) =>
        sql.raw<Record<string, unknown>>(text).execute(db),
      );
      return rows;
    },
    send,
    async upload(files: readonly SentContent[], { query = "", headers = manager as object } = {}) {
      const boundary = "documents-boundary";
      const parts = files.flatMap(({ name, content }) => [
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
        ),
        Buffer.from(content),
        Buffer.from("\r\n"),
      ]);
      const response = await app.inject({
        method: "POST",
        url: `/api/assistant/training/documents${query}`,
        headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
        payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
      });
      expect(response.statusCode, response.body).toBe(200);
      return response.json<RouteOutput<(typeof routes)["uploadDocuments"]>>().files;
    },
    async ask(question: string, headers: object = manager): Promise<AskAnswer> {
      const response = await send("POST", "/api/assistant/ask", { question }, headers);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    async document(id: string, headers: object = manager): Promise<Record<string, unknown>> {
      const response = await send("GET", `/api/admin/training-documents/rows/${id}`, undefined, headers);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    async act(name: string, id: string, headers: object = manager) {
      const payload = { ids: [id], fields: {} };
      const response = await send("POST", `/api/admin/training-documents/acts/${name}`, payload, headers);
      expect(response.json().outcomes, response.body).toMatchObject([{ isDone: true }]);
    },
  };
}
