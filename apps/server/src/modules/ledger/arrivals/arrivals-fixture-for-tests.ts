import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SourceMapping, SourceRun } from "@console/contracts";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import type { Job } from "../../../platform/jobs/define-job.ts";
import { createTestApp, signedInAs } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { insertTenant } from "../../directory/index.ts";
import { sourcesJobs } from "../../sources/index.ts";
import { takePostingsJob } from "./take-postings-job.ts";

export const tenantId = "north";
const manager = signedInAs("manager", tenantId, "ann");

type Rejects = { items: { place: string; reason: string }[] };

/** The app with a tenant that loads files of postings into its book. */
export async function openArrivalsFixture() {
  const dataDir = await mkdtemp(path.join(tmpdir(), "arrivals-"));
  const testApp = await createTestApp({ environment: { DATA_DIR: dataDir } });
  await testApp.startJobs([...sourcesJobs(testApp.sources), takePostingsJob] as Job[]);
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    insertTenant(context, {
      id: tenantId,
      name: "North",
      aiq_type: "Genesis",
      time_zone: "Asia/Bahrain",
      currency: "USD",
    }),
  );

  async function call<Answer>(method: "GET" | "POST", url: string, payload?: object, headers = manager) {
    const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
    return response.json() as Answer;
  }

  const hasEnded = ({ state }: SourceRun) => state !== "waiting" && state !== "running";

  /** Sends a file and waits until it has been taken in. */
  async function take(content: string, mapping: SourceMapping): Promise<SourceRun> {
    const query = new URLSearchParams({ name: "postings.csv", mapping: JSON.stringify(mapping) });
    const response = await testApp.app.inject({
      method: "POST",
      url: `/api/sources/genesis/imports?${query}`,
      headers: { ...manager, "content-type": "application/octet-stream" },
      payload: content,
    });
    const { run } = response.json() as { run: SourceRun };
    return waitFor(`/api/tenants/${tenantId}/imports/${run.id}`);
  }

  async function waitFor(url: string): Promise<SourceRun> {
    const last: SourceRun[] = [];
    await until(async () => {
      last[0] = await call<SourceRun>("GET", url, undefined, signedInAs("admin"));
      return hasEnded(last[0]);
    });
    return last[0] as SourceRun;
  }

  /** Starts a run that follows another one, and waits until it has ended. */
  async function follow({ connection }: SourceRun, act: string): Promise<void> {
    const at = `/api/tenants/${tenantId}/connections/${connection}`;
    const { id } = await call<SourceRun>("POST", `${at}/${act}`, {}, signedInAs("admin"));
    await waitFor(`${at}/runs/${id}`);
  }

  async function listRejects({ id, connection }: SourceRun): Promise<string[]> {
    const url = `/api/tenants/${tenantId}/connections/${connection}/rejects?limit=100&run=${id}`;
    const { items } = await call<Rejects>("GET", url, undefined, signedInAs("admin"));
    return items.map(({ place, reason }) => `${place}: ${reason}`);
  }

  async function close() {
    await testApp.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return { testApp, call, take, follow, listRejects, close };
}

export type ArrivalsFixture = Awaited<ReturnType<typeof openArrivalsFixture>>;
