import type { OwnLimit } from "@console/contracts";
import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { button, callInputs, createScreen, press, says, type } from "../../lib/screen-for-tests.tsx";
import { LimitMeter } from "./limit-meter.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.mock("../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));

const messages: OwnLimit = {
  id: "l1",
  name: "Daily messages",
  owner: "person",
  what: "messages",
  period: "day",
  used: 12,
  most: 50,
  warnsFrom: 40,
  isReached: false,
  resetsAt: "2026-11-14T20:00:00.000Z",
  timeZone: "Asia/Dubai",
  words: "You have used your 50 messages for today.",
  hasAsked: false,
};
const tokens: OwnLimit = {
  ...messages,
  id: "l2",
  owner: "tenant",
  what: "tokens",
  period: "month",
  used: 90_000,
  most: 100_000,
  warnsFrom: 80_000,
  words: "You can still ask without a model.",
};
const page = createScreen();
const show = (items: OwnLimit[], model = "p/big", onModel = () => {}) => {
  page.answers.listOwnLimits = { items };
  return page.show(<LimitMeter model={model} hasModels onModel={onModel} />);
};
const text = () => document.body.textContent ?? "";

test("the limit that is used up first is told with when it resets, tokens where a model is asked", async () => {
  await show([messages, tokens]);
  await says("Your organisation: 90,000 of 100,000 tokens this month, resets on 15 Nov 2026 (Asia/Dubai)");
  expect(text()).toContain("Nearly used up");
});

test("without a model only messages count", async () => {
  await show([messages, tokens], "none");
  await says("12 of 50 messages today, resets at 00:00 (Asia/Dubai)");
  expect(text()).not.toContain("Nearly");
});

test("where no limit holds there is no meter", async () => {
  await show([]);
  expect(callInputs("listOwnLimits")).toHaveLength(1);
  expect(document.querySelector("meter")).toBeNull();
});

test("a limit that is reached says why, and offers to ask for more or without a model", async () => {
  const onModel = vi.fn();
  await show([{ ...tokens, isReached: true }], "p/big", onModel);
  await says("You can still ask without a model.");
  await press("Answer without a model");
  expect(onModel).toHaveBeenCalledWith("none");
  page.answers.askForMore = { limit: "l2" };
  await press("Ask for more");
  await type("Reason", "The month is closing");
  page.answers.listOwnLimits = { items: [{ ...tokens, isReached: true, hasAsked: true }] };
  await act(async () => document.querySelector<HTMLElement>("button[type=submit]")?.click());
  await says("You have asked for more today.");
  expect(callInputs("askForMore")).toEqual([{ limit: "l2", reason: "The month is closing" }]);
  expect(button("Ask for more")).toBeUndefined();
});
