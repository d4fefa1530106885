import { afterAll, beforeAll, expect, test } from "vitest";
import { type ImportFixture, openImportFixture, tenantId } from "../imports/import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const at = (connection: string) => `/api/tenants/${tenantId}/connections/${connection}`;
const header = "id,title,type,status,owner,created";
const send = (lines: readonly string[], name: string) =>
  fixture.take([header, ...lines, ""].join("\n"), { source: "docman", name });

type Shown = { name: string; state: string };

async function list(connection: string, query = ""): Promise<Shown[]> {
  const { status, body } = await fixture.call("GET", `${at(connection)}/documents?limit=100&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items;
}
const names = (items: readonly Shown[]) => items.map(({ name, state }) => `${name}: ${state}`).sort();

test("each document stands once: taken in, or rejected with the reason and the file that it came in", async () => {
  const { connection } = await send(
    [
      "1,Lease,Contract,Approved,Ada,2026-03-01",
      "2,Invoice 7,Invoice,Approved,Ada,2026-03-02",
      "3,Permit,Licence,Lost,Tom,2026-03-03",
      ",Note,,Approved,,someday",
    ],
    "march.csv",
  );
  const first = await list(connection);
  expect(names(first)).toEqual(["Invoice 7: taken", "Lease: taken", "Note: rejected", "Permit: rejected"]);
  expect(first.find(({ name }) => name === "Permit")).toMatchObject({
    type: "Licence",
    hasOlder: false,
    rejection: { place: "line 4", fileName: "march.csv", reason: expect.stringContaining('"Lost" is not known') },
  });
  const types = await fixture.call("GET", `${at(connection)}/document-types`);
  expect(types.body).toMatchObject({
    rejected: 2,
    items: [
      { type: "Contract", documents: 1, lastName: "Lease" },
      { type: "Invoice", documents: 1, lastName: "Invoice 7" },
    ],
  });

  // A newer version of one is rejected, and one that was rejected comes again as it should be.
  await send(["1,Lease,Contract,Gone,Ada,2026-03-01", "3,Permit,Licence,Approved,Tom,2026-03-03"], "april.csv");
  const second = await list(connection);
  expect(names(second)).toEqual(["Invoice 7: taken", "Lease: rejected", "Note: rejected", "Permit: taken"]);
  expect(second.find(({ name }) => name === "Lease")).toMatchObject({
    hasOlder: true,
    rejection: { fileName: "april.csv" },
  });
  expect((await fixture.call("GET", `${at(connection)}/document-types`)).body).toMatchObject({ rejected: 2 });
});

test("documents are found by state and name, and walked page by page", async () => {
  const lines = Array.from({ length: 7 }, (_, place) => {
    const status = place % 3 === 0 ? "Nowhere" : "Approved";
    return `p${place},Paper ${place},Memo,${status},Ada,2026-03-01`;
  });
  const { connection } = await send(lines, "papers.csv");
  const expected = Array.from({ length: 7 }, (_, place) => `Paper ${place}`);
  expect((await list(connection, "search=PAPER")).map(({ name }) => name).sort()).toEqual(expected);
  expect(names(await list(connection, "search=paper&state=rejected"))).toEqual([
    "Paper 0: rejected",
    "Paper 3: rejected",
    "Paper 6: rejected",
  ]);
  expect(await list(connection, "search=paper&state=taken")).toHaveLength(4);
  const walked: string[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await fixture.call("GET", `${at(connection)}/documents?search=paper&limit=2${cursor}`);
    walked.push(...body.items.map(({ name }: Shown) => name));
    if (body.next === null) break;
    cursor = `&cursor=${body.next}`;
  }
  expect(walked.sort()).toEqual(expected);
  expect((await fixture.call("GET", `${at(connection)}/documents?cursor=abc`)).status).toBe(400);
});
