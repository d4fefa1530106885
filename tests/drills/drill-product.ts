import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startMailServer } from "../../apps/server/src/testing/mail-server.ts";
import { type Product, runProduct } from "../product/run-product.ts";
import type { Target } from "./run-clients.ts";

/** The product on a database of its own that a drill may kill and stop. */
export type DrillProduct = {
  product: Product;
  /** One of every class of routes that need the database. */
  targets: Target[];
  /** A refresh of the session; one that succeeds takes the place of the session's token. */
  refresh: Target;
  /** Kills the database, unless it is only about to be started. */
  killDatabase(): void;
  /** Stops every process of the database, or lets them go on. */
  hangDatabase(signal: "SIGSTOP" | "SIGCONT"): void;
  /** Resolves when the database takes connections. */
  databaseIsBack(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the product with someone signed in and mails that are taken, so that there are jobs. */
export async function startDrillProduct(environment: Record<string, string> = {}): Promise<DrillProduct> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "drill-"));
  const mail = await startMailServer();
  const product = await runProduct({
    DATA_DIR: dataDir,
    TRUST_PROXY: "127.0.0.1",
    RATE_LIMIT: "0",
    SMTP_URL: mail.url,
    MAIL_FROM: "console@drill.example",
    ...environment,
  });
  const pidFile = path.join(dataDir, "postgres/cluster/postmaster.pid");
  const file = () => readFileSync(pidFile, "utf8").split("\n");
  // A server that is started again takes the same one.
  const port = Number(file()[3]);
  return {
    product,
    ...(await listTargets(product.url)),
    killDatabase() {
      if (existsSync(pidFile)) process.kill(Number(file()[0]), "SIGKILL");
    },
    hangDatabase(signal) {
      const postmaster = Number(file()[0]);
      process.kill(postmaster, signal);
      const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(postmaster)], { encoding: "utf8" });
      for (const child of children.split("\n").filter(Boolean)) {
        try {
          process.kill(Number(child), signal);
        } catch {
          // It had ended by itself.
        }
      }
    },
    async databaseIsBack() {
      const password = readFileSync(path.join(dataDir, "postgres.password"), "utf8");
      for (let isBack = false; !isBack; await sleep(5)) {
        const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", password, database: "postgres" });
        client.on("error", () => {});
        isBack = await client.connect().then(
          () => true,
          () => false,
        );
        await client.end().catch(() => {});
      }
    },
    async stop() {
      await product.kill("SIGTERM");
      await mail.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function listTargets(url: string): Promise<Pick<DrillProduct, "targets" | "refresh">> {
  const answer = await fetch(`${url}/v1/accounts:signInWithPassword?key=drill`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "tookan@demo.test", password: "demo-password-1", returnSecureToken: true }),
  });
  const { idToken, refreshToken } = (await answer.json()) as Record<"idToken" | "refreshToken", string>;
  const bearer = () => ({ authorization: `Bearer ${idToken}` });
  const json = (headers: Record<string, string> = {}) => ({ "content-type": "application/json", ...headers });
  let visitors = 0;
  const post = { method: "POST" as const, headers: () => json() };
  const refresh: Target = {
    name: "refresh",
    method: "POST",
    path: "/v1/token?key=drill",
    good: [200],
    headers: () => ({ "content-type": "application/x-www-form-urlencoded" }),
    body: () => String(new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken })),
  };
  const targets: Target[] = [
    { name: "API", path: "/api/sessions", headers: bearer, good: [200] },
    {
      name: "request for access",
      method: "POST",
      path: "/api/signup-requests",
      good: [201],
      headers: () => {
        visitors += 1;
        return json({ "x-forwarded-for": `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}` });
      },
      body: () =>
        JSON.stringify({
          fullName: "Visitor",
          email: `${randomUUID()}@drill.example`,
          company: "Drill",
          consent: true,
          filledInMs: 60_000,
          idempotencyKey: randomUUID(),
        }),
    },
    {
      ...post,
      name: "lookup",
      path: "/v1/accounts:lookup?key=drill",
      good: [200],
      body: () => JSON.stringify({ idToken }),
    },
    { name: "events", path: "/api/events", headers: bearer, good: [200] },
    { name: "page", path: "/", good: [200] },
    { name: "framed page", path: "/laiqkan/3001", good: [200] },
    {
      ...post,
      name: "embedded report",
      path: "/api/embed/session",
      good: [404, 429],
      body: () => JSON.stringify({ tookan_id: "3001", key: "nobody's" }),
    },
    {
      ...post,
      name: "webhook",
      good: [401, 429],
      path: `/hooks/tookan/${Buffer.from("demo-tookan").toString("base64url")}.nobody`,
      body: () => JSON.stringify({ job_id: "1", job_status: 2, tookan_shared_secret: "wrong" }),
    },
  ];
  return { targets, refresh };
}
