import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type APIRequestContext, expect, request } from "@playwright/test";
import { runProduct } from "../product/run-product.ts";
import { openApi } from "./report-figures.ts";

const folderVariable = "PREPARED_DATA";
/** Filled once before all journeys: making a database, and a year of facts, takes longer than most journeys. */
const isFilled = { empty: false, demo: true } as const;

/** Makes the data folders that the products of the journeys start from, and removes them at the end. */
export default async function prepareData(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "prepared-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.env[folderVariable] = folder;
  try {
    await Promise.all(Object.entries(isFilled).map(([name, hasFacts]) => prepare(path.join(folder, name), hasFacts)));
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}

async function prepare(dataDir: string, hasFacts: boolean): Promise<void> {
  const product = await runProduct({ DATA_DIR: dataDir, DEMO_DATA: hasFacts ? "1" : "0" });
  try {
    if (hasFacts) await waitUntilFilled(await request.newContext({ baseURL: product.url }));
  } finally {
    await product.kill("SIGTERM");
  }
}

async function waitUntilFilled(context: APIRequestContext): Promise<void> {
  const domainCounts = { tookan: 1, warehouse: 1, genesis: 1, docman: 1, other: 1, acme: 5 };
  for (const [person, domainCount] of Object.entries(domainCounts)) {
    const api = await openApi(context, person);
    await expect.poll(() => api.isFilled(domainCount), { timeout: 240_000, intervals: [500] }).toBe(true);
  }
  await context.dispose();
}

/** Copies prepared data into a folder, for a product of one's own. */
export function copyPreparedData(dataDir: string, { DEMO_DATA }: Record<string, string>): void {
  const prepared = path.join(process.env[folderVariable] ?? "", DEMO_DATA === "1" ? "demo" : "empty");
  // Keeps the owner: PostgreSQL refuses a cluster of another account.
  execFileSync("cp", ["-a", `${prepared}/.`, dataDir]);
}
