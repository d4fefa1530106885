import type { ImportPreview, ImportRun, SourceMapping } from "@console/contracts";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError, callApi, uploadFile } from "../../../lib/api.ts";
import { changeAuth } from "../../../lib/auth/auth-state.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { button, callInputs, control, press, renderInApp, says, type } from "../../../lib/screen-for-tests.tsx";
import { parseSearch, stringifySearch } from "../../../lib/search.ts";
import { ImportPage } from "./import-page.tsx";
import { doubledLoads, draft, mapping, preview, rejected } from "./import-preview-for-tests.ts";
import { OwnImport } from "./own-import.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({
  ...(await original<object>()),
  callApi: vi.fn(),
  uploadFile: vi.fn(),
}));
vi.stubGlobal("scrollTo", () => {});

type PreviewInput = { mapping?: SourceMapping; isDryRun?: boolean };
let run: ImportRun;
let answers: Record<string, (input: PreviewInput) => unknown>;
let container: HTMLElement;

beforeEach(() => {
  queryClient.clear();
  run = draft;
  answers = {
    getImport: () => run,
    listFileConnections: () => ({
      items: [
        { id: "c0", name: "Files" },
        { id: "c1", name: "Tills" },
      ],
    }),
    listEntity: () => ({ items: [{ id: "t1", name: "Acme" }], next: null, total: 1 }),
    getEntity: () => ({ id: "t1", name: "Acme" }),
    previewImport: ({ mapping: chosen, isDryRun }) => ({
      ...preview,
      columns: [
        ...preview.columns,
        ...(chosen?.computed ?? []).map(({ name }) => ({ name, type: "number", samples: ["21"] })),
      ],
      mapping:
        chosen && Object.keys(chosen.fields).length > 0 ? chosen : { ...mapping, fact: chosen?.fact ?? mapping.fact },
      counts: isDryRun
        ? {
            read: 3000,
            written: 2990,
            replaced: 0,
            unchanged: 0,
            duplicates: 4,
            rejected: 6,
            leftOut: 2,
            doubles: 3,
            corrections: 2,
            returns: { rows: 12, amounts: [{ currency: "AED", amount: -34_000 }], withoutSale: 5 },
            doubledLoads,
            newNames: [{ field: "branch", label: "Branch", names: ["Sef"], rows: 2 }],
            problems: [{ field: "gross_minor", message: '"x" is no number.', rows: 6 }],
            notes: [],
          }
        : null,
    }),
    listImportRejects: () => ({ items: [rejected], next: null }),
    listImportNames: () => ({ items: [], next: null }),
    listImports: () => ({ items: [], next: null }),
    startImport: () => {
      run = { ...draft, state: "running", rows: { ...draft.rows, read: 1200, total: 3000 }, secondsLeft: 120 };
      return run;
    },
  };
  changeAuth({ role: "admin", tenant: null });
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation((async (name: string, input: PreviewInput) =>
    answers[name]?.(input)) as typeof callApi);
  container = document.body.appendChild(document.createElement("div"));
});

