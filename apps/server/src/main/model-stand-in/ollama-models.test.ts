import { afterEach, expect, test } from "vitest";
import {
  createOllama,
  createOpenAi,
  ModelFailure,
  type OllamaAccess,
  type PullProgress,
} from "../../connectors/models/index.ts";
import { createOutboundStream } from "../../platform/outbound/outbound-stream.ts";
import { until } from "../../testing/until.ts";
import { failChat } from "./fail-chat-for-tests.ts";
import { askFor, readChat } from "./read-chat-for-tests.ts";
import { type ModelStandIn, type ModelStandInOptions, startModelStandIn } from "./start-model-stand-in.ts";

const outbound = createOutboundStream({ innerHosts: ["127.0.0.1"] });
const { signal } = new AbortController();
const started: ModelStandIn[] = [];

afterEach(async () => {
  for (const standIn of started.splice(0)) {
    await until(() => standIn.openSockets() === 0);
    await standIn.close();
  }
});

async function start(options: ModelStandInOptions = {}, access: Partial<OllamaAccess> = {}) {
  const standIn = await startModelStandIn(options);
  started.push(standIn);
  const listBodies = (path: string) => standIn.received.filter((call) => call.path === path).map(({ body }) => body);
  return { standIn, listBodies, ollama: createOllama({ url: standIn.url, outbound, ...access }) };
}

async function findReason(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error("Nothing failed."),
    (reason) => reason,
  );
  if (error instanceof ModelFailure) return error.reason;
  throw error;
}

test("the server is described with its version and its models, and what each of them can", async () => {
  const { ollama, listBodies } = await start();
  const { version, latencyMs, models } = await ollama.describe(signal);
  expect(version).toBe("0.99.0");
  expect(latencyMs).toBeGreaterThanOrEqual(0);
  expect(models.map(({ name }) => name)).toContain("stand-in-tools:latest");
  expect(models[0]).toMatchObject({
    name: "stand-in-tools:latest",
    sizeBytes: 1_234_567,
    family: "standin",
    parameterSize: "0.1B",
    quantization: "Q4_K_M",
    capabilities: ["completion", "tools", "thinking"],
    isCloud: false,
    remoteHost: null,
  });
  expect(models[0]?.modifiedAt?.getTime()).toBeGreaterThan(0);
  expect(listBodies("POST /api/show")).toEqual([]);
});

test("an older server is asked for each model alone, and one that tells nothing is used all the same", async () => {
  const older = await start({ omissions: ["tag-capabilities"] });
  const [first] = (await older.ollama.describe(signal)).models;
  expect(first).toMatchObject({ capabilities: ["completion", "tools", "thinking"], contextTokens: 8192 });

  const { ollama, listBodies } = await start({ omissions: ["capabilities", "call-ids", "metrics"] });
  expect((await ollama.describe(signal)).models[0]?.capabilities).toBeNull();
  const { calls, end } = await readChat(ollama.streamChat(askFor("call one tool"), signal));
  expect(calls[0]?.id).toBeNull();
  expect(end?.usage).toEqual({ promptTokens: null, answerTokens: null, loadMs: null, promptMs: null, answerMs: null });
  expect(listBodies("POST /api/chat")[0]).not.toHaveProperty("think");
  const refused: [string, boolean, string][] = [
    ["stand-in-plain", false, "no_tools"],
    ["stand-in-embed", false, "no_chat"],
  ];
  for (const [model, think, reason] of refused) {
    expect((await failChat(ollama.streamChat(askFor("hello", { model, think }), signal))).reason).toBe(reason);
  }
  const thinking = askFor("hello", { model: "stand-in-plain", tools: [], think: true });
  expect((await failChat(ollama.streamChat(thinking, signal))).reason).toBe("no_thinking");
});

test("every chat says how much the model is to see at once, and whether it is to think", async () => {
  const { ollama, listBodies } = await start();
  await readChat(ollama.streamChat(askFor("hello"), signal));
  await readChat(
    ollama.streamChat(askFor("hello", { options: { contextTokens: 32_768, topP: 0.5 }, think: "low" }), signal),
  );
  await readChat(ollama.streamChat(askFor("hello", { model: "stand-in-plain", tools: [], keepAlive: "10m" }), signal));
  await ollama.load("stand-in-tools", "5m", signal);
  const bodies = listBodies("POST /api/chat");
  expect(bodies.map(({ options }) => options)).toEqual([
    { num_ctx: 16_384 },
    { num_ctx: 32_768, top_p: 0.5 },
    { num_ctx: 16_384 },
    { num_ctx: 16_384 },
  ]);
  expect(bodies.map(({ think }) => think)).toEqual([false, "low", undefined, undefined]);
  expect(bodies[2]?.keep_alive).toBe("10m");
});

test("what is wanted of a model that cannot do it is not even sent", async () => {
  const { ollama, listBodies } = await start();
  const request = askFor("hello", { model: "stand-in-plain", tools: [], think: true });
  expect((await failChat(ollama.streamChat(request, signal))).reason).toBe("no_thinking");
  expect(listBodies("POST /api/chat")).toEqual([]);
});

test("times of an answer are in milliseconds", async () => {
  const { ollama } = await start();
  const { end } = await readChat(ollama.streamChat(askFor("hello there"), signal));
  expect(end?.usage).toEqual({ promptTokens: 2, answerTokens: 4, loadMs: 250, promptMs: 400, answerMs: 600 });
});

