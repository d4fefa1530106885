import { expect, test } from "vitest";
import { ModelFailure } from "./model-failure.ts";
import type { ChatPiece } from "./model-provider.ts";
import { readOpenAiAnswer } from "./openai-answer.ts";
import { toOpenAiChat } from "./openai-request.ts";
import type { Line } from "./read-lines.ts";

const topic = { model: "m", hidden: { secrets: [], asked: [] } };

async function read(deltas: object[], finish: string | null = "stop"): Promise<ChatPiece[]> {
  async function* events(): AsyncGenerator<Line> {
    for (const delta of deltas) yield { text: JSON.stringify({ choices: [{ delta }] }), isWhole: true };
    yield { text: JSON.stringify({ choices: [{ delta: {}, finish_reason: finish }] }), isWhole: true };
    yield { text: "[DONE]", isWhole: true };
  }
  const pieces: ChatPiece[] = [];
  for await (const piece of readOpenAiAnswer(events(), topic)) pieces.push(piece);
  return pieces;
}

const toolDelta = (piece: object) => ({ tool_calls: [piece] });

test("thinking is read under both of its names", async () => {
  const pieces = await read([{ reasoning: "a" }, { reasoning_content: "b" }, { reasoning: "", content: "c" }]);
  expect(pieces.slice(0, -1)).toEqual([
    { type: "thinking", text: "a" },
    { type: "thinking", text: "b" },
    { type: "text", text: "c" },
  ]);
});

test("arguments are put together by the number of their call, however the pieces are mixed", async () => {
  const pieces = await read([
    toolDelta({ index: 0, id: "x", function: { name: "one", arguments: '{"a' } }),
    toolDelta({ index: 1, id: "y", function: { name: "two" } }),
    toolDelta({ index: 0, function: { arguments: '":1}' } }),
  ]);
  expect(pieces.slice(0, -1)).toEqual([
    { type: "call", call: { id: "x", name: "one", arguments: { a: 1 } } },
    { type: "call", call: { id: "y", name: "two", arguments: {} } },
  ]);
});

test("pieces without a number go to the call before, unless they bring another id", async () => {
  const pieces = await read([
    toolDelta({ id: "x", function: { name: "one", arguments: '{"a"' } }),
    toolDelta({ function: { arguments: ":1}" } }),
    toolDelta({ id: "y", function: { name: "two", arguments: "{}" } }),
  ]);
  expect(pieces.slice(0, -1)).toMatchObject([
    { call: { name: "one", arguments: { a: 1 } } },
    { call: { name: "two", arguments: {} } },
  ]);
});

test.each([
  [{ index: 0, function: { name: "one", arguments: "[1]" } }],
  [{ index: 0, function: { name: "one", arguments: '"text"' } }],
  [{ index: 0, function: { name: "one", arguments: "{" } }],
  [{ index: 0, function: { name: "one", arguments: { a: 1 } } }],
  [{ index: 0, function: { arguments: "{}" } }],
])("a call that cannot be read is none: %j", async (piece) => {
  const error: unknown = await read([toolDelta(piece)]).catch((reason) => reason);
  expect(error).toBeInstanceOf(ModelFailure);
  expect(error).toMatchObject({ reason: "malformed" });
});

test("an end without a reason is none", async () => {
  await expect(read([{ content: "a" }], null)).rejects.toMatchObject({ reason: "cut" });
});

test("a request has pictures as parts, an id for each call, and only what all servers know", () => {
  const request = {
    model: "m",
    messages: [
      { role: "user" as const, content: "What is it?", images: ["/9j/AAA", "iVBORAAA"] },
      {
        role: "assistant" as const,
        content: "",
        toolCalls: [
          { id: null, name: "one", arguments: { a: 1 } },
          { id: "given", name: "two", arguments: {} },
        ],
      },
      { role: "tool" as const, content: "1", toolName: "one" },
      { role: "tool" as const, content: "2", toolName: "two", toolCallId: "given" },
    ],
    options: { temperature: 0, mostTokens: 9, contextTokens: 4096, topK: 3 },
    think: true,
    format: { type: "object" },
  };
  expect(JSON.parse(JSON.stringify(toOpenAiChat(request)))).toEqual({
    model: "m",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "What is it?" },
          { type: "image_url", image_url: { url: "data:image/jpeg;base64,/9j/AAA" } },
          { type: "image_url", image_url: { url: "data:image/png;base64,iVBORAAA" } },
        ],
      },
      {
        role: "assistant",
        content: "",
        tool_calls: [
          { id: "call_1_0", type: "function", function: { name: "one", arguments: '{"a":1}' } },
          { id: "given", type: "function", function: { name: "two", arguments: "{}" } },
        ],
      },
      { role: "tool", content: "1", tool_call_id: "call_1_0" },
      { role: "tool", content: "2", tool_call_id: "given" },
    ],
    stream: true,
    stream_options: { include_usage: true },
    response_format: { type: "json_schema", json_schema: { name: "answer", schema: { type: "object" }, strict: true } },
    reasoning_effort: "medium",
    temperature: 0,
    max_tokens: 9,
  });
});
