import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Clock, clockAt } from "../../platform/clock.ts";
import { AccountWorld, type RequestBody, type StandInAnswer } from "./account-world.ts";
import { chooseFault, type Fault, Faults } from "./faults.ts";
import type { StandInAccount } from "./plan-tasks.ts";
import { type Hook, sendWebhooks } from "./send-webhooks.ts";

/** What a call asked for. */
export type StandInCall = { endpoint: string; body: RequestBody };

/** Tells the stand-in what to do, and what it was asked. */
export type StandInControl = {
  /** The last calls, without their keys. */
  calls: StandInCall[];
  fault(fault: Fault): void;
  /** Ends all faults. */
  mend(): void;
  /** The tasks of an account that its list shows for a range of days. */
  listJobs(apiKey: string, from: string, to: string): number[];
  /** Sends the webhooks of what happened after one instant and until another. */
  tell(apiKey: string, hook: Hook, between: { after: Date; until: Date }): Promise<number[]>;
  /** Sends webhooks as things happen, until the stand-in is closed. */
  follow(apiKey: string, hook: Hook, everyMs?: number): void;
};

export type StandIn = { url: string; close(): Promise<void>; control: StandInControl };

export type StandInOptions = { port?: number; accounts: readonly StandInAccount[]; clock?: Clock; seed: number };

const mostBytes = 1024 ** 2;
/** It may run for weeks: only the last calls are remembered. */
const mostCalls = 20_000;
const host = "127.0.0.1";

/** Starts a server that speaks the delivery provider's wire, faults included, for accounts whose days pass with the clock. */
export async function startTookanStandIn(options: StandInOptions): Promise<StandIn> {
  const { port = 0, accounts, clock = clockAt(null), seed } = options;
  const worlds = new Map(accounts.map((account) => [account.apiKey, new AccountWorld(account, seed, clock)]));
  const faults = new Faults();
  const calls: StandInCall[] = [];
  const ended = new AbortController();

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = (request.url ?? "").replace(/^\/v2\//, "");
    const { api_key: apiKey, ...body } = await readBody(request);
    calls.push({ endpoint, body });
    if (calls.length > mostCalls) calls.splice(0, mostCalls / 2);
    const met = faults.meet(endpoint);
    const slow = chooseFault(met, "slow");
    if (slow) await sleep(slow.milliseconds, undefined, { signal: ended.signal });
    send(response, met, answer(worlds, apiKey, endpoint, body, met));
  }
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });

  const findWorld = (apiKey: string): AccountWorld => {
    const world = worlds.get(apiKey);
    if (!world) throw new Error("The stand-in has no such account.");
    return world;
  };
  const follow = async (world: AccountWorld, hook: Hook, everyMs: number) => {
    for (let after = clock(); !ended.signal.aborted; ) {
      await sleep(everyMs, undefined, { signal: ended.signal, ref: false });
      const until = clock();
      await sendWebhooks(world, hook, { after, until });
      after = until;
    }
  };
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/v2`,
    async close() {
      ended.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    control: {
      calls,
      fault: (fault) => faults.add(fault),
      mend: () => faults.mend(),
      listJobs: (apiKey, from, to) => findWorld(apiKey).listJobs(from, to),
      tell: (apiKey, hook, between) => sendWebhooks(findWorld(apiKey), hook, between),
      // It ends by being closed, which is no error.
      follow: (apiKey, hook, everyMs = 2000) => void follow(findWorld(apiKey), hook, everyMs).catch(() => undefined),
    },
  };
}

function answer(
  worlds: ReadonlyMap<string, AccountWorld>,
  apiKey: unknown,
  endpoint: string,
  body: RequestBody,
  met: readonly Fault[],
): StandInAnswer {
  const status = chooseFault(met, "status");
  if (status) return { status: status.status, message: status.message ?? "Something went wrong.", data: {} };
  if (apiKey === undefined) return { status: 100, message: "Parameter missing: api_key", data: {} };
  const world = worlds.get(String(apiKey));
  if (!world || chooseFault(met, "revoked")) return { status: 101, message: "INVALID_KEY", data: {} };
  const order = chooseFault(met, "page-order");
  return world.answer(endpoint, body, {
    ...(order && { orderSeed: order.seed }),
    isPageBefore: chooseFault(met, "page-twice") !== undefined,
  });
}

function send(response: ServerResponse, met: readonly Fault[], planned: StandInAnswer): void {
  const http = chooseFault(met, "http");
  const only =
    chooseFault(met, "single") && Array.isArray(planned.data) && planned.data.length === 1 ? planned.data[0] : null;
  const text = JSON.stringify(only ? { ...planned, data: only } : planned);
  const half = text.slice(0, Math.ceil(text.length / 2));
  response.writeHead(http?.status ?? 200, { "content-type": "application/json" });
  if (chooseFault(met, "dropped")) response.write(half, () => response.destroy());
  else if (chooseFault(met, "text")) response.end("<html><body>Service is being updated</body></html>");
  else if (http) response.end("<html><body>Error</body></html>");
  else response.end(chooseFault(met, "truncated") ? half : text);
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostBytes) throw new Error("The body is too long.");
    chunks.push(chunk as Buffer);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as Record<string, unknown>;
}
