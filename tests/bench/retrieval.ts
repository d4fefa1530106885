import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { weighWords } from "../../apps/server/src/modules/assistant/documents/passage-words.ts";
import { findRunning } from "../../apps/server/src/platform/db/embedded/find-running.ts";
import { prepareEmbedded } from "../../apps/server/src/platform/db/prepare-embedded.ts";
import { runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";
import { openCaller } from "./call.ts";
import { signIn } from "./sign-in.ts";

const passages = 50_000;
const passagesOfDocument = 500;
const wordsOfPassage = 90;
const vocabulary = 20_000;
const budgetMs = 100;
const rounds = 300;
const warmUps = 20;
const tenant = "demo-acme";

const folder = fileURLToPath(new URL("../../.cache/bench/retrieval", import.meta.url));
mkdirSync(folder, { recursive: true });
const dataDir = path.join(folder, "data");
const product = await runProduct({ DATA_DIR: dataDir, RATE_LIMIT: "0", LOG_LEVEL: "error" });
try {
  const server = findRunning(dataDir);
  if (!server) throw new Error("The database of the product was not found.");
  await seed(await prepareEmbedded(server));
  const headers = await signIn(product, "acme@demo.test");
  const { call, close } = openCaller(product.url);
  const times: number[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const body = { question: makeQuestion(round) };
    const from = performance.now();
    await call("/api/assistant/training/retrieval-test", { headers, body });
    if (round >= 0) times.push(performance.now() - from);
  }
  close();
  const [median, p95, worst] = [atShare(times, 0.5), atShare(times, 0.95), Math.max(...times)];
  const figures = `median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, longest ${worst.toFixed(1)} ms`;
  process.stdout.write(`${rounds} questions over ${passages.toLocaleString("en-US")} passages: ${figures}\n`);
  process.stdout.write(p95 <= budgetMs ? `within ${budgetMs} ms\n` : `later than ${budgetMs} ms\n`);
} finally {
  await product.kill("SIGTERM");
}

/** Few words stand everywhere and most stand seldom, as in any language. */
function pickWord(random: () => number): string {
  return `w${Math.floor(vocabulary ** random()).toString(36)}x`;
}

/** Two common words, some rarer ones, and every third time a word that was typed with an error. */
function makeQuestion(round: number): string {
  const random = createRandom(round + 1000);
  const words = Array.from({ length: 6 }, () => pickWord(random));
  return `How do I ${words.join(" ")} ${round % 3 === 0 ? "polciy" : "policy"}`;
}

function createRandom(seedNumber: number): () => number {
  let state = seedNumber;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

async function seed(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('app.tenant_id', 'platform', true)");
    const { rows } = await client.query("select count(*)::int as count from passages where tenant_id = $1", [tenant]);
    if (rows[0].count >= passages) return;
    for (let number = 0; number < passages / passagesOfDocument; number++) await seedDocument(client, number);
    await client.query("commit");
    for (const table of ["passages", "passage_words", "passage_spellings"])
      await client.query(`vacuum analyze ${table}`);
  } finally {
    await client.query("rollback");
    await client.end();
  }
}

async function seedDocument(client: pg.Client, number: number): Promise<void> {
  const random = createRandom(number + 1);
  const id = `bench-${number}`;
  await client.query(
    `insert into training_documents (tenant_id, id, name, kind, state, latest_version, found_version, passages, created_at, updated_at)
      values ($1, $2, $2, 'file', 'searchable', 1, 1, $3, now(), now())`,
    [tenant, id, passagesOfDocument],
  );
  const contents = Array.from({ length: passagesOfDocument }, (_, place) =>
    [...Array.from({ length: wordsOfPassage }, () => pickWord(random)), place % 5 === 0 ? "policy" : "rule"].join(" "),
  );
  const { rows } = await client.query(
    `insert into passages (tenant_id, document, position, kind, headings, content, hash, state)
      select $1, $2, place, 'text', array['Part ' || place], content, md5(content), 'found'
      from unnest($3::text[]) with ordinality as c (content, place) returning id, content`,
    [tenant, id, contents],
  );
  const words = rows.flatMap(({ id: passage, content }: { id: string; content: string }) =>
    [...weighWords({ title: id, headings: ["Part"], content })].map(([word, weight]) => ({ passage, word, weight })),
  );
  await client.query(
    `insert into passage_words (tenant_id, document, word, passage, weight)
      select $1, $2, word, passage, weight from unnest($3::text[], $4::bigint[], $5::real[]) as w (word, passage, weight)`,
    [tenant, id, words.map(({ word }) => word), words.map(({ passage }) => passage), words.map(({ weight }) => weight)],
  );
  await client.query(
    `insert into passage_spellings (tenant_id, document, key, word)
      values ($1, $2, '6pol', 'policy'), ($1, $2, '6po-', 'policy'), ($1, $2, '6-cy', 'policy') on conflict do nothing`,
    [tenant, id],
  );
}
