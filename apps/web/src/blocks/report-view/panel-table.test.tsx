import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PanelTable } from "./panel-table.tsx";

afterEach(cleanup);

const row = (name: string) => ({
  name,
  cells: [{ text: "1", value: 1, change: null, bar: null }],
  cell: {},
  isRanked: true,
  climbed: null,
});
const columns = [
  { id: "account", label: "Account", unit: "", isNumber: false },
  { id: "n", label: "Postings", unit: "", isNumber: true },
];
const names = Array.from({ length: 50 }, (_, index) => `Account ${index}`);
const show = (table: Parameters<typeof PanelTable>[0]["table"]) =>
  render(
    <MantineProvider>
      <PanelTable title="For what?" table={table} onOpen={undefined} />
    </MantineProvider>,
  );

test("a table of some members says of how many, and ends with the others", () => {
  show({ columns, rows: [...names.map(row), row("36 others")], totals: null, members: 86 });
  expect(screen.queryByText("36 others")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show 50 of 86" }));
  expect(screen.getByText("36 others")).toBeTruthy();
});

test("a table of all members shows all", () => {
  show({ columns, rows: names.map(row), totals: null });
  expect(screen.getByRole("button", { name: "Show all 50" })).toBeTruthy();
});
