import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";
import { signIn } from "./sign-in.ts";

/** Each way of being refused is tried so often, in turns, so that whatever else happens meets all alike. */
const rounds = 1500;
const warmUp = 100;
const tenants = ["demo-acme", "demo-tookan", "demo-warehouse", "demo-genesis", "demo-docman"];

const folder = mkdtempSync(path.join(tmpdir(), "bench-embed-"));
const product = await runProduct({
  DATA_DIR: path.join(folder, "data"),
  RATE_LIMIT: "0",
  TRUST_PROXY: "loopback",
  DEMO_DATA: "1",
});
try {
  const headers = { ...(await signIn(product, "superadmin@demo.test")), "content-type": "application/json" };
  const call = async (method: string, place: string, body: object) => {
    const response = await fetch(`${product.url}${place}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const makeKey = async (): Promise<{ id: string; key: string }> => {
    const fields = { label: "Bench", tenantId: "demo-acme", client: "Bluebird Cafe" };
    const { id } = await call("POST", "/api/admin/links", { fields });
    return { id, key: (await call("POST", `/api/admin/links/${id}/keys`, {})).key };
  };
  for (const tenant of tenants) await untilFilled(tenant, headers);
  const [expired, paused, revoked, good] = [await makeKey(), await makeKey(), await makeKey(), await makeKey()];
  await call("POST", "/api/admin/links/acts/pause", { ids: [paused.id], fields: {} });
  await call("POST", "/api/admin/links/acts/revoke", { ids: [revoked.id], fields: {} });
  const row = await (await fetch(`${product.url}/api/admin/links/rows/${expired.id}`, { headers })).json();
  const over = { version: row.version, fields: { expiresAt: new Date(Date.now() - 1000).toISOString() } };
  await call("PATCH", `/api/admin/links/rows/${expired.id}`, over);
  await measure({
    "unknown id": { tookan_id: "999999", key: good.key },
    "wrong key": { tookan_id: "1001", key: "x".repeat(43) },
    expired: { tookan_id: "1001", key: expired.key },
    paused: { tookan_id: "1001", key: paused.key },
    revoked: { tookan_id: "1001", key: revoked.key },
  });
} finally {
  await product.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}

/** The median time of each refusal, and how far each lies from the median of all. */
async function measure(tries: Record<string, object>): Promise<void> {
  const times = new Map(Object.keys(tries).map((name) => [name, [] as number[]]));
  const bodies = new Set<string>();
  for (let round = -warmUp; round < rounds; round++) {
    // From another address each time: how often one may try is not the question here.
    const from = `10.${(round >> 8) & 255}.${round & 255}`;
    const names = Object.keys(tries).toSorted(() => Math.random() - 0.5);
    for (const [place, name] of names.entries()) {
      const began = performance.now();
      const response = await fetch(`${product.url}/api/embed/session`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `${from}.${place + 1}` },
        body: JSON.stringify(tries[name]),
      });
      bodies.add(`${response.status} ${await response.text()}`);
      if (round >= 0) times.get(name)?.push(performance.now() - began);
    }
  }
  const all = atShare([...times.values()].flat(), 0.5);
  for (const [name, own] of times) {
    const median = atShare(own, 0.5);
    const gap = ((median / all - 1) * 100).toFixed(1);
    say(`${name}: median ${median.toFixed(2)} ms, ${gap} % from all (budget 5 %)`);
  }
  say(`answers that differ in a byte: ${bodies.size - 1}`);
}

/** Links are made for clients that have deliveries, and whatever still comes in would be measured too. */
async function untilFilled(tenant: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const response = await fetch(`${product.url}/api/metrics`, { headers: { ...headers, "x-tenant": tenant } });
    const { progress, domains } = (await response.json()) as {
      progress: unknown[];
      domains: { lastDay: string | null }[];
    };
    if (progress.length === 0 && domains.some(({ lastDay }) => lastDay !== null)) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
