import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import type { Entity } from "./entity.ts";

/** All that it takes to add an entity. */
const depots = {
  name: "depots",
  one: "Depot",
  many: "Depots",
  table: "depots" as string as Entity["table"],
  people: sql`(select uid, name, email from users)`,
  title: "name",
  permissions: { read: "users.read", manage: "tenants.manage" },
  importedBy: "name",
  fields: {
    name: { label: "Name", type: "text", isRequired: true, isSearched: true, shown: "list", max: 40 },
    state: {
      label: "State",
      type: "choice",
      choices: { open: "Open", closed: "Closed" },
      initial: "open",
      isFilter: true,
    },
    docks: { label: "Docks", type: "count", max: 500, isFilter: true },
    openedAt: { label: "Opened", type: "instant", edit: "once", isFilter: true },
    contact: { label: "Contact", type: "email", isSearched: true },
    apiToken: { label: "Token", type: "text", shown: "detail" },
  },
  acts: {
    close: { label: "Close", done: "Closed.", sets: { state: "closed" }, when: { field: "state", values: ["open"] } },
  },
} satisfies Entity;

let testApp: TestApp;
const [admin, manager] = [signedInAs("admin", "platform", "boss"), signedInAs("manager", "north", "m")];

beforeAll(async () => {
  testApp = await createTestApp({ entities: [depots] });
  await testApp.pool.query(`create table depots (id text primary key, name text not null unique, state text not null,
    docks integer, opened_at timestamptz, contact text, api_token text, version integer not null default 1,
    created_at timestamptz not null, updated_at timestamptz not null)`);
});
afterAll(() => testApp.close());

type Method = "GET" | "POST" | "PATCH";

async function call(method: Method, path: string, payload?: object, headers: Record<string, string> = admin) {
  const response = await testApp.app.inject({
    method,
    url: `/api/admin/depots${path}`,
    headers,
    ...(payload && { payload }),
  });
  const isJson = String(response.headers["content-type"]).includes("json");
  return { status: response.statusCode, body: isJson ? response.json() : response.body };
}

