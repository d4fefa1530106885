import { expect, test } from "vitest";
import { describeLanding } from "./describe-landing.ts";

const acme = { id: "t1", name: "Acme", source: null };

test("a tenant with a source is told its source and that nothing has arrived", () => {
  const { title, message } = describeLanding({ ...acme, aiq_type: "Tookan" }, false);
  expect([title, message]).toEqual([
    "No data yet",
    "The data source of Acme is Tookan. No records have arrived from it yet.",
  ]);
});

test("a tenant without a source is told that nothing can arrive", () => {
  expect(describeLanding({ ...acme, aiq_type: null }, false).title).toBe("No data source");
});

test("without a tenant, admins read that they have none and others whom to ask", () => {
  expect(describeLanding(null, true).message).toContain("platform admin");
  expect(describeLanding(null, false).message).toContain("Ask an administrator");
});
