import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createOllama, createOpenAi, type ModelAccess } from "../../connectors/models/index.ts";
import { createOutboundStream } from "../../platform/outbound/outbound-stream.ts";
import { until } from "../../testing/until.ts";
import { failChat } from "./fail-chat-for-tests.ts";
import { askFor, readChat } from "./read-chat-for-tests.ts";
import { refuse } from "./scripted-turn.ts";
import { type ModelStandIn, startModelStandIn } from "./start-model-stand-in.ts";

const key = "key-that-nobody-may-read";
const outbound = createOutboundStream({ innerHosts: ["127.0.0.1"] });
const impatient = createOutboundStream({ innerHosts: ["127.0.0.1"], firstByteMs: 60, silenceMs: 60 });
const { signal } = new AbortController();
const clients = { native: createOllama, compatible: createOpenAi };

let standIn: ModelStandIn;
beforeAll(async () => {
  standIn = await startModelStandIn();
});
afterEach(async () => {
  standIn.script();
  await until(() => standIn.openSockets() === 0);
});
afterAll(() => standIn.close());

function open(api: keyof typeof clients, more: Partial<ModelAccess> = {}) {
  const headers = { authorization: `Bearer ${key}` };
  return clients[api]({ url: standIn.url, outbound, headers, ...more });
}

