import { ownFormats } from "@console/figures/format";
import { beforeEach, expect, test, vi } from "vitest";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { DocumentList } from "./document-list.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const at = "2026-11-15T08:00:00.000Z";
const taken = { id: "d1", name: "Lease", type: "Contract", state: "taken", at, rejection: null, hasOlder: false };
const rejected = {
  id: "r2",
  name: "Permit",
  type: null,
  state: "rejected",
  at,
  hasOlder: true,
  rejection: { reason: 'Status "Lost" is not known.', place: "line 4", fileName: "march.csv", run: "run" },
};

let documents: object[];
const screen = createScreen();
const { says, press, address, callInputs } = screen;

beforeEach(() => {
  documents = [taken, rejected];
  Object.assign(screen.answers, {
    listSourceDocuments: () => ({ items: documents, next: null }),
    listDocumentTypes: () => {
      const items = documents.length > 0 ? [{ type: "Contract", documents: 41, lastName: "Lease", lastAt: at }] : [];
      return { items, rejected: documents.includes(rejected) ? 1 : 0 };
    },
    replayRejects: {},
  });
});

const show = (query = "") =>
  screen.show(<DocumentList connection={{ id: "c1", tenantId: "t1" }} formats={ownFormats} />, query);

test("each document stands with its state, and a rejected one with the reason, the file and the place in it", async () => {
  await show();
  await says("Lease");
  const rows = [...document.body.querySelectorAll("table[aria-label=Documents] tbody tr")];
  expect(rows[0]?.textContent).toMatch(/^LeaseContractImported/);
  expect(rows[1]?.textContent).toContain(
    'PermitNoneRejectedStatus "Lost" is not known.march.csv, line 4. An older version is stored.',
  );
  await says("41");
});

test("rejected documents are tried again with one press, and the runs are shown", async () => {
  await show("tab=documents");
  await says("1 document was rejected and not imported since.");
  await press("Retry failed");
  expect(callInputs("replayRejects")).toEqual([{ tenantId: "t1", connection: "c1" }]);
  expect(address()).toBe("?tab=runs");
});

test("state and name stand in the address, and what they leave empty can be shown again", async () => {
  documents = [];
  await show("docs=rejected&find=lease");
  await says("No document has this name and state.");
  expect(callInputs("listSourceDocuments")).toEqual([
    { tenantId: "t1", connection: "c1", state: "rejected", search: "lease", limit: 25 },
  ]);
  await press("Show all");
  await says("No document has come through this connection yet.");
  expect(address()).toBe("");
});
