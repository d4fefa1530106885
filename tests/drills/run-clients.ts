import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { isFullLength } from "../../apps/server/src/testing/test-length.ts";

/** What a client asks for, over and over. */
export type Target = {
  name: string;
  method?: "GET" | "POST";
  path: string | (() => string);
  headers?: () => Record<string, string>;
  body?: () => string;
  /** The statuses of an answer that the database stands behind. */
  good: readonly number[];
};

/** One call and how it ended; `failure` is the code of one that got no answer. */
export type Call = {
  target: Target;
  /** The body that was sent. */
  sent: string | undefined;
  status: number;
  retryAfter: string | null;
  text: string;
  failure: string | null;
  ms: number;
  endedAt: number;
};

const pauseAfterRefusalMs = 25;
const lookAliveEveryMs = 50;
/** How quickly a fault is told and overcome. Beside other tests only what is answered counts, never when. */
export const marks = isFullLength
  ? { answerMs: 2000, recoveryMs: 1000, aliveMs: 50 }
  : { answerMs: Infinity, recoveryMs: Infinity, aliveMs: Infinity };
const alive: Target = { name: "alive", path: "/healthz", good: [200] };

/** Clients that each keep one connection and ask without a pause, until they are stopped or nobody listens any more. */
export function runClients(url: string, count: number, targets: readonly Target[]) {
  const calls: Call[] = [];
  const lives: Call[] = [];
  let isOver = false;
  const lookAlive = async () => {
    while (!isOver) {
      lives.push(await ask(url, alive));
      if (lives.at(-1)?.failure === "ECONNREFUSED") break;
      await sleep(lookAliveEveryMs);
    }
  };
  const work = async (client: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = client; !isOver; turn++) {
      const target = targets[turn % targets.length] as Target;
      const call = await ask(url, target, agent);
      calls.push(call);
      if (call.failure === "ECONNREFUSED") break;
      if (!target.good.includes(call.status)) await sleep(pauseAfterRefusalMs);
    }
    agent.destroy();
  };
  const working = [lookAlive(), ...Array.from({ length: count }, (_, client) => work(client))];
  return {
    calls,
    /** Whether the process is alive, asked all the while. */
    lives,
    /** The longest that it took to say that the process is alive, of those asked from a moment on. */
    aliveMs: (since: number) =>
      Math.max(...lives.filter(({ ms, endedAt }) => endedAt - ms >= since).map(({ ms }) => ms)),
    async stop(): Promise<readonly Call[]> {
      isOver = true;
      await Promise.all(working);
      return calls;
    },
    /** Resolves when all clients have found nobody listening. */
    allRefused: () => Promise.all(working),
  };
}

/** A single call; a stream of events counts as answered with its first bytes. */
export function ask(url: string, target: Target, agent: Agent | false = false): Promise<Call> {
  const beganAt = performance.now();
  const { method = "GET", path, headers = () => ({}), body } = target;
  const content = body?.();
  return new Promise((resolve) => {
    const end = (fields: Partial<Call>) =>
      resolve({
        target,
        sent: content,
        status: 0,
        retryAfter: null,
        text: "",
        failure: null,
        ms: performance.now() - beganAt,
        endedAt: performance.now(),
        ...fields,
      });
    const sent = request(
      new URL(typeof path === "string" ? path : path(), url),
      { method, agent, headers: headers() },
      (answer) => {
        const { statusCode: status = 0, headers: told } = answer;
        const retryAfter = told["retry-after"] ?? null;
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk) => {
          text += chunk;
          if (!told["content-type"]?.startsWith("text/event-stream")) return;
          end({ status, retryAfter, text });
          sent.destroy();
        });
        answer.on("end", () => end({ status, retryAfter, text }));
        answer.on("error", (error) => end({ failure: readCode(error) }));
      },
    );
    sent.on("error", (error) => end({ failure: readCode(error) }));
    sent.end(content);
  });
}

function readCode(error: Error): string {
  return "code" in error ? String(error.code) : error.message;
}

/** Calls that were neither answered well nor told when to come back, or only after the time, in words. */
export function brokenPromises(calls: readonly Call[], withinMs: number): string[] {
  return calls.flatMap(({ target, status, retryAfter, failure, ms }) => {
    const isTold = status === 503 && retryAfter !== null;
    if (failure === null && (target.good.includes(status) || isTold) && ms <= withinMs) return [];
    return [`${target.name}: ${failure ?? status} after ${Math.round(ms)} ms`];
  });
}
