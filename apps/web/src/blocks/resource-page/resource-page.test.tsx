import type { EntityDescription } from "@console/contracts";
import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { ResourcePage } from "./resource-page.tsx";

vi.mock("../../lib/api.ts", async (original) => ({
  ...(await original<object>()),
  callApi: vi.fn(),
  uploadFile: vi.fn(),
}));
vi.mock("../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));

const field = (name: string, label: string, more: object = {}) => ({
  name,
  label,
  type: "text",
  choices: [],
  help: null,
  isRequired: false,
  isGiven: true,
  isChanged: true,
  shown: "list" as const,
  isSortable: true,
  isFilter: false,
  max: null,
  refersTo: null,
  ...more,
});
const states = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Closed" },
];
const description: EntityDescription = {
  name: "depots",
  one: "Depot",
  many: "Depots",
  title: "name",
  sort: { by: "name", dir: "asc" },
  fields: [
    field("name", "Name", { isRequired: true }),
    field("status", "Status", { type: "choice", choices: states, isFilter: true, isGiven: false, isChanged: false }),
    field("docks", "Docks", { type: "count" }),
  ],
  acts: [
    {
      name: "close",
      label: "Close",
      question: "Nothing arrives there any more.",
      isDangerous: false,
      isSingle: false,
      fields: [],
      when: { field: "status", values: ["open"] },
    },
  ],
  canCreate: true,
  canChange: true,
  canImport: true,
};
const hidd = { id: "d1", version: 3, name: "Hidd", status: "open", docks: 4 };
const screen = createScreen();

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 600 });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 900 });
  HTMLElement.prototype.scrollTo = () => {};
  Object.assign(screen.answers, {
    describeEntity: description,
    listEntity: { items: [hidd], next: null, total: 1 },
    getEntity: hidd,
    getChoice: { value: null },
    listEntityHistory: {
      items: [
        {
          id: "h1",
          at: "2026-11-15T08:00:00Z",
          act: "depots.changed",
          by: "u1",
          byName: "Ada Admin",
          words: "changed Hidd (docks, zone)",
          changes: [
            { label: "Docks", before: "2", after: "4" },
            { label: "Zone", before: null, after: "North" },
          ],
          facts: {},
          details: { title: "Hidd", docks: { before: 2, after: 4 } },
        },
      ],
      next: null,
    },
  });
});

const show = (query = "") => screen.show(<ResourcePage entity="depots" />, query);

test("the list is drawn from the description, and asked for as the address says", async () => {
  await show("q=hid&filter=status:open&sort=-docks");
  await screen.says("Hidd");
  await screen.says("Open");
  expect(screen.callInputs("listEntity")[0]).toEqual({
    entity: "depots",
    search: "hid",
    filter: ["status:open"],
    sort: "-docks",
    limit: 100,
  });
});

test("a filter goes into the address, and can be taken away again", async () => {
  await show();
  await screen.says("Hidd");
  await screen.type("Status", "closed");
  expect(decodeURIComponent(screen.address())).toContain("filter=status:closed");
  await screen.press("Clear filters");
  expect(screen.address()).not.toContain("filter");
});

test("two filters stand open, the others are added: one on a text is typed, one on another entity searched for", async () => {
  const owner = field("owner", "Owner", {
    isFilter: true,
    refersTo: { entity: "people", by: "name", title: "ownerTitle" },
  });
  const zone = field("zone", "Zone", { isFilter: true });
  screen.answers.describeEntity = { ...description, fields: [...description.fields, owner, zone] };
  const row = { ...hidd, owner: "p1", ownerTitle: "Ada Admin", zone: "North, old" };
  screen.answers.listEntity = { items: [row], next: null, total: 1 };
  screen.answers.getEntity = { id: "p1", name: "Ada Admin" };
  await show("filter=owner:p1");
  await screen.says("Ada Admin");
  await waitFor(() => expect(screen.control("Owner").value).toBe("Ada Admin"));
  expect(screen.control("Zone")).toBeNull();
  await screen.press("Add filter");
  await screen.press("Zone");
  await screen.type("Zone contains", "North, old");
  await screen.press("Apply filter");
  expect(screen.callInputs("listEntity").at(-1)).toMatchObject({ filter: ["owner:p1", "zone:~North%2C%20old"] });
  await screen.says('Zone: contains "North, old"');
  await screen.press("Remove the filter Zone");
  expect(screen.address()).not.toContain("zone");
});

