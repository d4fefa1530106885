import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findRunning } from "../../apps/server/src/platform/db/embedded/find-running.ts";
import { prepareEmbedded } from "../../apps/server/src/platform/db/prepare-embedded.ts";
import { runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";
import { seedPeople } from "./seed-people.ts";
import { signIn } from "./sign-in.ts";

const counts = { tenants: 5000, people: 100_000 };
const budgetMs = 50;
const rounds = 40;
/** The first answers of a question fill caches, as they do in life. */
const warmUps = 3;

type Field = { name: string; isSortable: boolean };
type Page = { items: unknown[]; next: string | null; total: number };

const searches = ["haddad", "person4711", "ada haddad", "nobody-of-this-name"];
const filters: Record<string, string[]> = {
  users: ["status:invited", "role:manager", "tenantId:bench-t7", "lastLoginAt:none", "createdAt:>2026-01-01"],
  tenants: ["status:suspended", "aiqType:Tookan", "health:failing", "plan:plus", "createdAt:>2026-01-01"],
};

const folder = fileURLToPath(new URL("../../.cache/bench/administration", import.meta.url));
mkdirSync(folder, { recursive: true });
const dataDir = path.join(folder, "data");
const product = await runProduct({ DATA_DIR: dataDir, RATE_LIMIT: "0" });
try {
  const server = findRunning(dataDir);
  if (!server) throw new Error("The database of the product was not found.");
  await seedPeople(await prepareEmbedded(server), counts);
  const headers = await signIn(product, "superadmin@demo.test");
  const late: string[] = [];
  for (const entity of ["users", "tenants"]) late.push(...(await measureEntity(entity, headers)));
  say(late.length === 0 ? `all within ${budgetMs} ms` : `later than ${budgetMs} ms: ${late.join(", ")}`);
} finally {
  await product.kill("SIGTERM");
}

async function measureEntity(entity: string, headers: Record<string, string>): Promise<string[]> {
  const late: string[] = [];
  const measure = async (what: string, query: Record<string, string>) => {
    const { page, p95 } = await measureTime(entity, query, headers, what);
    if (p95 > budgetMs) late.push(`${entity} ${what}`);
    return page;
  };
  const { next } = await measure("first page", {});
  if (next) await measure("next page", { cursor: next });
  const response = await fetch(`${product.url}/api/admin/${entity}/description`, { headers });
  const { fields } = (await response.json()) as { fields: Field[] };
  for (const { name } of fields.filter(({ isSortable }) => isSortable)) {
    await measure(`sorted by ${name}`, { sort: name });
    await measure(`sorted by ${name}, largest first`, { sort: `-${name}` });
  }
  for (const search of searches) await measure(`search for "${search}"`, { search });
  for (const filter of filters[entity] ?? []) await measure(`filter ${filter}`, { filter });
  return late;
}

async function measureTime(
  entity: string,
  query: Record<string, string>,
  headers: Record<string, string>,
  what: string,
): Promise<{ page: Page; p95: number }> {
  const url = `${product.url}/api/admin/${entity}?${new URLSearchParams({ limit: "50", ...query })}`;
  const times: number[] = [];
  let first = 0;
  let page: Page = { items: [], next: null, total: 0 };
  for (let round = -warmUps; round < rounds; round++) {
    const from = performance.now();
    const response = await fetch(url, { headers });
    page = (await response.json()) as Page;
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
    const took = performance.now() - from;
    if (round === -warmUps) first = took;
    if (round >= 0) times.push(took);
  }
  const p95 = atShare(times, 0.95);
  const spread = `median ${atShare(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, first ${first.toFixed(1)} ms`;
  say(`${entity}, ${what}: ${spread}, ${page.total} rows`);
  return { page, p95 };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
