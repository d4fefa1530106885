import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readManifest } from "../../apps/server/src/platform/backup/manifest.ts";
import { installationKey } from "../../apps/server/src/platform/crypto/secret-key.ts";
import { findRunning } from "../../apps/server/src/platform/db/embedded/find-running.ts";
import { prepareEmbedded } from "../../apps/server/src/platform/db/prepare-embedded.ts";
import { type MailServer, startMailServer } from "../../apps/server/src/testing/mail-server.ts";
import { until } from "../../apps/server/src/testing/until.ts";
import { signIn } from "../bench/sign-in.ts";
import { type Product, runProduct } from "../product/run-product.ts";

const writers = 8;
let folder: string;
let mail: MailServer;
let product: Product | null = null;
let isOver = false;
const acknowledged: string[] = [];

const place = (name: string) => path.join(folder, name);
// It serves and leaves the jobs waiting.
const start = (dataDir: string, role: string) =>
  runProduct({ DATA_DIR: place(dataDir), ROLE: role, TRUST_PROXY: "127.0.0.1", RATE_LIMIT: "0" });

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "drill-"));
  mail = await startMailServer();
});
afterAll(async () => {
  await product?.kill("SIGTERM");
  await mail.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a command of the operator says, and how it ends. */
async function run(command: string, words: string[], environment: Record<string, string>) {
  const entry = fileURLToPath(new URL(`../../apps/server/dist/main/${command}.js`, import.meta.url));
  const child = spawn(process.execPath, [entry, ...words], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, said };
}

async function write(url: string, writer: number): Promise<void> {
  for (let visitor = 0; !isOver; visitor++) {
    const email = `visitor.${writer}.${visitor}@drill.example`;
    const answer = await fetch(`${url}/api/signup-requests`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": `10.${writer}.${visitor >> 8}.${visitor & 255}`,
      },
      body: JSON.stringify({
        fullName: "Visitor",
        email,
        company: "Drill",
        consent: true,
        filledInMs: 60_000,
        idempotencyKey: randomUUID(),
      }),
    });
    if (answer.status === 201) acknowledged.push(email);
  }
}

async function query<Row extends pg.QueryResultRow>(dataDir: string, text: string): Promise<Row[]> {
  const running = findRunning(place(dataDir));
  if (running === null) throw new Error("The database does not run.");
  const client = new pg.Client({ connectionString: await prepareEmbedded(running) });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

const readDigests = async (backup: string) => {
  const key = installationKey(readFileSync(place("old/secret.key"), "utf8").trim());
  const { tables } = await readManifest(place(backup), key);
  return tables.map(({ schema, name, rows, rowsDigest }) => ({ table: `${schema}.${name}`, rows, rowsDigest }));
};

test("a backup under write load brings every row back after the loss of all, opens its secrets and runs its jobs once", async () => {
  product = await start("old", "api");
  const changes = { "mail.smtpUrl": mail.url };
  const headers = { "content-type": "application/json", ...(await signIn(product, "superadmin@demo.test")) };
  const changed = await fetch(`${product.url}/api/admin/settings`, {
    method: "PATCH",
    headers,
    body: JSON.stringify({ changes }),
  });
  expect(changed.status).toBe(200);

  const { url } = product;
  const writing = Array.from({ length: writers }, (_, writer) => write(url, writer));
  await until(async () => acknowledged.length >= 40);
  const before = [...acknowledged];
  const made = await run("backup", [place("backup")], { DATA_DIR: place("old") });
  isOver = true;
  await Promise.all(writing);
  expect([made.status, made.said]).toEqual([0, expect.stringMatching(/Backed up \d+ rows/)]);
  expect(acknowledged.length).toBeGreaterThan(before.length);
  await product.kill("SIGKILL");

  const secret = readFileSync(place("old/secret.key"), "utf8");
  mkdirSync(place("new"));
  const withoutKey = await run("restore", [place("backup")], { DATA_DIR: place("new") });
  expect([withoutKey.status, withoutKey.said]).toEqual([1, expect.stringMatching(/There is no .*secret\.key/)]);
  const wrongKey = { DATA_DIR: place("new"), SECRET_KEY: "a key that has never sealed anything here" };
  const refused = await run("restore", [place("backup")], wrongKey);
  expect([refused.status, refused.said]).toEqual([1, expect.stringContaining("made under another SECRET_KEY")]);

  cpSync(place("backup"), place("torn"), { recursive: true });
  truncateSync(place("torn/tables/public.signup_requests.gz"), 20);
  copyFileSync(place("old/secret.key"), place("new/secret.key"));
  const torn = await run("restore", [place("torn")], { DATA_DIR: place("new") });
  expect([torn.status, torn.said]).toEqual([
    1,
    expect.stringContaining("tables/public.signup_requests.gz of the backup is torn"),
  ]);
  const checked = await run("verify-backup", [place("backup")], { DATA_DIR: place("new") });
  expect([checked.status, checked.said]).toEqual([0, expect.stringContaining("is whole")]);
  const trial = await run("restore", [place("backup"), "--trial"], { DATA_DIR: place("new") });
  expect([trial.status, trial.said]).toEqual([0, expect.stringContaining("Nothing was changed")]);

  const restored = await run("restore", [place("backup")], { DATA_DIR: place("new") });
  expect([restored.status, restored.said]).toEqual([0, expect.stringMatching(/Restored the backup of .*compared/)]);
  expect(`${made.said}${restored.said}`).not.toContain(secret.trim());
  expect((await run("backup", [place("again")], { DATA_DIR: place("new") })).status).toBe(0);
  expect(await readDigests("again")).toEqual(await readDigests("backup"));
  const full = await run("restore", [place("backup")], { DATA_DIR: place("new") });
  expect([full.status, full.said]).toEqual([1, expect.stringContaining("The database is not empty")]);

  product = await start("new", "all");
  await signIn(product, "tookan@demo.test");
  const countWaiting = async () =>
    (await query<{ n: number }>("new", "select count(*)::int as n from mail_outbox where state = 'waiting'"))[0]?.n;
  await until(async () => (await countWaiting()) === 0);
  const requests = await query<{ email: string }>("new", "select email from signup_requests");
  const emails = new Set(requests.map(({ email }) => email));
  expect(before.filter((email) => !emails.has(email))).toEqual([]);
  const ids = mail.received.map((text) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
  expect(ids.length).toBeGreaterThanOrEqual(before.length);
  expect(new Set(ids).size).toBe(ids.length);
  const mails = await query<{ state: string; attempts: number }>(
    "new",
    "select distinct state, attempts from mail_outbox where state <> 'kept'",
  );
  expect(mails).toEqual([{ state: "sent", attempts: 1 }]);
});
