import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";

/** Known and unknown addresses are tried so often, in turns, so that whatever else happens meets both alike. */
const rounds = 200;
const known = "genesis@demo.test";

const folder = mkdtempSync(path.join(tmpdir(), "bench-guesses-"));
const product = await runProduct({
  DATA_DIR: path.join(folder, "data"),
  RATE_LIMIT: "0",
  TRUST_PROXY: "loopback",
});
try {
  let callers = 0;
  const time = async (operation: string, body: object, from?: string): Promise<number> => {
    callers += 1;
    const began = performance.now();
    const response = await fetch(`${product.url}/v1/accounts:${operation}?key=bench`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": from ?? `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
      },
      body: JSON.stringify(body),
    });
    await response.text();
    return performance.now() - began;
  };
  const attempts = {
    "a wrong password": (email: string) => time("signInWithPassword", { email, password: "Wrong-Harbour-40" }),
    "an ordered mail": (email: string) => time("sendOobCode", { requestType: "PASSWORD_RESET", email }),
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.known.push(await attempt(known));
      times.unknown.push(await attempt(`${randomUUID()}@demo.test`));
    }
    const ratio = atShare(times.known, 0.5) / atShare(times.unknown, 0.5);
    tell(`${name}, time of a known address against an unknown one (budget 0.75 to 1.33)`, ratio, 0.75, 1.33);
  }
  const attacker = "10.250.0.1";
  const guess = () => time("signInWithPassword", { email: "docman@demo.test", password: "Wrong-Harbour-40" }, attacker);
  const first: number[] = [];
  for (let count = 0; count < 5; count++) first.push(await guess());
  const later: number[] = [];
  for (let count = 0; count < 200; count++) later.push(await guess());
  const ratio = atShare(later, 0.5) / atShare(first, 0.5);
  tell("a guess that is refused unseen against one that is hashed (budget 0.5)", ratio, 0, 0.5);
} finally {
  await product.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}

/** Says a figure; one outside its budget fails the bench. */
function tell(what: string, ratio: number, least: number, most: number): void {
  const isWithin = ratio >= least && ratio <= most;
  if (!isWithin) process.exitCode = 1;
  process.stdout.write(`${what}: ${ratio.toFixed(2)}${isWithin ? "" : ", which is outside"}\n`);
}
