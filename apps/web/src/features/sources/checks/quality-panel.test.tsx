import type { SourceCheck } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { act } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, callApi } from "../../../lib/api.ts";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import "./mute-dialog.tsx";
import { QualityPanel } from "./quality-panel.tsx";
import { WarehouseList } from "./warehouse-list.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const checkedAt = new Date(Date.now() - 5.5 * 60_000).toISOString();
const check: SourceCheck = {
  id: "negative_stock",
  name: "Negative stock",
  words: "More has left than came in.",
  severity: "error",
  noun: { one: "item", many: "items" },
  found: 12,
  foundBefore: 9,
  looked: 3400,
  checkedAt,
  mute: null,
  owner: null,
};
const passed: SourceCheck = { ...check, id: "listed_twice", name: "Item listed twice", found: 0, foundBefore: 0 };
const connection = { id: "c1", tenantId: "t1", lastSuccessAt: checkedAt };

let answers: Record<string, () => unknown>;
const screen = createScreen();

beforeEach(() => {
  answers = {
    listSourceChecks: () => ({ items: [check, passed], checkedAt, people: [{ uid: "u1", name: "Ada" }] }),
    getUser: () => ({ uid: "u1", name: "Ada", email: null }),
  };
  vi.mocked(callApi).mockImplementation((async (name: string) => answers[name]?.() ?? check) as typeof callApi);
});

const { show, says, type, address, callInputs } = screen;
const showChecks = (query?: string) => show(<QualityPanel connection={connection} formats={ownFormats} />, query);

const named = <Kind extends HTMLElement>(name: string) =>
  [...document.querySelectorAll<Kind>("button, a, select, input")].find(
    (one) => one.getAttribute("aria-label") === name || one.textContent === name,
  );
const press = (name: string) => act(async () => named(name)?.click());

test("a failed check tells how much it found, since when, and is given an owner", async () => {
  await showChecks();
  await says("1 of 2 checks failed");
  await says("12 items");
  await says("of 3,400, 3 more than before");
  await says("Checked 5 min ago");
  await type("Owner of Negative stock", "u1");
  expect(callInputs("setCheckOwner")).toEqual([
    { tenantId: "t1", connection: "c1", check: "negative_stock", owner: "u1" },
  ]);
  await press("Check now");
  expect(callInputs("runSourceChecks")).toEqual([{ tenantId: "t1", connection: "c1" }]);
});

test("a check is muted with a reason and a term", async () => {
  await showChecks();
  await says("12 items");
  await press("Mute Negative stock");
  await says("Mute Negative stock?");
  const submit = document.querySelector<HTMLButtonElement>("[type=submit]");
  expect(submit?.disabled).toBe(true);
  await type("Reason", "Opening stock is late.");
  await act(async () => submit?.click());
  expect(callInputs("muteSourceCheck")).toEqual([
    {
      tenantId: "t1",
      connection: "c1",
      check: "negative_stock",
      reason: "Opening stock is late.",
      until: expect.stringMatching(/Z$/),
    },
  ]);
});

test("a muted check says who muted it and why, and can be unmuted", async () => {
  const mute = { by: "u1", at: checkedAt, until: null, reason: "Known." };
  answers.listSourceChecks = () => ({ items: [{ ...check, mute }, passed], checkedAt, people: [] });
  await showChecks();
  await says("No checks failed");
  await says("1 check muted");
  await says("Known.");
  await says("by Ada, until unmuted");
  await press("Unmute Negative stock");
  expect(callInputs("unmuteSourceCheck")).toEqual([{ tenantId: "t1", connection: "c1", check: "negative_stock" }]);
});

test("the rows behind a check stand in the address, with their values in their formats", async () => {
  answers.listCheckExamples = () => ({
    columns: [
      { id: "c0", label: "Product", format: "text" },
      { id: "c1", label: "On hand", format: "quantity" },
      { id: "c2", label: "Value", format: "money" },
    ],
    items: [{ c0: "Rice", c1: -3000, c2: -540 }],
    hasMore: true,
    currency: "USD",
    timeZone: "UTC",
  });
  await showChecks();
  await says("12 items");
  await press("See rows of Negative stock");
  await says("Value (USD)");
  expect(address()).toBe("?check=negative_stock");
  expect([...document.body.querySelectorAll("td")].map(({ textContent }) => textContent)).toEqual([
    "Rice",
    "−3",
    "−5.40",
  ]);
  await says("These are the first 1 of them.");
  await press("All checks");
  await says("1 of 2 checks failed");
  expect(address()).toBe("");
});

test("checks that are older than the last run say so", async () => {
  const later = { ...connection, lastSuccessAt: new Date().toISOString() };
  await show(<QualityPanel connection={later} formats={ownFormats} />);
  await says("before the last run ended");
});

test("checks that were never made do not look like passed ones", async () => {
  const never = { ...passed, found: null, foundBefore: null, looked: null, checkedAt: null };
  answers.listSourceChecks = () => ({ items: [never], checkedAt: null, people: [] });
  await showChecks();
  await says("Not checked yet. Checks run after each successful run.");
  await says("1 check not run yet");
});

test("what could not be loaded is told with a way to try again", async () => {
  answers.listSourceChecks = () => {
    throw new ApiError({ kind: "not_found", message: "There is no such connection.", requestId: "r-1" });
  };
  await showChecks();
  await says("Checks could not be loaded");
  await says("There is no such connection.");
});

test("a warehouse that is late is marked, and the rule is said in words", async () => {
  const state = { warehouse: "Main", lastMovedAt: checkedAt, rows7Days: 7, usualGapDays: 1, isLate: false };
  answers.listWarehouseStates = () => ({
    items: [
      { ...state, warehouse: "Far", lastMovedAt: new Date(Date.now() - 9.5 * 86_400_000).toISOString(), isLate: true },
      state,
      { ...state, warehouse: "Young", usualGapDays: null },
    ],
    rule: "Late is twice the usual gap.",
  });
  await show(<WarehouseList connection={connection} formats={ownFormats} />);
  await says("Late is twice the usual gap.");
  const rows = [...document.body.querySelectorAll("tbody tr")].map(({ textContent }) => textContent ?? "");
  expect(rows[0]).toMatch(/^FarLate9 days ago/);
  expect(rows[1]).toMatch(/^MainOn time5 min ago.*1 day7$/);
  expect(rows[2]).toMatch(/^YoungToo few days/);
});
