import type { SourceMapping } from "@console/contracts";
import { expect, test } from "vitest";
import { profileSamples } from "./profile-samples.ts";
import { listReturnedAmounts } from "./returned-amounts.ts";
import { suggestColumns } from "./suggest-mapping.ts";

const columns = ["Receipt", "Date", "Quantity", "Amount"];

function profile(column: string, values: readonly string[]) {
  const rows = values.map((value, place) => ({
    values: { Receipt: `r${place}`, Date: "2026-03-13", Quantity: "1", Amount: "5.00", [column]: value },
  }));
  return profileSamples([...columns, column], rows);
}

test.each(["Refunded amount", "Returned qty", "Retourenmenge", "Montant remboursé", "Cantidad devuelta"])(
  "%s marks no return, and is told to be left aside where something came back",
  (column) => {
    const profiles = profile(column, ["0", "1", "0"]);
    const { mapping, reasons } = suggestColumns("genesis", [...columns, column], {
      profiles,
      names: new Map(),
      ownFields: [],
    });
    expect(mapping.fields.is_return).toBeUndefined();
    const told = `“${column}” is not loaded: returns are lines of their own or a mark.`;
    expect(reasons.is_return ?? told).toBe(told);
    expect(listReturnedAmounts(mapping, profiles)).toMatchObject([
      { column, evidence: `${told} It is above zero in 1 row.`, words: [], isAnswered: true },
    ]);
    expect(listReturnedAmounts(mapping, profile(column, ["0", "0.00", ""]))).toEqual([]);
  },
);

test("a column of what came back that fills a field or a computed column is loaded", () => {
  const profiles = profile("Returned qty", ["2", "0"]);
  const list = (own: Partial<SourceMapping>) =>
    listReturnedAmounts({ fact: "sale_lines", fields: {}, ...own }, profiles).length;
  const kept = { computed: [{ name: "Kept", expression: "[Quantity] - [Returned qty]" }] };
  expect([list({}), list({ fields: { discount_minor: { from: "Returned qty" } } }), list(kept)]).toEqual([1, 0, 0]);
});

test("a plain mark of returns is still one", () => {
  const profiles = profile("Returned", ["0", "1"]);
  const evidence = { profiles, names: new Map(), ownFields: [] };
  expect(suggestColumns("genesis", [...columns, "Returned"], evidence).mapping.fields.is_return).toEqual({
    from: "Returned",
  });
});
