import { expect, test } from "vitest";
import type { FieldSpec } from "./entity.ts";
import { maskRow, maskText } from "./mask-row.ts";

test.each([
  ["write to ann.berg+x@acme.example or call +973 3612 3456 now", "write to [email] or call [phone] now"],
  ["call 036-123-4567", "call [phone]"],
  ["Deliveries on 2026-03-18 were 1,234,567 and 12.50", "Deliveries on 2026-03-18 were 1,234,567 and 12.50"],
  ["order 4711 of Bo Carlsen", "order 4711 of [name]"],
])("%s becomes %s", (text, masked) => {
  expect(maskText(text, ["Bo Carlsen"])).toBe(masked);
});

test("who is hidden in one field is masked in the others of the row", () => {
  const fields: Record<string, FieldSpec> = {
    uid: { label: "From", type: "text", inFiles: "hidden" },
    body: { label: "Comment", type: "lines", inFiles: "masked" },
    page: { label: "Page", type: "text" },
  };
  const row = { id: "1", uid: "u-1", uidTitle: "Ann Berg", body: "Ann Berg, ann@acme.example", page: "/tenant" };
  expect(maskRow(row, fields)).toEqual({
    id: "1",
    uid: "[hidden]",
    uidTitle: "[hidden]",
    body: "[name], [email]",
    page: "/tenant",
  });
});
