import type { PullProgress } from "./model-provider.ts";
import type { ModelServer } from "./model-server.ts";
import { answerCut, readJsonLines } from "./read-json-lines.ts";
import { failMidway } from "./say-failure.ts";
import { toCount, toText } from "./wire-values.ts";

/** A large model is checked for minutes in which nothing is said. */
const silenceMs = 15 * 60_000;

/** Downloads a model; its parts are added up, and what is done never becomes less. */
export async function* pullModel(
  server: ModelServer,
  model: string,
  signal: AbortSignal,
): AsyncGenerator<PullProgress> {
  const parts = new Map<string, { done: number; total: number }>();
  const call = { path: "/api/pull", body: { model, stream: true }, model, signal, silenceMs };
  let status = "";
  for await (const line of readJsonLines(await server.stream(call))) {
    if (line.error !== undefined) throw failMidway(line, server.topicOf(call));
    status = toText(line.status)?.slice(0, 100) ?? status;
    const digest = toText(line.digest);
    if (digest !== null) {
      const known = parts.get(digest);
      const total = Math.max(toCount(line.total) ?? 0, known?.total ?? 0);
      const done = Math.max(toCount(line.completed) ?? 0, known?.done ?? 0);
      parts.set(digest, { done: Math.min(done, total), total });
    }
    let doneBytes = 0;
    let totalBytes = 0;
    for (const { done, total } of parts.values()) {
      doneBytes += done;
      totalBytes += total;
    }
    yield { status, doneBytes, totalBytes };
    if (status === "success") return;
  }
  throw answerCut();
}
