import { expect, test } from "vitest";
import { describeLanding } from "./describe-landing.ts";
import { landings } from "./landings.ts";

const acme = { id: "t1", name: "Acme", source: null };

test("a tenant on its own report is told its source and that nothing has arrived", () => {
  const { title, message } = describeLanding(landings.tookan, { ...acme, aiq_type: "Tookan" }, false);
  expect([title, message]).toEqual([
    "No data yet",
    "The data source of Acme is Tookan. No deliveries have arrived from it yet.",
  ]);
});

test("a report of another source says so and knows that the reader's own is elsewhere", () => {
  const { message, isElsewhere } = describeLanding(landings.tookan, { ...acme, aiq_type: "Docman" }, false);
  expect(message).toBe("The data source of Acme is Docman. This report reads Tookan, so it stays empty.");
  expect(isElsewhere).toBe(true);
});

test("the assistant takes any source", () => {
  const { title, isElsewhere } = describeLanding(landings.assistant, { ...acme, aiq_type: "Other" }, false);
  expect([title, isElsewhere]).toEqual(["No data yet", false]);
});

test("a tenant without a source is told that nothing can arrive", () => {
  expect(describeLanding(landings.assistant, { ...acme, aiq_type: null }, false).title).toBe("No data source");
});

test("without a tenant, admins read that they have none and others whom to ask", () => {
  expect(describeLanding(landings.branch, null, true).message).toContain("work for the platform");
  expect(describeLanding(landings.branch, null, false).message).toContain("Ask an administrator");
});