async function show(address: string, content = <ImportPage source="genesis" />) {
  const top = createRootRoute({ component: Outlet });
  const page = createRoute({ getParentRoute: () => top, path: "/", component: () => content });
  const router = createRouter({
    routeTree: top.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  await renderInApp(<RouterProvider router={router} />, { container });
  return router;
}

const chooseFile = (file: File) =>
  act(async () => {
    const input = container.querySelector<HTMLInputElement>("input[type=file]");
    if (input) fireEvent.change(input, { target: { files: [file] } });
  });

test("a tenant and a file are asked for before anything is sent", async () => {
  await show("/?do=import");
  await says("Upload and preview");
  await press("Upload and preview");
  await says("Choose the tenant whose data it is.");
  await says("Choose a file.");
  expect(uploadFile).not.toHaveBeenCalled();
});

test("a file is sent as a draft of its tenant, and its preview has an address of its own", async () => {
  vi.mocked(uploadFile).mockResolvedValueOnce({ run: draft, tenantId: "t1", connection: "c1" });
  const router = await show("/?do=import&tenant=t1");
  await says("Upload and preview");
  const file = new File(["a"], "sales.csv");
  await chooseFile(file);
  await press("Upload and preview");
  await says("The first rows as they would be stored");
  const [name, input, sent] = vi.mocked(uploadFile).mock.lastCall ?? [];
  expect([name, input, sent]).toEqual(["importFile", { source: "genesis", tenant: "t1", draft: "1" }, [file]]);
  expect(router.state.location.search).toMatchObject({ import: "r1", tenant: "t1" });
});

test("the connection whose page asked is loaded into, another can be chosen, and several files go together", async () => {
  vi.mocked(uploadFile).mockResolvedValue({ run: draft, tenantId: "t1", connection: "c1" });
  await show("/?do=import&tenant=t1&connection=c1");
  await waitFor(() => expect(container.querySelector<HTMLSelectElement>("select")?.value).toBe("c1"));
  await type("Connection", "c0");
  const files = [new File(["a"], "seef.csv"), new File(["b"], "riffa.csv")];
  await act(async () => {
    const input = container.querySelector<HTMLInputElement>("input[type=file]");
    if (input) fireEvent.change(input, { target: { files } });
  });
  await says("2 files, 0 kB");
  await press("Upload and preview");
  await says("Loaded into the connection Files.");
  const [, input, sent] = vi.mocked(uploadFile).mock.lastCall ?? [];
  expect([input, sent]).toEqual([{ source: "genesis", tenant: "t1", draft: "1", connection: "c0" }, files]);
});

test("the whole file is checked by itself once the mapping is whole, and an earlier load that it doubles can be replaced", async () => {
  await show("/?do=import&import=r1&tenant=t1");
  await says("Data type");
  expect(callInputs("previewImport")).toHaveLength(1);
  await type("Gross", "Total");
  await says("2 rows look like stored rows but differ in one field");
  await says("3 of its 10 rows are in this file. The other 7 would go too.");
  await act(async () => void container.querySelector<HTMLInputElement>("input[type=checkbox][value=r0]")?.click());
  await press("Import and replace");
  expect(callInputs("startImport").at(-1)).toMatchObject({ replaces: [{ connection: "c0", run: "r0" }] });
});

test("what became of each file, and which load was replaced, is told at the end", async () => {
  const counts = { read: 2, written: 0, replaced: 0, unchanged: 0, duplicates: 0, rejected: 2, leftOut: 1 };
  run = {
    ...draft,
    state: "done",
    fileName: "seef.csv and 1 more",
    files: [
      { name: "seef.csv", rows: counts, note: null },
      { name: "riffa.csv", rows: null, note: null },
    ],
    replaces: doubledLoads.map((load) => ({ ...load, removed: 10 })),
  };
  await show("/?do=import&import=r1&tenant=t1");
  await says("seef.csv: 2 rows = 1 rejected + 1 left out by your choice");
  await says("riffa.csv: not read");
  await says("(10 rows).");
});

test("the check of the whole file can be cancelled, and starting does not wait for it", async () => {
  let signal: AbortSignal | undefined;
  vi.mocked(callApi).mockImplementation(((name: string, input: PreviewInput, options?: { signal?: AbortSignal }) => {
    if (name !== "previewImport" || !input.isDryRun) return Promise.resolve(answers[name]?.(input));
    signal = options?.signal;
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))));
  }) as typeof callApi);
  await show("/?do=import&import=r1&tenant=t1");
  await says("Data type");
  await type("Gross", "Total");
  await says("Checking all 2 rows");
  expect(button("Start import")?.disabled).toBe(false);
  await press("Cancel the check");
  expect(signal?.aborted).toBe(true);
  await waitFor(() => expect(container.textContent).not.toContain("Checking all"));
  expect(container.textContent).not.toContain("aborted");
});

test("the result says which rows may be corrections, and a note opens to its places", async () => {
  const note = { field: "discount", message: 'Discount skipped: "x" is not a number.', rows: 120 };
  answers.listImportNotes = () => ({
    items: [{ ...note, label: "Discount", places: [{ place: "line 7", value: "x", reason: note.message }] }],
  });
  run = {
    ...draft,
    state: "done",
    notes: [{ ...note, place: "line 7" }],
    doubledLoads: doubledLoads.map((load) => ({ ...load, doubles: 0, corrections: 310 })),
  };
  await show("/?do=import&import=r1&tenant=t1");
  await says("310 rows of this load look like rows of october.csv");
  await says("120 rows, first line 7");
  expect(callInputs("listImportNotes")).toEqual([]);
  const details = container.querySelector<HTMLDetailsElement>("ul[aria-label=Notes] details");
  await act(async () => {
    if (details) details.open = true;
    if (details) fireEvent(details, new Event("toggle"));
  });
  await says("Value in the file");
  await says("The first 1 of 120 rows are listed.");
});