test("a model that runs in a cloud is refused before anything is sent, by its name or by what its server tells", async () => {
  const { standIn, ollama, listBodies } = await start();
  for (const model of ["stand-in-large:120b-cloud", "stand-in-alias", "unknown:cloud", "UNKNOWN-cloud:latest"]) {
    expect((await failChat(ollama.streamChat(askFor("secret figures", { model }), signal))).reason).toBe(
      "cloud_forbidden",
    );
  }
  expect(listBodies("POST /api/chat")).toEqual([]);
  expect(JSON.stringify(standIn.received)).not.toContain("secret figures");
  const clouds = (await ollama.describe(signal)).models.filter(({ isCloud }) => isCloud);
  expect(clouds.map(({ name }) => name)).toEqual(["stand-in-large:120b-cloud", "stand-in-alias:latest"]);
  const generous = createOllama({ url: standIn.url, outbound, allowCloud: true });
  expect((await readChat(generous.streamChat(askFor("hi", { model: "stand-in-alias" }), signal))).text).toBe(
    "You said: hi",
  );
});

test("a custom model is created from another one, shown, loaded, unloaded and removed", async () => {
  const { ollama, standIn } = await start();
  const custom = {
    model: "clerk",
    from: "stand-in-tools",
    system: "You are a clerk.",
    parameters: { temperature: 0.2 },
  };
  await ollama.create(custom, signal);
  expect(await ollama.show("clerk", signal)).toEqual({
    capabilities: ["completion", "tools", "thinking"],
    contextTokens: 8192,
    system: "You are a clerk.",
    parameters: [{ name: "temperature", value: "0.2" }],
    family: "standin",
    parameterSize: "0.1B",
    quantization: "Q4_K_M",
    isCloud: false,
    remoteHost: null,
  });
  await ollama.load("clerk", "5m", signal);
  const [loaded] = await ollama.loaded(signal);
  expect(loaded).toMatchObject({ name: "clerk:latest", gpuBytes: 0, contextTokens: 16_384 });
  expect(loaded?.expiresAt).toBeInstanceOf(Date);
  await ollama.unload("clerk", signal);
  expect(await ollama.loaded(signal)).toEqual([]);
  await ollama.remove("clerk", signal);
  expect(standIn.store.find("clerk")).toBeUndefined();
  expect(await findReason(ollama.remove("clerk", signal))).toBe("model_missing");
  expect(await findReason(ollama.show("clerk", signal))).toBe("model_missing");
  expect(await findReason(ollama.create({ model: "other", from: "nobody" }, signal))).toBe("model_missing");
});

test("the address may be that which other clients want", async () => {
  const { standIn } = await start();
  for (const path of ["/", "/api", "/v1/"]) {
    const ollama = createOllama({ url: `${standIn.url}${path}`, outbound });
    expect((await ollama.describe(signal)).version).toBe("0.99.0");
  }
});

test("a compatible server tells the names of its models, wherever its address ends", async () => {
  const { standIn } = await start();
  for (const path of ["", "/v1", "/v1/"]) {
    const { version, models } = await createOpenAi({ url: `${standIn.url}${path}`, outbound }).describe(signal);
    expect([version, models[0]?.name, models[0]?.capabilities]).toEqual([null, "stand-in-tools:latest", null]);
  }
  const wrong = createOpenAi({ url: `${standIn.url}/api/tags`, outbound });
  expect(await findReason(wrong.describe(signal))).toBe("misconfigured");
});

async function pullAll(progress: AsyncIterable<PullProgress>): Promise<PullProgress[]> {
  const steps: PullProgress[] = [];
  for await (const step of progress) steps.push(step);
  return steps;
}

test("a download adds up its parts, and what is done never becomes less", async () => {
  const { ollama, standIn } = await start();
  const steps = await pullAll(ollama.pull("newcomer", signal));
  const done = steps.map(({ doneBytes }) => doneBytes);
  expect(done).toEqual([...done].sort((one, other) => one - other));
  expect(steps.at(-1)).toEqual({ status: "success", doneBytes: 1_002_000, totalBytes: 1_002_000 });
  expect(standIn.store.find("newcomer")).toBeDefined();
});

test("a download that is called off stops at the server, and the next one goes on from there", async () => {
  const { ollama, standIn } = await start();
  standIn.pulls.hold(2);
  const stop = new AbortController();
  const reason = new Error("It is not wanted any more.");
  const pulling = (async () => {
    for await (const { doneBytes } of ollama.pull("newcomer", stop.signal))
      if (doneBytes === 500_000) stop.abort(reason);
  })();
  await expect(pulling).rejects.toBe(reason);
  await until(() => standIn.aborts === 1 && standIn.openSockets() === 0);
  standIn.pulls.release();
  expect(standIn.store.find("newcomer")).toBeUndefined();
  const steps = await pullAll(ollama.pull("newcomer", signal));
  expect(steps[1]?.doneBytes).toBe(500_000);
  expect(steps.at(-1)?.status).toBe("success");
});

test("a download of what does not exist, and one that breaks, are told apart", async () => {
  const { ollama } = await start();
  expect(await findReason(pullAll(ollama.pull("missing", signal)))).toBe("model_missing");
  expect(await findReason(pullAll(ollama.pull("broken", signal)))).toBe("failed_midway");
});
