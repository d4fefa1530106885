import type { LocalePlan } from "@console/contracts";
import { expect, test, vi } from "vitest";
import { button, press, renderInApp, says, type } from "../../lib/screen-for-tests.tsx";
import { LocaleDialog } from "./locale-dialog.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const plan: LocalePlan = {
  plan: "p1",
  facts: 48_210,
  currency: { from: "USD", to: "EUR", leaving: 48_210, joining: 1, connections: [{ id: "c1", name: "Tills" }] },
  timeZone: { from: "UTC", to: "Asia/Bahrain", rows: 48_210, moving: 120 },
};

test("the plan is told with its counts, and is confirmed by the name of the tenant", async () => {
  const onConfirm = vi.fn(async () => undefined);
  await renderInApp(<LocaleDialog plan={plan} name="Gulf Foods" onClose={() => undefined} onConfirm={onConfirm} />);
  await says("48,210 rows stay in USD and leave the figures of money.");
  await says("1 row in EUR comes into them.");
  await says("This holds for Tills.");
  await says("120 rows of 48,210 move to another day.");
  expect(button("Change")?.disabled).toBe(true);
  await type("Type Gulf Foods to confirm", "Gulf Foods");
  await press("Change");
  expect(onConfirm).toHaveBeenCalledWith("keep");
});
