import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findRunning } from "../../apps/server/src/platform/db/embedded/find-running.ts";
import { prepareEmbedded } from "../../apps/server/src/platform/db/prepare-embedded.ts";
import { type Product, runProduct } from "../product/run-product.ts";

const command = fileURLToPath(new URL("../../apps/server/dist/main/verify-audit.js", import.meta.url));
let folder: string;
let product: Product;
let owner: pg.Client;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "audit-"));
  product = await runProduct({ DATA_DIR: folder, RATE_LIMIT: "0" });
  const running = findRunning(folder);
  if (running === null) throw new Error("The database does not run.");
  owner = new pg.Client({ connectionString: await prepareEmbedded(running) });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await product.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

/** What the command says, and how it ends. */
function verify() {
  const environment = { PATH: process.env.PATH, DATA_DIR: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command], { env: environment, encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}

async function signIn(email: string): Promise<void> {
  await fetch(`${product.url}/v1/accounts:signInWithPassword?key=drill`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "demo-password-1", returnSecureToken: true }),
  });
}

const tamper = (statement: string) => owner.query(`begin; set local app.tenant_id = 'demo-acme'; ${statement}; commit`);

test("the command finds nothing in an honest record, and names what was changed or removed in another", async () => {
  for (let time = 0; time < 4; time++) await signIn("acme@demo.test");
  const honest = verify();
  expect([honest.status, honest.said]).toEqual([
    0,
    expect.stringMatching(/entries of \d+ records checked: all as written/),
  ]);

  await tamper("update audit_entries set actor_uid = 'someone else' where tenant_id = 'demo-acme' and seq = 2");
  await tamper("delete from audit_entries where tenant_id = 'demo-acme' and seq = 4");
  const forged = verify();
  expect(forged.status).toBe(1);
  expect(forged.said).toMatch(/demo-acme: Changed: entry 2 of \S+, session\.opened of users\/\S+ by someone else\./);
  expect(forged.said).toContain("demo-acme: The newest entries are gone: the last one is 3, it should be 4.");
  expect(forged.said).toContain("2 problems");
});
