import type { ImportRun } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { callApi } from "../../../lib/api.ts";
import { changeAuth } from "../../../lib/auth/auth-state.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { callInputs, press, renderInApp, says } from "../../../lib/screen-for-tests.tsx";
import { parseSearch, stringifySearch } from "../../../lib/search.ts";
import { doubledLoads, draft } from "./import-preview-for-tests.ts";
import { ImportRun as ImportResult } from "./import-run.tsx";
import { LoadList } from "./load-list.tsx";
import { ReplaceChoice } from "./replace-choice.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.stubGlobal("scrollTo", () => {});

const at = "2026-11-15T10:00:00.000Z";
const loaded: ImportRun = { ...draft, state: "done", rows: { ...draft.rows, read: 3, written: 2, rejected: 1 } };
let answers: Record<string, unknown>;

beforeEach(() => {
  queryClient.clear();
  changeAuth({ role: "manager", tenant: { id: "t1", name: "Acme", aiq_type: "Genesis", source: null } });
  answers = {
    listImports: {
      items: [{ ...loaded, source: "genesis", askedByName: "Ann", isUndone: true }],
      next: null,
    },
    listImportRejects: { items: [], next: null },
    listImportNames: {
      items: [
        { field: "branch", value: "SM", seen: 3, firstSeenAt: at, lastSeenAt: at, isName: true, options: ["Seef"] },
      ],
      next: null,
    },
    decideImportNames: draft,
  };
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation((async (name: string) => answers[name]) as typeof callApi);
});

async function show(content: ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content }),
    history: createMemoryHistory({ initialEntries: ["/?do=import"] }),
    parseSearch,
    stringifySearch,
  });
  await renderInApp(<RouterProvider router={router} />);
}

test("a manager finds earlier loads with who has sent them, and the way to their results", async () => {
  await show(<LoadList tenantId="t1" isOwn formats={ownFormats} />);
  await says("Ann");
  await says("Undone");
  const link = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === "sales.csv");
  expect(link?.getAttribute("href")).toBe("/?do=import&import=r1&connection=c1&source=genesis");
});

test("a manager decides about the new names of a load on its result", async () => {
  await show(<ImportResult run={loaded} tenantId="t1" formats={ownFormats} />);
  await says("New names");
  await press("Accept as new");
  await press("Save one name");
  const names = [{ field: "branch", value: "SM", name: "SM" }];
  expect(callInputs("decideImportNames")).toEqual([{ tenantId: "t1", run: "r1", names }]);
});

test("a load that was undone says what was taken back and what stays", async () => {
  const undo = { ...draft, cause: "undo" as const, state: "done" as const, note: "Took back 2 rows" };
  await show(<ImportResult run={{ ...loaded, isUndone: true, undo }} tenantId="t1" formats={ownFormats} />);
  await says("This load was undone: Took back 2 rows.");
  expect(callInputs("listImportNames")).toEqual([]);
});

test("a load that cannot be replaced before it is undone leads there", async () => {
  const refusal = "1 row of it also belongs to other loads. Undo it first.";
  const loads = doubledLoads.map((load) => ({ ...load, refusal, isShared: true }));
  await show(<ReplaceChoice loads={loads} chosen={[]} onChosen={() => {}} formats={ownFormats} />);
  await says("Open october.csv to undo it");
  const link = [...document.querySelectorAll("a")].find(({ textContent }) => textContent?.includes("to undo it"));
  expect([link?.target, link?.search]).toEqual(["_blank", expect.stringContaining("import=r0")]);
});
