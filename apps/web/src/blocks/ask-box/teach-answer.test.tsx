import type { AskAnswer } from "@console/contracts";
import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { changeAuth } from "../../lib/auth/auth-state.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { TeachAnswer } from "./teach-answer.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const page = createScreen();
const { answers, press, says, button, callInputs } = page;
afterEach(() => act(async () => changeAuth({ role: null })));

const answer: AskAnswer = {
  outcome: "answer",
  reason: null,
  text: "Deliveries: 42.",
  query: { metrics: ["delivery_count"] },
  assumptions: [{ kind: "metric", label: "Deliveries" }],
  unused: [],
};
const show = (part: Partial<AskAnswer> = {}) =>
  page.show(
    <TeachAnswer asked={{ question: "the usual", answer: { ...answer, ...part }, readAt: 1, isChosen: false }} />,
  );

test("only those who may teach are offered it", async () => {
  changeAuth({ role: "user" });
  await show();
  expect(button("Teach")).toBeUndefined();
});

test("an answer is saved as an example; one that contradicts another is saved once that is confirmed", async () => {
  changeAuth({ role: "manager" });
  const warning = '"the usual" already means Failed deliveries.';
  answers.createEntity = ({ isConfirmed }: { isConfirmed: boolean }) => {
    if (isConfirmed) return { id: "e1" };
    throw new ApiError({ kind: "conflict", message: warning, fields: { isConfirmed: warning } });
  };
  await show();
  await press("Teach");
  await says("“the usual” means Deliveries.");
  await press("Save as example");
  await says(warning);
  await press("Save anyway");
  const fields = { question: "the usual", query: '{"metrics":["delivery_count"]}' };
  expect(callInputs("createEntity")).toEqual([
    { entity: "examples", fields, isConfirmed: false },
    { entity: "examples", fields, isConfirmed: true },
  ]);
  expect(button("Teach")).toBeDefined();
});

test("words for an answer are saved with its query", async () => {
  changeAuth({ role: "manager" });
  answers.createEntity = { id: "a1" };
  await show();
  await press("Teach");
  await page.type("Verified answer", "As many as we planned.");
  await press("Save as verified answer");
  const query = '{"metrics":["delivery_count"]}';
  const fields = { question: "the usual", answer: "As many as we planned.", query };
  expect(callInputs("createEntity")).toEqual([{ entity: "answers", fields, isConfirmed: false }]);
});

test("each word that is not known leads to the form that says what it means", async () => {
  changeAuth({ role: "manager" });
  await show({ outcome: "refuse", reason: "unknown_value", unknown: ["Westgate"] });
  await press("Teach");
  const link = screen.getByRole("link", { name: "What does “Westgate” mean?" });
  expect(link.getAttribute("href")).toBe("/tenant/training?view=words&do=new&word=Westgate");
  expect(button("Save as example")).toBeUndefined();
});
