import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { signIn } from "../bench/sign-in.ts";
import { type Product, runProduct } from "../product/run-product.ts";
import { makeValue, type Schema } from "./make-value.ts";
import { createRandom, type Random } from "./random.ts";

type Operation = {
  operationId: string;
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
};
type Target = { method: string; path: string; operation: Operation };
type Finding = { number: number; role: string; request: string; status: number; answer: string };

const roles = ["visitor", "tookan", "admin", "superadmin"];
const atOnce = 6;
const mostKnown = 400;

const option = (name: string, initial: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? initial : Number(process.argv[at + 1]);
};
const seed = option("seed", Math.floor(Math.random() * 1e9));
const requests = option("requests", 20_000);

/** Asks every route of the contract as every role, with values that were made for it and some that were not. */
async function fuzz(product: Product): Promise<Finding[]> {
  const document = (await (await fetch(`${product.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const targets: Target[] = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path: route, operation })),
  );
  const known: string[] = ["demo-tookan", "delivery", "users", "tenants"];
  const headers = new Map<string, Record<string, string>>([["visitor", {}]]);
  const statuses = new Map<number, number>();
  const findings: Finding[] = [];
  let next = 0;

  async function headersOf(role: string): Promise<Record<string, string>> {
    const held = headers.get(role) ?? (await signIn(product, `${role}@demo.test`));
    headers.set(role, held);
    return held;
  }

  async function ask(number: number): Promise<void> {
    const random = createRandom(seed + number);
    const target = random.pick(targets);
    const role = random.pick(roles);
    const { url, init, told } = makeRequest(random, product.url, target, known);
    const response = await fetch(url, {
      ...init,
      headers: { ...init.headers, ...(await headersOf(role)) },
      signal: AbortSignal.timeout(60_000),
    });
    // A stream goes on for good: its head is all that is looked at.
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    const answer = isStream ? "" : (await response.text()).slice(0, 20_000);
    await response.body?.cancel().catch(() => {});
    const { status } = response;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    // Somebody may have signed this role out, as one of the routes does.
    if (status === 401 && role !== "visitor") headers.delete(role);
    if (status >= 500 || !(String(status) in target.operation.responses))
      findings.push({ number, role, request: told, status, answer: answer.slice(0, 500) });
    if (status === 200 && answer.startsWith("{")) remember(known, answer, random);
  }

  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < requests) {
        const number = next++;
        await ask(number).catch((error: Error) =>
          findings.push({ number, role: "any", request: "", status: 0, answer: error.message }),
        );
        if (number % 2000 === 1999) process.stdout.write(`${number + 1} requests …\n`);
      }
    }),
  );
  process.stdout.write(`Statuses: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}\n`);
  return findings;
}

function makeRequest(random: Random, base: string, { method, path: route, operation }: Target, known: string[]) {
  const query = new URLSearchParams();
  let address = route;
  for (const { name, in: place, required, schema } of operation.parameters ?? []) {
    const value = makeValue(random, schema, known);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(text).slice(0, 900) || "x");
    else if (required || random.oneIn(2)) query.append(name, text);
  }
  const url = `${base}${address}${query.size > 0 ? `?${query}` : ""}`;
  const init: { method: string; headers: Record<string, string>; body?: string | FormData } = { method, headers: {} };
  const content = operation.requestBody?.content;
  if (content?.["multipart/form-data"]) {
    init.body = new FormData();
    init.body.append("file", new Blob(["day,amount\n2026-03-19,1\n"]), "rows.csv");
  } else if (content?.["application/json"]) {
    init.headers["content-type"] = "application/json";
    init.body = random.oneIn(40) ? "{" : JSON.stringify(makeValue(random, content["application/json"].schema, known));
  }
  const told = `${method} ${url.slice(base.length)} ${typeof init.body === "string" ? init.body.slice(0, 300) : ""}`;
  return { url, init, told };
}

/** Ids that answers hold lead deeper than any that are made up. */
function remember(known: string[], answer: string, random: Random): void {
  for (const [, id] of answer.matchAll(/"(?:id|uid|key|name|report|panel)":"([^"\\]{1,64})"/g)) {
    if (!id || known.includes(id)) continue;
    if (known.length < mostKnown) known.push(id);
    else known[random.below(mostKnown)] = id;
  }
}

const dataDir = mkdtempSync(path.join(tmpdir(), "fuzz-"));
const product = await runProduct({ DATA_DIR: dataDir, RATE_LIMIT: "0", LOG_LEVEL: "error", DEMO: "1" });
try {
  process.stdout.write(`Seed ${seed}: ask the same again with --seed ${seed} --requests ${requests}\n`);
  const findings = await fuzz(product);
  for (const { number, role, request, status, answer } of findings.slice(0, 50))
    process.stdout.write(`#${number} ${status} as ${role}: ${request}\n    ${answer}\n`);
  process.stdout.write(`${requests} requests, ${findings.length} answers that were wrong.\n`);
  process.exitCode = findings.length > 0 ? 1 : 0;
} finally {
  await product.kill("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}
