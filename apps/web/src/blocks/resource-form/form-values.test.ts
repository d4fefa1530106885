import type { EntityField } from "@console/contracts";
import { expect, test } from "vitest";
import { listMeant } from "./form-values.ts";

const field = (name: string, when?: EntityField["when"]) => ({ name, ...(when && { when }) }) as EntityField;
const fields = [
  field("meaning"),
  field("period", { field: "meaning", values: ["period"] }),
  field("days", { field: "period", values: ["own"] }),
];
const names = (values: Record<string, string>) => listMeant(fields, values).map(({ name }) => name);

test("a field is asked for where another has a value that it makes sense with, and that one is asked for too", () => {
  expect(names({})).toEqual(["meaning"]);
  expect(names({ meaning: "period", period: "last week" })).toEqual(["meaning", "period"]);
  expect(names({ meaning: "period", period: "own" })).toEqual(["meaning", "period", "days"]);
  expect(names({ meaning: "metric", period: "own" })).toEqual(["meaning"]);
});
