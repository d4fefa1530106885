import type { ServerResponse } from "node:http";
import type { Gate } from "./gate.ts";
import { digestOf, type ModelStore } from "./model-store.ts";
import type { WireRow } from "./send-json.ts";

const steps = 4;

/** Downloads that were begun, by the digest of their part: the next one goes on from there. */
export type Downloads = Map<string, number>;

/** Downloads a model in steps, each of which passes the gate. */
export async function servePull(
  store: ModelStore,
  downloads: Downloads,
  gate: Gate,
  body: WireRow,
  response: ServerResponse,
): Promise<void> {
  const name = String(body.model ?? "");
  const tell = (line: object) => void response.write(`${JSON.stringify(line)}\n`);
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  tell({ status: "pulling manifest" });
  if (name.includes("missing")) tell({ error: "pull model manifest: file does not exist" });
  if (name.includes("missing")) return void response.end();
  for (const [part, total] of [
    ["weights", 1_000_000],
    ["template", 2000],
  ] as const) {
    const digest = digestOf(`${name} ${part}`);
    const show = (completed: number | undefined) =>
      tell({ status: `pulling ${digest.slice(0, 12)}`, digest: `sha256:${digest}`, total, completed });
    for (let done = downloads.get(digest) ?? 0; done < total; downloads.set(digest, done)) {
      show(done || undefined);
      await gate.pass();
      if (response.destroyed) return;
      done += total / steps;
    }
    show(total);
    if (name.includes("broken")) return void response.end(`${JSON.stringify({ error: "max retries exceeded" })}\n`);
  }
  for (const status of ["verifying sha256 digest", "writing manifest"]) tell({ status });
  store.add(name, ["completion", "tools"], { sizeBytes: 1_002_000 });
  response.end(`${JSON.stringify({ status: "success" })}\n`);
}