for (const api of ["native", "compatible"] as const) {
  const chat = (said: string, more = {}) => open(api).streamChat(askFor(said, more), signal);

  test(`${api}: text comes in pieces, and its end says what it took`, async () => {
    const { text, calls, end } = await readChat(chat("hello there", { think: false }));
    expect([text, calls]).toEqual(["You said: hello there", []]);
    expect(end).toMatchObject({ reason: "stop", usage: { promptTokens: 2, answerTokens: 4 } });
  });

  test(`${api}: thinking comes before the text`, async () => {
    const { thinking, text } = await readChat(chat("think about it", { think: true }));
    expect([thinking, text]).toEqual(["They want to see me think. I do.", "I have thought."]);
  });

  test(`${api}: tools are asked for one by one or two at once, with their arguments whole`, async () => {
    const first = { id: "call_1", name: "count_rows", arguments: { day: "today" } };
    expect((await readChat(chat("call one tool"))).calls).toEqual([first]);
    const both = [first, { id: "call_2", name: "name_days", arguments: {} }];
    const { calls, end } = await readChat(chat("call two tools"));
    expect([calls, end?.reason]).toEqual([both, "stop"]);
  });

  test(`${api}: a tool that was not offered is handed over, for the caller to refuse`, async () => {
    expect((await readChat(chat("call an unknown tool"))).calls[0]?.name).toBe("open_the_gates");
  });

  test(`${api}: the answer of a tool goes back to the model`, async () => {
    const { calls } = await readChat(chat("call one tool"));
    const messages = [
      { role: "user" as const, content: "call one tool" },
      { role: "assistant" as const, content: "", toolCalls: calls.map((call) => ({ ...call, id: null })) },
      { role: "tool" as const, content: "12 rows", toolName: "count_rows" },
    ];
    expect((await readChat(chat("", { messages }))).text).toBe("The tool says: 12 rows");
  });

  test(`${api}: an answer fits the schema that it is to have`, async () => {
    const format = { type: "object", properties: { count: { type: "integer" }, names: { type: "array" } } };
    const { text } = await readChat(chat("answer by schema", { format, tools: [] }));
    expect(JSON.parse(text)).toEqual({ count: 1, names: [] });
  });

  test(`${api}: a long answer ends where it may not go on, and says so`, async () => {
    expect((await readChat(chat("stop at the length"))).end?.reason).toBe("length");
    const { text, end } = await readChat(chat("write 5000 words", { options: { mostTokens: 1200 } }));
    expect([text.split(" ").length, end?.reason]).toEqual([1200, "length"]);
  });

  test.each(["split everything", "send it at once"])(`${api}: %s, and no letter is lost`, async (said) => {
    expect((await readChat(chat(said))).text).toBe("Grüße, 東京 and 👋🏽 to all.");
  });

  test(`${api}: a model that loads slowly is waited for`, async () => {
    standIn.loads.hold();
    const reading = readChat(chat("load slowly"));
    await until(() => standIn.loads.waiting === 1);
    standIn.loads.release();
    expect((await reading).text).toBe("Here I am.");
  });

  test.each([
    ["fail with error-midway", "failed_midway", "an error was encountered while running the model"],
    ["fail with without-end", "cut", "broke off"],
    ["fail with half-line", "cut", "broke off"],
    ["fail with cut", "cut", "ended the connection early"],
    ["fail with not-json", "malformed", "in a form that we do not know"],
    ["fail with huge-line", "malformed", "more than 1 MB"],
    ["call with text", "malformed", "a form that cannot be read"],
    ["call with nonsense", "malformed", "a form that cannot be read"],
    ["write 3 MB", "malformed", "more than 2 MB"],
    ["call 33 tools", "malformed", "more than 32 tools"],
    ["refuse with 400", "refused_request", "“the model got something it does not take”"],
    ["refuse with 401", "unauthorized", "Check the key"],
    ["refuse with 403", "unauthorized", "Check the key"],
    ["refuse with 404", "misconfigured", "Check the address"],
    ["refuse with 429", "busy", "Try again in a moment"],
    ["refuse with 500", "failed", "“llama runner process has terminated”"],
    ["refuse with 503", "busy", "Try again in a moment"],
    ["refuse as too long", "too_long", "too long for this model"],
    ["redirect", "misconfigured", "redirects, which is not followed"],
  ])(`${api}: "%s" ends with %s, in words`, async (said, reason, message) => {
    const failed = await failChat(chat(said));
    expect(failed.reason).toBe(reason);
    expect(failed.message).toContain(message);
    expect(failed.isPassing).toBe(["failed_midway", "cut", "busy", "failed"].includes(reason));
    expect(failed.pieces.map(({ type }) => type)).not.toContain("end");
  });

  test(`${api}: what was said before a failure is handed over`, async () => {
    const { pieces } = await failChat(chat("fail with error-midway"));
    expect(pieces).toEqual([{ type: "text", text: "The" }]);
  });

  test(`${api}: a model that is not there is named`, async () => {
    const failed = await failChat(chat("hello", { model: "nobody:1b" }));
    expect([failed.reason, failed.message]).toEqual([
      "model_missing",
      'The model server does not have the model "nobody:1b". Check its name, or download it.',
    ]);
  });

  test(`${api}: a model that cannot use tools, or cannot chat, says so`, async () => {
    expect((await failChat(chat("hello", { model: "stand-in-plain" }))).reason).toBe("no_tools");
    expect((await failChat(chat("hello", { model: "stand-in-embed", tools: [] }))).reason).toBe("no_chat");
  });

  test(`${api}: a server that never begins, or stops in the middle, is given up`, async () => {
    standIn.loads.hold();
    const slow = open(api, { outbound: impatient }).streamChat(askFor("load slowly"), signal);
    expect(await failChat(slow)).toMatchObject({ reason: "silent", isPassing: true });
    standIn.loads.release();
    const silent = open(api, { outbound: impatient }).streamChat(askFor("fail with silent"), signal);
    expect((await failChat(silent)).message).toContain("sent nothing for");
  });

  test(`${api}: a server that is away, or may not be asked, is told apart`, async () => {
    const gone = await startModelStandIn();
    await gone.close();
    const away = await failChat(open(api, { url: gone.url }).streamChat(askFor("hello"), signal));
    expect(away).toMatchObject({ reason: "away", isPassing: true });
    const closed = createOutboundStream({ innerHosts: [], hostsVariable: "MODEL_HOSTS" });
    const forbidden = await failChat(open(api, { outbound: closed }).streamChat(askFor("hello"), signal));
    expect(forbidden).toMatchObject({ reason: "misconfigured", isPassing: false });
    expect(forbidden.message).toContain("MODEL_HOSTS");
  });

  test(`${api}: a message tells neither the key nor what was asked, though the server repeats it`, async () => {
    const repeated = await failChat(chat("refuse by repeating that Mira earns 4000"));
    expect(repeated.message).toBe("The model server refused the request with 400.");
    standIn.script(() => refuse(500, `the header was Bearer ${key}`));
    expect((await failChat(chat("hello"))).message).not.toContain(key);
    standIn.script(() => refuse(500, `${"long ".repeat(99)}\u0007 end`));
    expect((await failChat(chat("hello"))).message.length).toBeLessThan(300);
    expect(standIn.received.at(-1)?.authorization).toBe(`Bearer ${key}`);
  });

  test(`${api}: calling off reaches the server, while it loads and while it speaks`, async () => {
    for (const said of ["load slowly", "fail with silent"]) {
      const before = standIn.aborts;
      const reason = new Error("Nobody waits any more.");
      const stop = new AbortController();
      if (said === "load slowly") standIn.loads.hold();
      const reading = (async () => {
        for await (const _ of open(api).streamChat(askFor(said), stop.signal)) stop.abort(reason);
      })();
      if (said === "load slowly") await until(() => standIn.loads.waiting === 1).then(() => stop.abort(reason));
      await expect(reading).rejects.toBe(reason);
      await until(() => standIn.aborts === before + 1);
      standIn.loads.release();
    }
  });

  test(`${api}: leaving the reading early reaches the server`, async () => {
    const before = standIn.aborts;
    for await (const piece of chat("fail with silent")) {
      expect(piece).toEqual({ type: "text", text: "The" });
      break;
    }
    await until(() => standIn.aborts === before + 1);
  });

  test(`${api}: no connection is left after many chats, and none counts as called off`, async () => {
    const before = standIn.aborts;
    for (let count = 0; count < 20; count++) await readChat(chat(`hello ${count}`));
    await until(() => standIn.openSockets() === 0);
    expect(standIn.aborts).toBe(before);
  });
}

test("a compatible stream needs a reason for its end and the mark after it", async () => {
  for (const fault of ["without-reason", "without-mark"]) {
    expect((await failChat(open("compatible").streamChat(askFor(`fail with ${fault}`), signal))).reason).toBe("cut");
  }
});