test("a file that cannot be read says so at its field", async () => {
  const fields = { file: "This is no text file." };
  vi.mocked(uploadFile).mockRejectedValueOnce(
    new ApiError({ kind: "invalid_input", message: "This is no text file.", fields }),
  );
  await show("/?do=import&tenant=t1");
  await says("Upload and preview");
  await chooseFile(new File(["a"], "sales.csv"));
  await press("Upload and preview");
  await says("This is no text file.");
});

test("rows and their problems are shown, and it cannot start while a field that every row needs has no column", async () => {
  await show("/?do=import&import=r1&tenant=t1");
  await says('"x" is not a day.');
  await says("Still without a column: Gross.");
  await says("TotalKeep");
  expect(button("Start import")?.disabled).toBe(true);
  await type("Gross", "Total");
  await waitFor(() => expect(button("Start import")?.disabled).toBe(false));
  expect(callInputs("previewImport").at(-1)).toMatchObject({
    mapping: { fact: "sale_lines", fields: { ...mapping.fields, gross_minor: { from: "Total" } } },
  });
});

test("a computed column is tried with the rows of the file, then fills a field like any other, also of another table", async () => {
  const cells = [
    { value: "21", problem: null },
    { value: "", problem: null },
  ];
  answers.previewComputed = () => ({
    items: [{ name: "Double", type: "number", nameProblem: null, problem: null, unseen: [], cells }],
  });
  await show("/?do=import&import=r1&tenant=t1");
  await says("Computed columns");
  await press("Add computed column");
  await type("Column name", "Double");
  await type("Expression", "[Total] * 2");
  await says("The result is a number.");
  expect(callInputs("previewComputed").at(-1)).toMatchObject({ tenantId: "t1", columns: ["Date", "Total"] });
  await press("Add column");
  const computed = [{ name: "Double", expression: "[Total] * 2" }];
  await waitFor(() => expect(callInputs("previewImport").at(-1)).toMatchObject({ mapping: { ...mapping, computed } }));
  await says("2 columns");
  await type("Gross", "Double");
  await waitFor(() => expect(button("Start import")?.disabled).toBe(false));
  expect(callInputs("previewImport").at(-1)).toMatchObject({
    mapping: { computed, fields: { gross_minor: { from: "Double" } } },
  });
  await type("Data type", "branches");
  await waitFor(() => {
    expect(callInputs("previewImport").at(-1)).toMatchObject({ mapping: { fact: "branches", fields: {}, computed } });
  });
});

test("for another table the columns that fit it are asked for anew", async () => {
  await show("/?do=import&import=r1&tenant=t1");
  await says("Data type");
  await type("Data type", "branches");
  await waitFor(() => expect(callInputs("previewImport")).toHaveLength(2));
  expect(callInputs("previewImport").at(-1)).toEqual({
    tenantId: "t1",
    run: "r1",
    mapping: { fact: "branches", fields: {} },
  });
});

test("rows of a list are told apart by what they are about, so no key is asked for", async () => {
  await show("/?do=import&import=r1&tenant=t1");
  await says("Row key");
  const { previewImport } = answers;
  answers.previewImport = (input) => ({
    ...(previewImport?.(input) as ImportPreview),
    fields: [
      { name: "list", label: "List", type: "choice", choices: ["Product", "Branch"], isRequired: true },
      { name: "key", label: "Key in the facts", type: "text", choices: [], isRequired: true },
    ],
  });
  await type("Data type", "branches");
  await says("Key in the facts");
  expect(container.textContent).not.toContain("Row key");
});

test("the whole file is counted without writing, and counts of an older mapping are called so", async () => {
  await show("/?do=import&import=r1&tenant=t1");
  await says("Data type");
  await press("Check the whole file");
  await says("2,990");
  await says("4 rows share their key with another row of the file.");
  await says("6 rows");
  await says("12 rows count as returns: AED −340.00. For 5 rows, the file has no sale of the same receipt and amount");
  expect(callInputs("previewImport").at(-1)).toMatchObject({ isDryRun: true });
  expect(callInputs("startImport")).toEqual([]);
  await type("Gross", "Total");
  await says("The mapping has changed since.");
});

