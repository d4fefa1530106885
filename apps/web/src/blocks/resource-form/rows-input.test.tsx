import type { EntityField } from "@console/contracts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { RowsInput } from "./rows-input.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const { answers, show, press } = createScreen();
const field = { name: "tenants", label: "Tenants", help: null } as EntityField;
const seen = vi.fn();

function Form() {
  const [value, setValue] = useState<string[]>(["north"]);
  return (
    <RowsInput
      field={field}
      from={{ entity: "tenants", by: "name" }}
      value={value}
      onChange={(next) => {
        seen(next);
        setValue(next as string[]);
      }}
    />
  );
}

test("tenants are chosen by their names, shown by them, and taken out again", async () => {
  const rows = [
    { id: "north", name: "North Wind" },
    { id: "south", name: "South Sea" },
  ];
  answers.listEntity = { items: rows, next: null, total: 2 };
  answers.getEntity = ({ id }: { id: string }) => rows.find((row) => row.id === id);
  await show(<Form />);
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove North Wind" })).toBeTruthy());
  fireEvent.click(screen.getByPlaceholderText("Type to search"));
  fireEvent.click(await screen.findByRole("option", { name: "South Sea", hidden: true }));
  expect(seen).toHaveBeenLastCalledWith(["north", "south"]);
  await press("Remove North Wind");
  expect(seen).toHaveBeenLastCalledWith(["south"]);
});