const make = async (fields: object) => {
  const { status, body } = await call("POST", "", { fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const namesIn = ({ body }: { body: { items: { name: string }[] } }) => body.items.map(({ name }) => name);

function upload(text: string, isTrial: boolean) {
  return testApp.app.inject({
    method: "POST",
    url: `/api/admin/depots/import?isTrial=${isTrial}&name=depots.csv`,
    payload: text,
    headers: { ...admin, "content-type": "text/csv" },
  });
}

test("a row is made, read, listed and found by words of its fields", async () => {
  const row = await make({ name: "Hidd", docks: 12, contact: "HIDD@Depots.example" });
  expect(row).toMatchObject({ name: "Hidd", state: "open", docks: 12, contact: "hidd@depots.example", version: 1 });
  expect((await call("GET", `/rows/${row.id}`)).body).toEqual(row);
  expect(namesIn(await call("GET", "?search=depots.example%20hid"))).toEqual(["Hidd"]);
  expect((await call("GET", "?search=nobody")).body).toMatchObject({ items: [], total: 0, next: null });
});

test("all that is wrong with a row is told at once, and nothing is written", async () => {
  const { status, body } = await call("POST", "", {
    fields: { docks: -1, contact: "x", state: "gone", colour: "red" },
  });
  expect(status).toBe(400);
  expect(Object.keys(body.error.fields).sort()).toEqual(["colour", "contact", "docks", "state"]);
  expect((await call("POST", "", { fields: {} })).body.error.fields).toEqual({ name: "Enter name." });
  await make({ name: "Sitra" });
  const again = await call("POST", "", { fields: { name: "Sitra" } });
  expect([again.status, again.body.error.fields]).toEqual([409, { name: "Another depot already has this." }]);
});

test("pages go on in every order, rows without a value last", async () => {
  for (const [name, docks] of [
    ["P1", 3],
    ["P2", null],
    ["P3", 1],
    ["P4", 2],
    ["P5", null],
  ])
    await make({ name, docks, contact: "p@pages.example" });
  const walk = async (sort: string) => {
    const names: string[] = [];
    let cursor = "";
    for (;;) {
      const page = await call("GET", `?search=pages.example&limit=2&sort=${sort}${cursor}`);
      expect(page.body.total).toBe(cursor === "" ? 5 : null);
      names.push(...namesIn(page));
      if (!page.body.next) return names.join(" ");
      cursor = `&cursor=${page.body.next}`;
    }
  };
  expect(await walk("docks")).toMatch(/^P3 P4 P1 P[25] P[25]$/);
  expect(await walk("-docks")).toMatch(/^P1 P4 P3 P[25] P[25]$/);
  expect(await walk("-name")).toBe("P5 P4 P3 P2 P1");
  expect((await call("GET", "?cursor=nonsense")).status).toBe(400);
  expect((await call("GET", "?sort=apiKey")).body.error.fields.sort).toContain("Use one of: name, state, docks");
});

test("filters narrow the list and say what they take", async () => {
  await make({ name: "F1", docks: 100, openedAt: "2026-01-05", state: "closed" });
  await make({ name: "F2", docks: 90, openedAt: "2026-03-05" });
  expect(namesIn(await call("GET", "?search=f&filter=docks:>50&filter=state:closed"))).toEqual(["F1"]);
  expect(namesIn(await call("GET", "?filter=openedAt:>2026-02-01"))).toEqual(["F2"]);
  expect((await call("GET", "?filter=openedAt:none")).body.total).toBeGreaterThan(2);
  expect((await call("GET", "?filter=state:gone")).body.error.fields.filter).toBe("Use one of: open, closed.");
  expect((await call("GET", "?filter=docks:many")).status).toBe(400);
});

test("the second of two who change a row at once is told who was first", async () => {
  const { id } = await make({ name: "Two" });
  expect((await call("PATCH", `/rows/${id}`, { version: 1, fields: { docks: 5 } })).body).toMatchObject({
    docks: 5,
    version: 2,
  });
  const second = await call("PATCH", `/rows/${id}`, { version: 1, fields: { docks: 6 } });
  expect(second.status).toBe(409);
  expect(second.body.error.message).toBe("Two was changed by boss just now. Look at the difference, then save again.");
  expect(
    (await call("PATCH", `/rows/${id}`, { version: 2, fields: { openedAt: "2026-01-01" } })).status,
    "given once",
  ).toBe(400);
});

test("an act says of each row what became of it", async () => {
  const rows = [await make({ name: "A1" }), await make({ name: "A2", state: "closed" })];
  const { body } = await call("POST", "/acts/close", { ids: [...rows.map(({ id }) => id), "nobody"] });
  expect(body.outcomes.map((one: { isDone: boolean; message: string }) => [one.isDone, one.message])).toEqual([
    [true, "Closed."],
    [false, "It is closed: there is nothing to do."],
    [false, "There is no such depot."],
  ]);
  await make({ name: "A3" });
  const all = await call("POST", "/acts/close", { matching: { search: "a3" } });
  expect(all.body.outcomes).toHaveLength(1);
});

test("what was done to a row is kept with before and after, and without secrets", async () => {
  const { id } = await make({ name: "Kept", apiToken: "first" });
  await call("PATCH", `/rows/${id}`, { version: 1, fields: { name: "Kept on", apiToken: "second" } });
  await call("POST", "/acts/close", { ids: [id] });
  const { body } = await call("GET", `/rows/${id}/history`);
  expect(body.items.map(({ act }: { act: string }) => act)).toEqual([
    "depots.close",
    "depots.changed",
    "depots.created",
  ]);
  expect(body.items[1]).toMatchObject({ by: "boss", details: { name: { before: "Kept", after: "Kept on" } } });
  expect(JSON.stringify(body)).not.toMatch(/first|second/);
});

test("a file is tried first, then makes and changes rows, and says what is wrong where", async () => {
  await make({ name: "Known", docks: 1 });
  const file = "Name,Docks,State,Colour\nKnown,2,,red\nFresh,3,Closed,\nFresh,4,,\nBad,many,,\nKnown too,,,\n";
  const trial = (await upload(file, true)).json();
  expect(trial).toMatchObject({
    counts: { new: 2, changed: 1, same: 0, wrong: 2 },
    unusedColumns: ["Colour"],
    isWritten: false,
  });
  expect(trial.outcomes[0]).toMatchObject({ line: 4, title: "Fresh", message: "It is the same as line 3." });
  expect(trial.outcomes[1].message).toBe("Docks: Enter a whole number from 0 to 500.");
  expect((await call("GET", "?search=fresh")).body.total).toBe(0);
  expect((await upload(file, false)).json().isWritten).toBe(true);
  expect((await call("GET", "?search=known&sort=name")).body.items[0]).toMatchObject({ name: "Known", docks: 2 });
  expect((await upload(file, false)).json().counts).toEqual({ new: 0, changed: 0, same: 3, wrong: 2 });
  expect((await upload("Colour\nred\n", true)).json().error.message).toContain('no column "Name"');
});

test("an export holds all matching rows and can be read in again unchanged", async () => {
  const { body } = await call("GET", "/export?search=known");
  const lines = String(body).trim().split("\r\n");
  expect(lines[0]?.replace("\uFEFF", "")).toBe("ID,Name,State,Docks,Opened,Contact,Token");
  expect(lines).toHaveLength(3);
  const back = (await upload(String(body), false)).json();
  expect(back.counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 });
});

test("a role sees and does what its permissions allow", async () => {
  const description = (await call("GET", "/description", undefined, manager)).body;
  expect(description).toMatchObject({ canCreate: false, canImport: false, acts: [] });
  expect((await call("GET", "/description")).body).toMatchObject({ canCreate: true, acts: [{ name: "close" }] });
  expect((await call("POST", "", { fields: { name: "No" } }, manager)).status).toBe(403);
  expect((await call("POST", "/acts/close", { ids: ["x"] }, manager)).status).toBe(403);
  expect((await call("GET", "", undefined, signedInAs("viewer", "north"))).status).toBe(403);
});