test("a started file is followed to its end, and leads to its rejected rows", async () => {
  await show("/?do=import&import=r1&tenant=t1");
  await says("Data type");
  await type("Gross", "Total");
  await press("Start import");
  await says("1,200 of 3,000 rows · about 2 min left");
  run = { ...draft, state: "done", rows: { ...draft.rows, read: 3000, written: 2994, rejected: 6, total: 3000 } };
  await act(async () => void queryClient.invalidateQueries({ queryKey: ["getImport"] }));
  await says("sales.csv: done");
  const link = [...container.querySelectorAll("a")].find((one) => one.textContent === "Replay rejected rows");
  const search = new URLSearchParams(link?.getAttribute("href")?.split("?")[1]);
  expect(Object.fromEntries(search)).toEqual({ connection: "c1", tenant: "t1", tab: "rejects", run: "r1" });
});

test("a manager says what the file is about, never whose it is, and sees the load in its report", async () => {
  changeAuth({ role: "manager", tenant: { id: "t1", name: "Acme", aiq_type: "Docman", source: null } });
  answers.listReports = () => ({
    items: [
      { id: "tookan-report", path: "/tenant/tookan-report", domains: ["delivery"], beginnings: { delivery: 0 } },
      {
        id: "genesis-report",
        path: "/tenant/genesis-report",
        domains: ["sales", "ledger"],
        beginnings: { sales: 0, ledger: 2 },
      },
    ],
  });
  vi.mocked(uploadFile).mockResolvedValueOnce({ run: draft, tenantId: "t1", connection: "c1" });
  const router = await show("/?do=import", <OwnImport tenantId="t1" />);
  await says("Upload and preview");
  expect(control("Data").value).toBe("docman");
  expect(control("Tenant")).toBeNull();
  await type("Data", "genesis");
  const file = new File(["a"], "sales.csv");
  await chooseFile(file);
  run = {
    ...draft,
    state: "done",
    rows: { ...draft.rows, read: 3, written: 2, rejected: 1, total: 3 },
    loaded: {
      domain: "ledger",
      from: "1950-12-01",
      to: "2011-12-10",
      shown: { from: "1961-12-10", to: "2011-12-10" },
    },
  };
  await press("Upload and preview");
  expect(vi.mocked(uploadFile).mock.lastCall?.[1]).toEqual({ source: "genesis", tenant: "t1", draft: "1" });
  await says("1 rejected row");
  await says('"x" is not a day.');
  await says("Superseded by a later row");
  expect(callInputs("listImportRejects")).toEqual([{ tenantId: "t1", run: "r1", limit: 10 }]);
  await says("Days of the data: 1 Dec 1950 – 9 Dec 2011");
  await says("A report spans at most 50 years. It opens on 10 Dec 1961 – 9 Dec 2011.");
  await says("See it in the report");
  expect(router.state.location.search).toEqual({ do: "import", source: "genesis", import: "r1", connection: "c1" });
  const links = [...container.querySelectorAll("a")].map((one) => [one.textContent, one.getAttribute("href")]);
  expect(links).toEqual([
    ["Back to the sources", "/"],
    ["See it in the report", "/tenant/genesis-report?from=1961-12-10&to=2011-12-09#section-genesis-report-2"],
  ]);
});

test("a load that goes on is stopped as an import, which its sender may", async () => {
  run = { ...draft, state: "running" };
  await show("/?do=import&import=r1&tenant=t1");
  await says("Running");
  await press("Cancel");
  expect(callInputs("cancelImport")).toEqual([{ tenantId: "t1", run: "r1" }]);
  expect(callInputs("cancelRun")).toEqual([]);
});

test("files that contradict each other cannot be started as one load", async () => {
  const message = '"Total" is written with a decimal comma in a.csv and with a decimal point in b.csv.';
  const columns = preview.columns.map((column) => ({
    ...column,
    dates: column.dates && { ...column.dates, isSure: true },
  }));
  const whole = { ...mapping, fields: { ...mapping.fields, gross_minor: { from: "Total" } } };
  answers.previewImport = () => ({ ...preview, columns, mapping: whole, conflicts: [{ column: "Total", message }] });
  await show("/?do=import&tenant=t1&import=r1");
  await says(message);
  await says("These files cannot be loaded together.");
  expect(button("Start import")?.disabled).toBe(true);
});