test("nothing that matches is told apart from nothing at all", async () => {
  screen.answers.listEntity = { items: [], next: null, total: 0 };
  await show("q=x");
  await screen.says("No depots match");
  await screen.press("Clear filters");
  await screen.says("No depots yet");
});

test("a new row keeps what was typed while it is refused, and opens once it is made", async () => {
  screen.answers.createEntity = () => {
    throw new ApiError({
      kind: "invalid_input",
      message: "Check",
      fields: { name: "Another depot already has this." },
    });
  };
  await show("do=new");
  await screen.says("New depot");
  await screen.type("Name", "Sitra");
  await screen.press("Create depot");
  await screen.says("Another depot already has this.");
  expect(screen.control("Name").value).toBe("Sitra");
  screen.answers.createEntity = { ...hidd, id: "d2", name: "Sitra" };
  await screen.press("Create depot");
  await waitFor(() => expect(screen.address()).toContain("row=d2"));
  expect(screen.callInputs("createEntity").at(-1)).toEqual({ entity: "depots", fields: { name: "Sitra" } });
});

test("what is warned of is saved once that is confirmed, and a change asks anew", async () => {
  const warning = "Hidd stands next to it.";
  screen.answers.createEntity = ({ isConfirmed }: { isConfirmed?: boolean }) => {
    if (isConfirmed) return { ...hidd, id: "d2", name: "Sitra" };
    throw new ApiError({ kind: "conflict", message: warning, fields: { isConfirmed: warning } });
  };
  await show("do=new");
  await screen.says("New depot");
  await screen.type("Name", "Sitro");
  await screen.press("Create depot");
  await screen.says(warning);
  await screen.type("Name", "Sitra");
  expect(screen.button("Save anyway")).toBeUndefined();
  await screen.press("Create depot");
  await waitFor(() => expect(screen.button("Save anyway")).toBeDefined());
  await screen.press("Save anyway");
  await waitFor(() => expect(screen.address()).toContain("row=d2"));
});

test("what someone else has changed is shown beside what was typed, and then saved on top", async () => {
  let current = hidd;
  screen.answers.getEntity = () => current;
  screen.answers.updateEntity = ({ version }: { version: number }) => {
    if (version < 4) throw new ApiError({ kind: "conflict", message: "Hidd was changed by Ada Admin just now." });
    return { ...current, version: 5 };
  };
  await show("row=d1&do=edit");
  await screen.says("Save changes");
  await screen.type("Docks", "9");
  current = { ...hidd, version: 4, name: "Hidd port", docks: 6 };
  await screen.press("Save changes");
  await screen.says("What changed in the meantime");
  expect(screen.cells()).toEqual([
    ["Hidd", "Hidd port", "–"],
    ["4", "6", "9"],
  ]);
  await screen.press("Continue with the newer version, keep my input");
  expect(screen.control("Docks").value).toBe("9");
  await screen.press("Save changes");
  await waitFor(() => expect(screen.callInputs("updateEntity")).toHaveLength(2));
  expect(screen.callInputs("updateEntity").at(-1)).toEqual({
    entity: "depots",
    id: "d1",
    version: 4,
    fields: { docks: "9" },
  });
});

test("an action is asked about first, and says of each row what became of it", async () => {
  screen.answers.actOnEntity = {
    outcomes: [{ id: "d1", title: "Hidd", isDone: false, message: "It is closed: there is nothing to do." }],
  };
  await show("row=d1");
  await screen.says("Hidd");
  await screen.press("Close");
  await screen.says("Nothing arrives there any more.");
  const [, confirm] = [...document.querySelectorAll("button")].filter(({ textContent }) => textContent === "Close");
  await act(async () => confirm?.click());
  await screen.says("Close: 0 of 1 done");
  await screen.says("It is closed: there is nothing to do.");
  expect(screen.callInputs("actOnEntity")).toEqual([{ entity: "depots", act: "close", fields: {}, ids: ["d1"] }]);
});

