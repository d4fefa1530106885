import { expect, test } from "vitest";
import { moveColumn, orderColumns, shownColumns, toggleColumn } from "./arrange-columns.ts";
import { ownLayout } from "./table-shape.ts";

const columns = ["a", "b", "c"].map((id) => ({ id, label: id, format: "text", isSortable: true }));
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join("");

test("columns that a layout does not know follow those that it knows", () => {
  expect(ids(orderColumns(columns, { order: ["c", "gone"] }))).toBe("cab");
});

test("the last column stays, whatever is hidden", () => {
  expect(ids(shownColumns(columns, { ...ownLayout, hidden: ["a", "c"] }))).toBe("b");
  expect(ids(shownColumns(columns, { ...ownLayout, hidden: ["a", "b", "c"] }))).toBe("a");
});

test("a column changes places with its neighbour, and not beyond the ends", () => {
  const moved = moveColumn(columns, ownLayout, "c", -1);
  expect(ids(orderColumns(columns, moved))).toBe("acb");
  expect(moveColumn(columns, ownLayout, "a", -1)).toBe(ownLayout);
});

test("hiding a column twice brings it back", () => {
  const hidden = toggleColumn(ownLayout, "b");
  expect(hidden.hidden).toEqual(["b"]);
  expect(toggleColumn(hidden, "b").hidden).toEqual([]);
});
