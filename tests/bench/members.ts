import { createWriteStream, mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";
import { openCaller } from "./call.ts";
import { signIn } from "./sign-in.ts";

const members = 200_000;
const rounds = 300;
const warmUps = 20;
const budgetMs = 300;

const colors = ["Amber", "Azure", "Coral", "Crimson", "Ivory", "Jade", "Olive", "Scarlet", "Teal", "Violet"];
const goods = ["Blender", "Carpet", "Cushion", "Drill", "Helmet", "Kettle", "Lantern", "Printer", "Saddle", "Teapot"];
const makers = ["Brontes", "Calyx", "Dorimo", "Elvani", "Farnese", "Gorlan", "Hespera", "Ilario", "Juvena", "Kestria"];

type Reply = { outcome: string; query?: { filters?: { values?: unknown[] }[] } };

const folder = mkdtempSync(path.join(tmpdir(), "bench-members-"));
const product = await runProduct({ DATA_DIR: path.join(folder, "data"), RATE_LIMIT: "0", LOG_LEVEL: "error" });
try {
  const headers = await signIn(product, "admin@demo.test");
  await loadMembers(headers);
  const asker = await signIn(product, "genesis@demo.test");
  const { call, close } = openCaller(product.url);
  const times: number[] = [];
  let found = 0;
  for (let round = -warmUps; round < rounds; round++) {
    const { question, name } = makeQuestion(round + warmUps);
    const from = performance.now();
    const reply = await call<Reply>("/api/assistant/ask", { headers: asker, body: { question } });
    if (round < 0) continue;
    times.push(performance.now() - from);
    if (reply.outcome === "answer" && JSON.stringify(reply.query).includes(name)) found++;
  }
  close();
  const [median, p95, worst] = [atShare(times, 0.5), atShare(times, 0.95), Math.max(...times)];
  const figures = `median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, longest ${worst.toFixed(1)} ms`;
  say(`${rounds} questions over ${members.toLocaleString("en-US")} products: ${figures}, ${found} about the right one`);
  say(p95 <= budgetMs ? `within ${budgetMs} ms` : `later than ${budgetMs} ms`);
} finally {
  await product.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}

/** Names that share their words with thousands of others, and a number of their own. */
function nameOf(member: number): string {
  const pick = (list: readonly string[], place: number) => list[Math.floor(member / 10 ** place) % 10];
  return `${pick(makers, 2)} ${pick(colors, 1)} ${pick(goods, 0)} ${1000 + Math.floor(member / 1000)}`;
}

/** Every third time with a typing error. */
function makeQuestion(round: number): { question: string; name: string } {
  const name = nameOf((round * 7919) % members);
  const typed = round % 3 === 0 ? name.replace(/([a-z])([a-z]) /, "$2$1 ") : name;
  return { question: `net sales of ${typed} this year`, name };
}

async function loadMembers(headers: Record<string, string>): Promise<void> {
  const file = path.join(folder, "sales.csv");
  const stream = createWriteStream(file);
  stream.write("id,receipt number,sale date,branch,product,qty,gross\n");
  const year = new Date().getUTCFullYear();
  for (let member = 0; member < members; member++) {
    const text = `m${member},m${member},${year}-01-0${1 + (member % 9)},Branch 1,${nameOf(member)},1,2.50\n`;
    if (!stream.write(text)) await new Promise<void>((resolve) => stream.once("drain", () => resolve()));
  }
  await new Promise<void>((resolve) => stream.end(() => resolve()));
  const form = new FormData();
  form.append("tenant", "demo-genesis");
  form.append("file", await openAsBlob(file), "sales.csv");
  const response = await fetch(`${product.url}/api/sources/genesis/imports`, { method: "POST", headers, body: form });
  const { run } = (await response.json()) as { run?: { id: string } };
  if (!run) throw new Error("The file was refused.");
  for (;;) {
    await sleep(500);
    const url = `${product.url}/api/tenants/demo-genesis/imports/${run.id}`;
    const ended = (await (await fetch(url, { headers })).json()) as { state: string; rows: object };
    if (ended.state === "waiting" || ended.state === "running") continue;
    say(`loaded: ${ended.state} ${JSON.stringify(ended.rows)}`);
    return;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
