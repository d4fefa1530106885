import { expect, test } from "vitest";
import { confineToClient } from "./embedded-report.ts";

test("a link shows the deliveries of its client, and those of nobody while the client has none", () => {
  expect(confineToClient([], 7).members).toEqual([{ dimension: "customer", keys: [7] }]);
  const [confinement] = confineToClient([], null).members;
  expect(confinement?.keys).toHaveLength(1);
  // The keys of members count from 1; 0 is a delivery without a client, -1 stands for all others together.
  expect(confinement?.keys[0]).toBeLessThan(-1);
});

test("a link shows the columns that it was given, and drivers by their first names", () => {
  const { columns, shortened } = confineToClient(["amount"], 7);
  expect(["task", "driver", "cost_minor", "cod_collected_minor"].filter((name) => !columns.has(name))).toEqual([]);
  expect(columns.has("address")).toBe(false);
  expect([...shortened]).toEqual(["driver"]);
});
