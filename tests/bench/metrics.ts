import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startEmbedded } from "../../apps/server/src/platform/db/embedded/start-embedded.ts";
import { prepareEmbedded } from "../../apps/server/src/platform/db/prepare-embedded.ts";
import { runProduct } from "../product/run-product.ts";
import { type Call, openCaller } from "./call.ts";
import { type Engine, openDuckDb, openPostgres, type Rows } from "./engines.ts";
import { measureIngest } from "./ingest.ts";
import { deliveryQuestions, type Question, stockQuestions } from "./questions.ts";
import { runSeed } from "./run-seed.ts";
import { signIn } from "./sign-in.ts";

type Answer = { rows?: Rows; days?: Rows };

const password = "bench-password-1";
const sets = [
  { rows: 1_000_000, movements: 0 },
  { rows: 10_000_000, movements: 5_000_000 },
];
const cache = fileURLToPath(new URL("../../.cache/bench/", import.meta.url));
const wanted = process.argv.includes("--rows") ? Number(process.argv[process.argv.indexOf("--rows") + 1]) : null;

const medians = new Map<string, Map<number, number>>();
for (const set of sets.filter(({ rows }) => wanted === null || rows === wanted)) await measureSet(set);
for (const [name, bySize] of medians) {
  const [small, large] = sets.map(({ rows }) => bySize.get(rows));
  if (small && large) say(`growth of "${name}" from 1 M to 10 M facts: ${(large / small).toFixed(2)}× (budget 1.5×)`);
}

async function measureSet({ rows, movements }: (typeof sets)[number]): Promise<void> {
  const dataDir = path.join(cache, `metrics-${rows}`);
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(path.join(dataDir, "seeded"))) {
    await runSeed(dataDir, { rows, movements });
    writeFileSync(path.join(dataDir, "seeded"), new Date().toISOString());
  }
  const server = await startEmbedded({ dataDir });
  const owner = await prepareEmbedded(server.url);
  const raw = Object.assign(new URL(server.url), { pathname: "/console" }).href;
  const product = await runProduct({
    ...{ DATABASE_URL: owner, DATA_DIR: dataDir, RATE_LIMIT: "0", NODE_ENV: "production" },
    // Without jobs, which would compete with what is measured.
    ROLE: "api",
  });
  const caller = openCaller(product.url);
  const client = new pg.Client({ connectionString: raw });
  await client.connect();
  const duck = await openDuckDb(client, path.join(dataDir, "postgres/cluster"));
  const postgres = await openPostgres(raw);
  try {
    const { rows: size } = await client.query(`select count(*) as n, count(distinct tenant_id) as tenants,
      (select count(*) from delivery_tasks where tenant_id = 'bench-001') as largest, max(day)::text as last from delivery_tasks`);
    say(`${size[0].n} deliveries of ${size[0].tenants} tenants, the largest with ${size[0].largest}`);
    const to = dayAfter(size[0].last, 1);
    const ask = await asker(caller.call, product.url);
    const questions = deliveryQuestions({ from: dayAfter(to, -365), to });
    // A server that has just started is not what people meet.
    for (const question of questions) for (let call = 0; call < 50; call++) await ask(question);
    for (const question of questions) {
      const median = await compare(question, ask, [postgres, duck]);
      medians.set(question.name, (medians.get(question.name) ?? new Map()).set(rows, median));
    }
    if (movements > 0) {
      const days = [-3, -200, -500].map((days) => dayAfter(to, days));
      for (const question of stockQuestions(days)) await compare(question, ask, [postgres, duck]);
      say(await measureIngest(owner));
    }
  } finally {
    await postgres.close();
    await duck.close();
    await client.end();
    caller.close();
    await product.kill("SIGTERM");
    await server.stop();
  }
}

/** Asks one question of the product and of both engines, in turns, and tells the times. */
async function compare(
  question: Question,
  ask: (question: Question) => Promise<Rows>,
  engines: Engine[],
): Promise<number> {
  const doors = [
    { name: "product, over HTTP", warmUp: 30, calls: 100, run: () => ask(question) },
    ...engines.map((engine) => ({ name: engine.name, warmUp: 1, calls: 5, run: () => engine.query(question.sql) })),
  ];
  const figures: { name: string; median: number; p95: number; sum: number }[] = [];
  for (const { name, warmUp, calls, run } of doors) {
    const times: number[] = [];
    let answer: Rows = [];
    for (let call = -warmUp; call < calls; call++) {
      const begun = performance.now();
      answer = await run();
      if (call >= 0) times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
    const field = name.startsWith("product") ? question.check.field : question.check.column;
    figures.push({
      name,
      median: at(0.5),
      p95: at(0.95),
      sum: answer.reduce((sum, row) => sum + Number(row[field]), 0),
    });
  }
  const [product, , duck] = figures;
  if (!product || !duck) throw new Error("Nothing was measured.");
  const isEqual = figures.every(({ sum }) => Math.abs(sum - product.sum) <= 0.01 * Math.abs(product.sum));
  say(
    `${question.name}: ${figures.map(({ name, median, p95 }) => `${name} ${median.toFixed(1)} ms (p95 ${p95.toFixed(1)})`).join(" · ")} · ` +
      `${(product.median / duck.median).toFixed(2)}× DuckDB (budget 1, p95 ≤ 30 ms)${isEqual ? "" : ` · THE ANSWERS DIFFER: ${figures.map(({ sum }) => sum).join(", ")}`}`,
  );
  return product.median;
}

async function asker(call: Call, url: string): Promise<(question: Question) => Promise<Rows>> {
  const tenant = await signIn({ url }, "bench@demo.test", password);
  const admin = await signIn({ url }, "bench-admin@demo.test", password);
  return async ({ ask }) => {
    const { rows, days } =
      "query" in ask
        ? await call<Answer>("/api/metrics/query", { headers: tenant, body: ask.query })
        : await call<Answer>(ask.path, { headers: admin });
    return rows ?? days ?? [];
  };
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
