import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startEmbedded } from "../../apps/server/src/platform/db/embedded/start-embedded.ts";
import { prepareEmbedded } from "../../apps/server/src/platform/db/prepare-embedded.ts";
import { runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";
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
type BenchSet = (typeof sets)[number];
const cache = fileURLToPath(new URL("../../.cache/bench/", import.meta.url));
const wanted = process.argv.includes("--rows") ? Number(process.argv[process.argv.indexOf("--rows") + 1]) : null;

const measured = sets.filter(({ rows }) => wanted === null || rows === wanted);
for (const set of measured) await measureSet(set);
if (measured.length > 1) await measureGrowth(measured);

type OpenSet = {
  /** The owner's address of the database, and that of whoever may read the raw facts. */
  owner: string;
  raw: string;
  dataDir: string;
  ask: (question: Question) => Promise<Rows>;
  /** How many facts it has, in words. */
  size: string;
  /** The first day after the facts. */
  to: string;
  questions: Question[];
  close(): Promise<void>;
};

/** The product on one set of facts, made where there is none yet, and warm: one that has just started is not what people meet. */
async function openSet({ rows, movements }: BenchSet): Promise<OpenSet> {
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
    DATABASE_URL: owner,
    DATA_DIR: dataDir,
    RATE_LIMIT: "0",
    NODE_ENV: "production",
    DEMO: "1",
    // Without jobs, which would compete with what is measured.
    ROLE: "api",
  });
  const caller = openCaller(product.url);
  const ask = await asker(caller.call, product.url);
  const { text: size, lastDay } = await readSize(raw);
  const to = dayAfter(lastDay, 1);
  const questions = deliveryQuestions({ from: dayAfter(to, -365), to });
  for (const question of questions) for (let call = 0; call < 50; call++) await ask(question);
  return {
    owner,
    raw,
    dataDir,
    ask,
    size,
    to,
    questions,
    async close() {
      caller.close();
      await product.kill("SIGTERM");
      await server.stop();
    },
  };
}

async function readSize(raw: string): Promise<{ text: string; lastDay: string }> {
  const client = new pg.Client({ connectionString: raw });
  await client.connect();
  const { rows } = await client.query(`select count(*) as n, count(distinct tenant_id) as tenants,
    (select count(*) from delivery_tasks where tenant_id = 'bench-001') as largest, max(day)::text as last from delivery_tasks`);
  await client.end();
  const [{ n, tenants, largest, last }] = rows;
  return { text: `${n} deliveries of ${tenants} tenants, the largest with ${largest}`, lastDay: last };
}

async function measureSet(set: BenchSet): Promise<void> {
  const { owner, raw, dataDir, ask, size, to, questions, close } = await openSet(set);
  say(size);
  const client = new pg.Client({ connectionString: raw });
  await client.connect();
  const duck = await openDuckDb(client, path.join(dataDir, "postgres/cluster"));
  const postgres = await openPostgres(raw);
  try {
    for (const question of questions) await compare(question, ask, [postgres, duck]);
    if (set.movements > 0) {
      const days = [-3, -200, -500].map((days) => dayAfter(to, days));
      for (const question of stockQuestions(days)) await compare(question, ask, [postgres, duck]);
      say(await measureIngest(owner));
    }
  } finally {
    await postgres.close();
    await duck.close();
    await client.end();
    await close();
  }
}

/** Asks the same of both sets, in turns: a machine whose pace changes within minutes would be taken for growth. */
async function measureGrowth(both: readonly BenchSet[]): Promise<void> {
  const opened: OpenSet[] = [];
  try {
    for (const set of both) opened.push(await openSet(set));
    for (const [place, { name }] of (opened[0]?.questions ?? []).entries()) {
      const times = opened.map((): number[] => []);
      for (let call = 0; call < 100; call++) {
        for (const [at, { ask, questions }] of opened.entries()) {
          const question = questions[place];
          const begun = performance.now();
          if (question) await ask(question);
          times[at]?.push(performance.now() - begun);
        }
      }
      const [small = 0, large = 0] = times.map((own) => atShare(own, 0.5));
      say(
        `growth of "${name}" from 1 M to 10 M facts: ${(large / small).toFixed(2)}× (${small.toFixed(1)} to ${large.toFixed(1)} ms, budget 1.5×)`,
      );
    }
  } finally {
    for (const { close } of opened) await close();
  }
}

/** Asks one question of the product and of both engines, in turns, and tells the times. */
async function compare(
  question: Question,
  ask: (question: Question) => Promise<Rows>,
  engines: Engine[],
): Promise<void> {
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
    const field = name.startsWith("product") ? question.check.field : question.check.column;
    figures.push({
      name,
      median: atShare(times, 0.5),
      p95: atShare(times, 0.95),
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
