import { act, fireEvent, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { ReferenceInput } from "./reference-input.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const onChange = vi.fn();

function Field({ first = "", title }: { first?: string; title?: string }) {
  const [value, setValue] = useState(first);
  return (
    <ReferenceInput
      label="Tenant"
      to={{ entity: "tenants", by: "name" }}
      value={value}
      title={title}
      isClearable
      onChange={(id, chosen) => {
        setValue(id);
        onChange(id, chosen);
      }}
    />
  );
}

beforeEach(() => {
  onChange.mockReset();
  HTMLElement.prototype.scrollIntoView = () => {};
  const all = [
    { id: "t1", name: "Acme" },
    { id: "t2", name: "Bakery" },
  ];
  screen.answers.listEntity = ({ search = "" }: { search?: string }) => {
    const items = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
    return { items, next: null, total: items.length };
  };
  screen.answers.getEntity = ({ id }: { id: string }) => all.find((one) => one.id === id);
});

const press = (key: string) => act(async () => void fireEvent.keyDown(screen.control("Tenant"), { key, code: key }));

test("what is typed is searched for by the server, and chosen by keyboard", async () => {
  await screen.show(<Field />);
  await waitFor(() => expect(screen.callInputs("listEntity")).toHaveLength(1));
  await act(async () => screen.control("Tenant").focus());
  await screen.type("Tenant", "bak");
  await waitFor(() =>
    expect(screen.callInputs("listEntity").at(-1)).toMatchObject({ entity: "tenants", search: "bak" }),
  );
  await waitFor(() =>
    expect([...document.querySelectorAll("[role=option]")].map((one) => one.textContent)).toEqual(["Bakery"]),
  );
  await press("ArrowDown");
  await press("Enter");
  expect(onChange).toHaveBeenCalledWith("t2", "Bakery");
  expect(screen.control("Tenant").value).toBe("Bakery");
});

test("a value is shown by its title, which is read where it is not known", async () => {
  await screen.show(<Field first="t1" />);
  await waitFor(() => expect(screen.control("Tenant").value).toBe("Acme"));
  expect(screen.callInputs("getEntity")).toEqual([{ entity: "tenants", id: "t1" }]);
});

test("a title that is known is not asked for", async () => {
  await screen.show(<Field first="t9" title="Zinc" />);
  await waitFor(() => expect(screen.control("Tenant").value).toBe("Zinc"));
  expect(screen.callInputs("getEntity")).toEqual([]);
});