test("filters are saved under a name, used again and removed", async () => {
  const stored: unknown[] = [];
  screen.answers.setChoice = ({ name, value }: { name: string; value: unknown }) => stored.push([name, value]);
  await show("filter=status:open");
  await screen.says("Hidd");
  await screen.press("Save filters");
  await screen.type("Save the current filters as", "Open ones");
  await act(async () => {
    const form = document.querySelector("form");
    form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  });
  expect(stored).toEqual([["filters:depots", [{ name: "Open ones", search: "", filters: ["status:open"] }]]]);
  await screen.press("Clear filters");
  expect(screen.address()).not.toContain("filter");
  await screen.press("Saved filters");
  await screen.press("Open ones");
  expect(decodeURIComponent(screen.address())).toContain("filter=status:open");
  await screen.press("Open ones");
  await screen.press("Delete the saved filter Open ones");
  expect(stored.at(-1)).toEqual(["filters:depots", []]);
});

const marked = <ResourcePage entity="depots" mark={({ docks }) => (docks === 4 ? <em>Large</em> : null)} />;

test("a mark stands beside the names of the rows that are worth one", async () => {
  screen.answers.listEntity = { items: [hidd, { ...hidd, id: "d2", name: "Sitra", docks: 2 }], next: null, total: 2 };
  await screen.show(marked);
  await screen.says("HiddLarge");
  expect(document.querySelectorAll("em")).toHaveLength(1);
});

test("a mark also stands beside the name of a row that is opened", async () => {
  await screen.show(marked, "row=d1");
  await screen.says("HiddLarge");
});

const removal = {
  name: "remove",
  label: "Remove",
  question: "It is gone for good.",
  isDangerous: true,
  isSingle: true,
  fields: [],
  when: null,
};
const open = {
  name: "open",
  label: "Open again",
  question: null,
  isDangerous: false,
  isMain: true as const,
  isSingle: false,
  fields: [],
  when: { field: "status", values: ["closed"] },
};
const grouped = {
  ...description,
  headline: ["docks"],
  fields: [
    ...description.fields,
    field("zone", "Zone", { group: "Place" }),
    field("street", "Street", { group: "Place" }),
    field("owner", "Owner", { group: "People" }),
  ],
  acts: [...description.acts, open, removal],
};

test("an opened row leads with its figures, groups its fields and hides the empty ones", async () => {
  screen.answers.describeEntity = grouped;
  screen.answers.getEntity = { ...hidd, zone: "North", street: null, owner: "Ada" };
  await show("row=d1");
  await screen.says("Docks4");
  await screen.says("PlaceZoneNorthPeopleOwnerAda");
  expect(document.body.textContent).not.toContain("Street");
  await screen.press("Show empty fields");
  await screen.says("Street");
});

test("the main action is the one that fits the row, and what removes stands apart", async () => {
  screen.answers.describeEntity = grouped;
  screen.answers.getEntity = { ...hidd, status: "closed" };
  await show("row=d1");
  await screen.says("Danger zone");
  const zone = document.querySelector("section[aria-labelledby=danger-zone]");
  expect(zone?.textContent).toContain("It is gone for good.");
  // The one without a variant of its own is the filled one.
  expect(["Open again", "Edit"].map((name) => screen.button(name)?.dataset.variant)).toEqual([undefined, "default"]);
  expect(screen.button("Close")).toBeUndefined();
});

test("what the reader may not do with a row is not offered", async () => {
  screen.answers.describeEntity = grouped;
  screen.answers.getEntity = { ...hidd, canAct: false, canChange: false };
  await show("row=d1");
  await screen.says("Docks4");
  expect(["Edit", "Close", "Remove"].map((name) => screen.button(name))).toEqual([undefined, undefined, undefined]);
  expect(document.body.textContent).not.toContain("Danger zone");
});

test("the history tells in words what was changed, by whom", async () => {
  await show("row=d1&tab=history");
  await screen.says("Ada Admin changed Hidd (docks, zone)");
  await screen.says("Docks24Zone–North");
});

test("without the right to change anything only the list and the export are offered", async () => {
  screen.answers.describeEntity = { ...description, acts: [], canCreate: false, canChange: false, canImport: false };
  await show();
  await screen.says("Hidd");
  expect(
    [screen.button("New depot"), screen.button("Import"), screen.button("Export")].map((one) => one !== undefined),
  ).toEqual([false, false, true]);
});
