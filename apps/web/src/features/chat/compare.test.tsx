import type { ChatMessage, ChatModel } from "@console/contracts";
import { createRef } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { ComparedAnswers } from "./compared-answers.tsx";
import { Composer } from "./composer.tsx";
import { makeMessage } from "./message-for-tests.ts";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const { answers, button, press, says, type, control } = screen;
const onSend = vi.fn(async () => true);

beforeEach(() => {
  onSend.mockClear();
  answers.listOwnLimits = { items: [] };
});

const makeModel = (id: string): ChatModel => ({
  id: `own/${id}`,
  name: id,
  provider: "Own",
  isCloud: false,
  canThink: false,
  canUseTools: true,
  contextTokens: null,
  firstWordMs: null,
  isDefault: false,
});

const showComposer = (models: ChatModel[], model = "own/big") =>
  screen.show(
    <Composer
      field={createRef()}
      placeholder=""
      models={models}
      model={model}
      onModel={() => {}}
      isBusy={false}
      onSend={onSend}
      onEditLast={() => {}}
    />,
  );

test("a second model answers the next question alone", async () => {
  await showComposer([makeModel("big"), makeModel("small")]);
  await type("Compare with", "own/small");
  for (const text of ["First", "Second"]) {
    await type("Ask a question", text);
    await press("Ask");
  }
  expect(onSend.mock.calls).toEqual([
    ["First", { compareWith: "own/small" }],
    ["Second", {}],
  ]);
});

test("there is nothing to compare with one model, or without any", async () => {
  await showComposer([makeModel("big")]);
  expect([control("Model"), control("Compare with")]).toEqual([expect.anything(), null]);
  await showComposer([makeModel("big"), makeModel("small")], "none");
  expect(control("Compare with")).toBeNull();
});

const makeCompared = (id: string, more: Partial<ChatMessage> = {}) =>
  makeMessage({ id, text: `Words of ${id}`, model: `model ${id}`, isCompared: true, ...more });

test("compared answers stand beside each other, and one of them is gone on with", async () => {
  const onKeep = vi.fn();
  const siblings = [makeCompared("a"), makeCompared("b"), makeCompared("old", { isCompared: false })];
  await screen.show(
    <ComparedAnswers
      shown={{ message: siblings[0] as ChatMessage, siblings, place: 0 }}
      question="How many?"
      isBusy={false}
      canPin
      onShow={() => {}}
      onRetry={() => {}}
      onContinue={() => {}}
      onSend={() => {}}
      onEnd={() => {}}
      onChange={() => {}}
      onKeep={onKeep}
    />,
  );
  await says("Words of a");
  await says("Words of b");
  expect(document.body.textContent).not.toContain("Words of old");
  expect(button("Answer again")).toBeUndefined();
  await press("Go on with this one: model b");
  expect(onKeep).toHaveBeenCalledWith("b");
});
