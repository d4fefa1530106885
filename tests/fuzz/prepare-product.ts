import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { signIn } from "../bench/sign-in.ts";
import { type Product, runProduct } from "../product/run-product.ts";
import { type EmbedLink, fuzzPassword } from "./people.ts";

const tenants = ["demo-acme", "demo-tookan", "demo-warehouse", "demo-genesis", "demo-docman"];

/** So many of each are there to be changed and removed, beside those that the run stands on. */
const spares = [1, 2, 3, 4, 5, 6];

type Call = <Answer>(method: string, place: string, body?: object, headers?: object) => Promise<Answer>;

/** A product that can be started again and again with the same people and facts in it. */
export type Prepared = {
  link: EmbedLink;
  /** By which requests for access are followed. */
  follows: readonly string[];
  /** A file that waits for its mapping. */
  draft: unknown;
  /** Ids of what a run stands on. */
  spared: readonly string[];
  start(): Promise<Product>;
};

/** Fills a product once: whatever a run destroys, the next start has it again. */
export async function prepareProduct(folder: string): Promise<Prepared> {
  const base = path.join(folder, "base");
  const copy = path.join(folder, "copy");
  const product = await runProduct(environment(base));
  try {
    const { link, follows, draft, connections } = await fill(product);
    await product.kill("SIGTERM");
    return {
      link,
      follows,
      draft,
      spared: [link.id, "demo-open", ...tenants, "demo-other", ...connections],
      async start() {
        rmSync(copy, { recursive: true, force: true });
        // With its owners: the database is not always its starter's.
        execFileSync("cp", ["-a", base, copy]);
        return runProduct(environment(copy));
      },
    };
  } catch (error) {
    await product.kill("SIGTERM");
    throw error;
  }
}

/** Limits for one address hold: requests come from many, as they would in earnest. */
function environment(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    RATE_LIMIT: "0",
    TRUST_PROXY: "loopback",
    LOG_LEVEL: "warn",
    DEMO: "1",
    DEMO_DATA: "1",
    DEMO_SOURCES: "1",
  };
}

function callAs({ url }: Product, headers: Record<string, string>): Call {
  return async (method, place, body, own) => {
    const init = { method, headers: { ...headers, ...own }, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}${place}`, init);
    if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

async function fill(product: Product) {
  const headers = { ...(await signIn(product, "superadmin@demo.test")), "content-type": "application/json" };
  const call = callAs(product, headers);
  for (const tenant of tenants) await until(() => isFilled(call, tenant));
  await until(() => isConnected(call));
  await makePeople(call, callAs(product, { "content-type": "application/json" }));
  const follows = await makeRequests(call);
  await takeFile(product, headers, "0");
  const draft = await takeFile(product, headers, "1");
  const { items } = await call<{ items: { id: string }[] }>("GET", "/api/sources/connections");
  await makeSpares(call);
  return { link: await makeLink(call), follows, draft, connections: items.map(({ id }) => id) };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 500));
}

async function isFilled(call: Call, tenant: string): Promise<boolean> {
  type Reach = { progress: unknown[]; domains: { lastDay: string | null }[] };
  const { progress, domains } = await call<Reach>("GET", "/api/metrics", undefined, { "x-tenant": tenant });
  return progress.length === 0 && domains.some(({ lastDay }) => lastDay !== null);
}

async function isConnected(call: Call): Promise<boolean> {
  const { items } = await call<{ items: { lastSuccessAt: string | null }[] }>("GET", "/api/sources/connections");
  return items.some(({ lastSuccessAt }) => lastSuccessAt !== null);
}

/** Someone with the least role of a tenant, some to spare, and someone who has an account and nothing else. */
async function makePeople(call: Call, callUnnamed: Call): Promise<void> {
  for (const name of ["user", ...spares.map((place) => `spare${place}`)]) {
    const fields = {
      name: name === "user" ? "Una User" : "Sparrow Spare",
      email: `${name}@fuzz.test`,
      role: "user",
      tenantId: "demo-acme",
    };
    const { id } = await call<{ id: string }>("POST", "/api/admin/users", { fields });
    const { link } = await call<{ link: string }>("POST", `/api/admin/users/${id}/invitation-link`, {});
    const oobCode = new URL(link).searchParams.get("oobCode");
    // Some stay invited.
    if (name === "spare1" || name === "spare2") continue;
    await callUnnamed("POST", "/v1/accounts:resetPassword?key=fuzz", { oobCode, newPassword: fuzzPassword });
  }
  const open = (isOpen: boolean | null) =>
    call("PATCH", "/api/admin/settings", { changes: { "signIn.allowsSelfSignUp": isOpen } });
  await open(true);
  const account = { email: "newcomer@fuzz.test", password: fuzzPassword, returnSecureToken: true };
  await callUnnamed("POST", "/v1/accounts:signUp?key=fuzz", account);
  await open(null);
}

/** Tenants, links and connections that a run may do anything to. */
async function makeSpares(call: Call): Promise<void> {
  for (const place of spares) {
    await call("POST", "/api/admin/tenants", {
      fields: { name: `Spare ${place}`, slug: `spare-${place}`, aiqType: "Genesis" },
    });
    await call("POST", "/api/admin/links", {
      fields: { label: `Spare ${place}`, tenantId: "demo-acme", client: "Bluebird Cafe", kind: "key" },
    });
    await call("POST", "/api/tenants/demo-acme/connections", {
      source: "warehouse",
      kind: "rest",
      name: `Spare ${place}`,
      settings: { url: "https://fuzz.test/rows" },
    });
  }
}

async function makeRequests(call: Call): Promise<string[]> {
  const follows: string[] = [];
  for (const [place, company] of ["Fuzz Foods", "Fuzz Freight", "Fuzz Farms"].entries()) {
    const { follow } = await call<{ follow: string }>("POST", "/api/signup-requests", {
      fullName: "Nora Asker",
      email: `asker${place}@fuzz.test`,
      company,
      consent: true,
      idempotencyKey: `6f9619ff-8b86-4d01-b42d-00cf4fc964f${place}`,
      filledInMs: 60_000,
    });
    follows.push(follow);
  }
  return follows;
}

/** A file with a row that is wrong; a draft waits for its mapping. */
async function takeFile(product: Product, { authorization }: { authorization: string }, draft: string) {
  const rows = ["f1,r1,2026-03-01 10:00,Seef,1,9.50", "f2,r2,2026-03-02 10:00,Seef,1,a lot"];
  const query = new URLSearchParams({ tenant: "demo-genesis", name: "sales.csv", draft });
  const response = await fetch(`${product.url}/api/sources/genesis/imports?${query}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/octet-stream" },
    body: ["id,receipt number,sale date,branch,qty,gross", ...rows].join("\n"),
  });
  if (!response.ok) throw new Error(`The file was not taken: ${await response.text()}`);
  return response.json();
}

async function makeLink(call: Call): Promise<EmbedLink> {
  const fields = {
    label: "Fuzz",
    tenantId: "demo-acme",
    client: "Bluebird Cafe",
    kind: "key",
    fields: ["phone", "address", "amount", "proof"],
    canExport: true,
    days: 366,
  };
  const { id, tookanId } = await call<{ id: string; tookanId: string }>("POST", "/api/admin/links", { fields });
  const { key } = await call<{ key: string }>("POST", `/api/admin/links/${id}/keys`, {});
  return { id, tookanId, key };
}
