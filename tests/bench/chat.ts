import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { ChatMessage, Conversation, EntityRow } from "@console/contracts";
import { startModelStandIn } from "../../apps/server/src/main/model-stand-in/start-model-stand-in.ts";
import { runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";
import { type Call, openCaller } from "./call.ts";
import { signIn } from "./sign-in.ts";

const streams = 200;
const rounds = 5;
const words = 60;
const pieceMs = 100;
const mostSlower = 1.2;
const mostSlots = 256;
/** Several, since each may ask only so often in a minute. */
/** One call that reads nothing, and one that reads the database as its caller. */
const others = ["/api/config", "/api/assistant/conversations"];
const names = ["tookan", "warehouse", "genesis", "docman", "acme", "user", "accountant"];

type Headers = { authorization: string };
type Place = { headers: Headers; conversation: string };
type Following = { id: string; mark: string; joined: string; end: ChatMessage | null; isBroken: boolean };

/** What a model writes to a question that ends in a mark of its own: the mark again and again, so that none is mixed up. */
const standIn = await startModelStandIn({ pace: () => sleep(pieceMs) });
standIn.script(({ messages }) => {
  const mark = /mark-\d+/.exec(messages.findLast(({ role }) => role === "user")?.content ?? "")?.[0] ?? "none";
  const last = messages.at(-1);
  if (last?.role !== "tool") return { calls: [{ name: "open_report", arguments: {} }] };
  const report = /^([\w-]+): /.exec(last.content)?.[1];
  if (report) return { calls: [{ name: "open_report", arguments: { report } }] };
  return { text: Array(words).fill(mark).join(" ") };
});
const dataDir = mkdtempSync(path.join(tmpdir(), "bench-chat-"));
const product = await runProduct({ DATA_DIR: dataDir, RATE_LIMIT: "0", LOG_LEVEL: "error", OLLAMA_URL: standIn.url });
const { call, close } = openCaller(product.url);
try {
  const admin = await signIn(product, "superadmin@demo.test");
  const people = await Promise.all(names.map((name) => signIn(product, `${name}@demo.test`)));
  await giveSlots(call, admin);
  const quiet = await timeOthers(admin, async () => void (await sleep(5000)));
  const places = await Promise.all(
    Array.from({ length: streams }, async (_, place): Promise<Place> => {
      const headers = people[place % people.length] as Headers;
      const { id } = await call<Conversation>("/api/assistant/conversations", { headers, body: {} });
      return { headers, conversation: id };
    }),
  );
  const before = memoryMiB();
  let mixed = 0;
  let lost = 0;
  const busy = await timeOthers(admin, async () => {
    for (let round = 0; round < rounds; round++) {
      const followed = await Promise.all(places.map((place, at) => converse(place, `mark-${round * streams + at}`)));
      for (const { mark, joined, end, isBroken } of followed) {
        const whole = end?.text.trim() ?? "";
        if (end?.problem) say(`${mark}: ${end.state}, ${end.problem.text}`);
        if (isBroken || end?.state !== "done" || whole.split(" ").length !== words) lost++;
        if (whole.split(" ").some((word) => word !== mark) || !whole.startsWith(joined.trim())) mixed++;
      }
      say(`round ${round + 1}: ${streams} answers at once, ${lost} lost and ${mixed} mixed so far, ${memoryMiB()} MiB`);
    }
  });
  await sleep(1000);
  say(`memory ${before} MiB before, ${memoryMiB()} MiB after ${rounds * streams} answers`);
  say(`connections that are still open at the model server: ${standIn.openSockets()}`);
  for (const [place, route] of others.entries()) {
    const [before, meanwhile] = [quiet[place] ?? 0, busy[place] ?? 0];
    const slower = `${(meanwhile / before).toFixed(2)} times (budget ${mostSlower})`;
    say(`${route}: p99 ${before.toFixed(1)} ms quiet, ${meanwhile.toFixed(1)} ms meanwhile, ${slower}`);
  }
  for (const line of await eventLoopDelay()) say(line);
  const failures = product
    .output()
    .split("\n")
    .filter((line) => line.includes('"level":50'));
  say(
    `${failures.length} errors in the log${failures[0] === undefined ? "" : `, the first: ${failures[0].slice(0, 2000)}`}`,
  );
} finally {
  close();
  await product.kill("SIGTERM");
  await standIn.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function giveSlots(call: Call, headers: Headers): Promise<void> {
  const row = await call<EntityRow>("/api/admin/providers/rows/operator", { headers });
  const response = await fetch(`${product.url}/api/admin/providers/rows/operator`, {
    method: "PATCH",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ version: row.version, fields: { slots: mostSlots } }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Asks in a conversation and follows the answer to its end. */
async function converse({ headers, conversation }: Place, mark: string): Promise<Following> {
  const body = { text: `which flibber had the most frabbles ${mark}`, model: "operator/stand-in-tools:latest" };
  const path = `/api/assistant/conversations/${conversation}/messages`;
  const { answer } = await call<{ answer: ChatMessage }>(path, { headers, body });
  const following: Following = { id: answer.id, mark, joined: "", end: null, isBroken: false };
  const response = await fetch(`${product.url}/api/assistant/messages/${answer.id}/stream`, { headers });
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const parts = `${text}${decoder.decode(chunk as Uint8Array, { stream: true })}`.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) readPart(part, following);
    if (following.end) break;
  }
  following.isBroken = following.end === null;
  return following;
}

function readPart(part: string, following: Following): void {
  const line = part.split("\n").find((one) => one.startsWith("data: "));
  if (!line) return;
  const { type, data } = JSON.parse(line.slice(6));
  if (type === "text") following.joined += data.text;
  if (type === "end") following.end = data.message;
}

/** The time that 99 of 100 other calls take while some work is done, as a thread sees it that does nothing else. */
async function timeOthers(headers: Headers, work: () => Promise<void>): Promise<number[]> {
  const workers = others.map(
    (route) =>
      new Worker(path.resolve("tests/bench/call-again.mjs"), { workerData: { url: product.url + route, headers } }),
  );
  await work();
  return Promise.all(
    workers.map(async (worker) => {
      worker.postMessage("done");
      const [times] = await once(worker, "message");
      return atShare(times, 0.99);
    }),
  );
}

async function eventLoopDelay(): Promise<string[]> {
  const text = await (await fetch(`${product.url}/metrics`)).text().catch(() => "");
  return text.split("\n").filter((line) => /^\w*eventloop_lag_(?:p99|max)/.test(line));
}

function memoryMiB(): number {
  const status = readFileSync(`/proc/${product.process.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
