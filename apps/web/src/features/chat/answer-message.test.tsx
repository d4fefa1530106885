import type { ChatMessage } from "@console/contracts";
import { expect, test, vi } from "vitest";
import { queryClient } from "../../lib/query-client.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { AnswerMessage } from "./answer-message.tsx";
import { makeMessage } from "./message-for-tests.ts";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const { button, press, says } = screen;

const onContinue = vi.fn();
const show = (message: ChatMessage, isLast = true) =>
  screen.show(
    <AnswerMessage
      shown={{ message, siblings: [message], place: 0 }}
      question="failed deliveries"
      isLast={isLast}
      isBusy={false}
      canPin
      onShow={() => {}}
      onRetry={() => {}}
      onContinue={onContinue}
      onSend={() => {}}
      onEnd={() => {}}
      onChange={() => {}}
    />,
  );
const length = { reason: "length", text: "The answer reached its longest length." } as const;

test.each<[string, Partial<ChatMessage>]>([
  ["was stopped", { state: "stopped" }],
  ["reached the longest length", { problem: length }],
])("an answer of a model that %s can be continued", async (_, more) => {
  await show(makeMessage(more));
  await says("Of 12 failed deliveries");
  await press("Continue");
  expect(onContinue).toHaveBeenCalledWith("m1");
});

test.each<[string, Partial<ChatMessage>]>([
  ["ended by itself", {}],
  ["was stopped before it began", { state: "stopped", text: "" }],
  ["no model wrote", { state: "stopped", model: null }],
  ["comes from a file", { state: "stopped", isImported: true }],
])("an answer that %s cannot be continued", async (_, more) => {
  await show(makeMessage(more));
  await says(more.state === "stopped" ? "Try again" : "Answer again");
  expect(button("Continue")).toBeUndefined();
});

test("the model is named with its server where several servers have it", async () => {
  const usage = { promptTokens: 10, answerTokens: 20, firstWordMs: 500, workMs: 1500 };
  const offer = (id: string, provider: string) => ({ id: `${id}/small`, name: "small", provider });
  screen.answers.listModels = { items: [offer("p1", "Office"), offer("p2", "Cellar")], problem: null };
  await show(makeMessage({ usage }));
  await says("small on Office · first word");
  queryClient.clear();
  screen.answers.listModels = { items: [offer("p1", "Office")], problem: null };
  await show(makeMessage({ usage }));
  await says("small · first word");
});

test("only the last answer is continued", async () => {
  await show(makeMessage({ problem: length }), false);
  await says("longest length");
  expect(button("Continue")).toBeUndefined();
});

test("what comes from a file says so, and is not pinned", async () => {
  const columns = [{ id: "failed", label: "Failed", kind: "metric", unit: "count", good: null }] as const;
  const result = {
    columns,
    rows: [{ failed: 12 }],
    totals: {},
    time: { from: null, to: "2026-03-19" },
    currency: "USD",
  };
  const answer = { outcome: "answer", reason: null, text: "", assumptions: [], unused: [], result };
  await show(makeMessage({ isImported: true, answer: answer as unknown as NonNullable<ChatMessage["answer"]> }));
  await says("its words and figures are not verified");
  expect(screen.cells()).toEqual([["12"]]);
  expect(button("Pin")).toBeUndefined();
});
