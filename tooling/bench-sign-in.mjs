import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { hash, verify } from "@node-rs/argon2";
import { start } from "./bench-start.mjs";
import { say } from "./run-command.mjs";

/** The two rates are measured in turns: the speed of a shared machine changes by half within a minute. */
const rounds = 5;
const bareSeconds = 2;
const seconds = 4;
const clients = 32;
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Different people, as in life: attempts on one account from one address wait for each other. */
const people = ["tookan", "warehouse", "genesis", "docman", "other", "acme", "admin", "superadmin"];
const credentials = people.map((name) =>
  JSON.stringify({ email: `${name}@demo.test`, password: "demo-password-1", returnSecureToken: true }),
);

/** Sign-ins a second beside the bare rate of the hash on the same machine, and what they cost other requests. */
export async function benchSignIn() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "bench-"));
  // People are needed, but nothing that works in the background.
  const product = await start(dataDir, { DEMO_DATA: "0", DEMO_SOURCES: "0" });
  try {
    const quiet = await probe(product.url, 2000, Promise.resolve());
    await signIns(product.url).done;
    const bare = [];
    const rates = [];
    const times = [];
    const busy = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await bareRate());
      const load = signIns(product.url);
      busy.push(...(await probe(product.url, seconds * 1000, load.done)));
      const taken = await load.done;
      rates.push(taken.length / seconds);
      times.push(...taken);
    }
    const delay = await eventLoopDelay(product.url);
    const turns = rates.map((rate, round) => percent(rate, bare[round])).join(", ");
    say(`bare argon2id: ${mean(bare).toFixed(0)} a second on ${availableParallelism()} cores`);
    say(
      `sign-ins: ${mean(rates).toFixed(0)} a second, ${percent(mean(rates), mean(bare))} of the bare rate (budget 90 %; in turns ${turns})`,
    );
    say(`sign-in p99: ${at(times, 0.99)} ms with ${clients} clients`);
    say(
      `another route meanwhile: p50 ${at(busy, 0.5)} ms, p99 ${at(busy, 0.99)} ms (quiet p99 ${at(quiet, 0.99)} ms, budget 100 ms)`,
    );
    say(`event-loop delay of the server: p50 ${delay.p50} ms, p99 ${delay.p99} ms`);
  } finally {
    await product.stop("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const percent = (part, whole) => `${Math.round((100 * part) / whole)} %`;
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** As the server itself measures it. */
async function eventLoopDelay(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const ms = (name) => (Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]) * 1000).toFixed(1);
  return { p50: ms("nodejs_eventloop_lag_p50_seconds"), p99: ms("nodejs_eventloop_lag_p99_seconds") };
}

async function bareRate() {
  const stored = await hash("a password", parameters);
  const end = performance.now() + bareSeconds * 1000;
  let hashes = 0;
  const work = async () => {
    for (; performance.now() < end; hashes++) await verify(stored, "a password");
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return hashes / bareSeconds;
}

function signIns(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const end = performance.now() + seconds * 1000;
  const times = [];
  const work = async (_, client) => {
    const body = credentials[client % credentials.length];
    while (performance.now() < end) {
      const begun = performance.now();
      const status = await post(`${url}/v1/accounts:signInWithPassword?key=bench`, agent, body);
      if (status !== 200) throw new Error(`A sign-in was answered with ${status}.`);
      times.push(performance.now() - begun);
    }
  };
  return { done: Promise.all(Array.from({ length: clients }, work)).then(() => times) };
}

function post(url, agent, body) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    request(url, { method: "POST", agent, headers }, (response) =>
      response.resume().once("end", () => resolve(response.statusCode)),
    )
      .once("error", reject)
      .end(body);
  });
}

/** Asks a light route every 20 ms and notes how long it takes. */
async function probe(url, forMs, until) {
  const times = [];
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    const begun = performance.now();
    await fetch(`${url}/healthz`);
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await until;
  return times;
}

function at(times, share) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1);
}
