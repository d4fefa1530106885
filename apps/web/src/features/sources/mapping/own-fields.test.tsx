import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../../lib/api.ts";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { OwnFields } from "./own-fields.tsx";
import { UnusedColumns } from "./unused-columns.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const till = {
  fact: "sale_lines",
  number: 1,
  label: "Till",
  id: "00000000-0000-4000-8000-000000000001",
  field: "own_1",
  dimension: "sale_lines_own_1",
  values: 12,
  isBeingRemoved: false,
};
const taken = "Sales have a field Till already.";
screen.answers.listOwnFields = () => ({ items: [till], tables: [{ fact: "sale_lines", label: "Sales" }], most: 10 });
screen.answers.addOwnField = ({ label }: { label: string }) => {
  if (label === "Till") throw new ApiError({ kind: "invalid_input", message: taken, fields: { label: taken } });
  return { ...till, label, number: 2, field: "own_2" };
};
screen.answers.removeOwnField = () => ({ ...till, isBeingRemoved: true });
const submit = () => act(async () => document.querySelector<HTMLButtonElement>("form button[type='submit']")?.click());

test("fields are listed, added with what is wrong told at the name, and removed after a question", async () => {
  await screen.show(<OwnFields tenantId="t1" />);
  await screen.says("TillSales12");
  await screen.press("Add field");
  await screen.type("Name", "Till");
  await submit();
  await screen.says(taken);
  await screen.type("Name", "Shift");
  await submit();
  expect(screen.callInputs("addOwnField").at(-1)).toEqual({ tenantId: "t1", fact: "sale_lines", label: "Shift" });
  await screen.press("Remove Till");
  await screen.says("Its values are cleared from all sales");
  expect(screen.callInputs("removeOwnField")).toEqual([]);
  await submit();
  expect(screen.callInputs("removeOwnField")).toEqual([{ tenantId: "t1", fact: "sale_lines", number: 1 }]);
});

test("a column that fills no field is kept as a field of the tenant's own, under its name in words", async () => {
  const onKept = vi.fn();
  await screen.show(
    <UnusedColumns tenantId="t1" fact="sale_lines" columns={["/order/ship_mode", "till"]} onKept={onKept} />,
  );
  await screen.press("Keep till as an own field");
  await screen.says(taken);
  expect(onKept).not.toHaveBeenCalled();
  await screen.press("Keep /order/ship_mode as an own field");
  expect(screen.callInputs("addOwnField").at(-1)).toMatchObject({ label: "Ship mode" });
  expect(onKept.mock.calls).toEqual([["own_2", "/order/ship_mode"]]);
});

test("rows that have no room for own fields only say which columns are left", async () => {
  await screen.show(<UnusedColumns tenantId="t1" fact="branches" columns={["till"]} onKept={vi.fn()} />);
  await screen.says("Columns that fill no field: till");
  expect(screen.button("Keep till as an own field")).toBeUndefined();
});
