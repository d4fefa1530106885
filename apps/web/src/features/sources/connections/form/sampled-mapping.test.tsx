import type {
  ConnectionDetail,
  MappingImpact,
  RouteInput,
  RouteOutput,
  Routes,
  SourceSample,
} from "@console/contracts";
import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../../lib/api.ts";
import { showToast } from "../../../../lib/toasts.ts";
import { createFormFixture } from "./form-fixture-for-tests.tsx";

vi.mock("../../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.mock("../../../../lib/toasts.ts", async (original) => ({ ...(await original<object>()), showToast: vi.fn() }));

const fields: SourceSample["tables"][number]["fields"] = [
  { name: "receipt_key", label: "Receipt key", type: "text", choices: [], isRequired: true },
  { name: "branch", label: "Branch", type: "member", choices: [], isRequired: false },
  { name: "gross_minor", label: "Gross", type: "money", choices: [], isRequired: true },
];
const sample: SourceSample = {
  signs: null,
  returns: [],
  reasons: {},
  computed: {},
  currency: "AED",
  columns: [
    { name: "receipt", type: "text", samples: ["r1"], filled: 25, decimal: null, dates: null },
    { name: "/shop/name", type: "text", samples: ["Seef", "Riffa"], filled: 25, decimal: null, dates: null },
    { name: "gross", type: "number", samples: ["10.50"], filled: 25, decimal: null, dates: null },
  ],
  tables: [
    { fact: "sale_lines", label: "Sales", fields, suggested: { receipt_key: { from: "receipt" } } },
    {
      fact: "branches",
      label: "Branches",
      suggested: { branch: { from: "/shop/name" } },
      fields: fields.slice(1, 2),
    },
  ],
  mapping: { fact: "sale_lines", fields: { receipt_key: { from: "receipt" }, gross_minor: { from: "gross" } } },
  rows: [
    { line: 1, values: {}, record: { receipt_key: "r1" }, problems: [], notes: [] },
    {
      line: 2,
      values: {},
      record: {},
      problems: [{ field: "gross_minor", message: '"x" is not a number.' }],
      notes: [],
    },
  ],
  read: 25,
};
const stored: ConnectionDetail = {
  id: "c1",
  tenantId: "t1",
  tenantName: "Acme",
  source: "genesis",
  kind: "rest",
  name: "Tills",
  state: "healthy",
  problem: null,
  failures: 0,
  intervalMinutes: 60,
  lastAttemptAt: null,
  lastSuccessAt: null,
  lastLoadedAt: null,
  lastEventAt: null,
  nextRunAt: null,
  settings: { url: "https://till.example" },
  mapping: { fact: "sale_lines", fields: { branch: { from: "shop", values: { SM: "Seef Mall" } } } },
  hasSecret: true,
  hookPath: null,
  hasHookSecret: false,
  rowsToday: 0,
  openRejects: 0,
  unmappedValues: 0,
  running: null,
  version: 4,
  daysRefusal: null,
};
const impact: MappingImpact = {
  table: { fact: "sale_lines", label: "Sales", rows: 1204 },
  left: [],
  hasOtherKeys: false,
  values: [
    {
      field: "branch",
      label: "Branch",
      value: "SM",
      before: "Seef Mall",
      after: "SM",
      rows: 1204,
      movesAll: true,
    },
  ],
  fields: [],
  rejects: { open: 3, tried: 3, taken: 2 },
  reports: [{ id: "genesis-report", title: "Sales report" }],
};
type SampleInput = RouteInput<Routes["sampleSource"]>;
type Answer = RouteOutput<Routes["sampleSource"]>;

const { answers, show, says, callInputs, control, type, press, chooseTenant } = createFormFixture();

beforeEach(() => {
  vi.mocked(showToast).mockReset();
  answers.sampleSource = ({ mapping }: SampleInput): Answer => ({
    sample: { ...sample, mapping: { ...sample.mapping, fields: { ...sample.mapping.fields, ...mapping?.fields } } },
    problem: null,
    milliseconds: 120,
  });
  answers.judgeMapping = () => impact;
  answers.updateConnection = () => stored;
});

test("a source that is not saved yet is read, its columns fill what fits, and its rows are shown with what is wrong", async () => {
  answers.createConnection = () => stored;
  await show(null, "genesis");
  await press("Read a sample");
  await says("Choose the tenant whose data it is.");
  expect(callInputs("sampleSource")).toEqual([]);
  await chooseTenant();
  await type("Name", "Tills");
  await type("Address", "https://till.example");
  await type("Secret", "s3cret");
  await press("Read a sample");
  await says("25 rows with 3 columns read in 120 ms. Matched by column name: Receipt key, Gross.");
  expect(callInputs("sampleSource")).toMatchObject([
    { tenantId: "t1", source: "genesis", kind: "rest", secret: "s3cret" },
  ]);
  await says("The first 2 rows as they would be stored");
  await says('"x" is not a number.');
  expect(control("Data type").value).toBe("sale_lines");
  expect(["Receipt key", "Branch", "Gross"].map((label) => control(label).value)).toEqual(["receipt", "", "gross"]);
  // A pointer that the first rows do not show can be typed all the same.
  await type("Branch", "/shop/code");
  await says("The form has changed since these rows were read.");
  await press("Create connection");
  expect(callInputs("createConnection")).toMatchObject([
    {
      mapping: {
        fact: "sale_lines",
        fields: { receipt_key: { from: "receipt" }, gross_minor: { from: "gross" }, branch: { from: "/shop/code" } },
      },
    },
  ]);
});

test("columns that were seen are offered with what they hold", async () => {
  await show(stored, "genesis");
  await press("Read a sample");
  await says("25 rows with 3 columns");
  await act(async () => control("Gross").focus());
  await act(async () => control("Gross").click());
  await waitFor(() => {
    const offered = [...document.querySelectorAll("[role='option']")].map((one) => one.textContent);
    expect(offered).toContain("/shop/nameSeef · Riffa");
  });
});

test("what someone chose is not filled over, also not what was emptied", async () => {
  await show(stored, "genesis");
  await press("Read a sample");
  await says("Matched by column name: Receipt key, Gross.");
  expect(control("Branch").value).toBe("shop");
  await type("Gross", "");
  await press("Read a sample again");
  await says("25 rows with 3 columns");
  expect(callInputs("sampleSource")).toMatchObject([
    { connection: "c1", mapping: { fields: { branch: { from: "shop", values: { SM: "Seef Mall" } } } } },
    { mapping: { fields: { gross_minor: { from: "" } } } },
  ]);
  expect(control("Gross").value).toBe("");
  expect(control("Branch").value).toBe("shop");
});

test("what is typed while a sample is read stays when it comes", async () => {
  await show(stored, "genesis");
  await press("Read a sample");
  await says("25 rows");
  let come = (_: Answer) => {};
  answers.sampleSource = () =>
    new Promise<Answer>((resolve) => {
      come = resolve;
    });
  await press("Read a sample again");
  await type("Gross", "total");
  await act(async () => come({ sample: { ...sample, read: 26 }, problem: null, milliseconds: 9 }));
  await says("26 rows");
  expect(control("Gross").value).toBe("total");
});

test("a computed column is tried with the sampled rows, offered with its expression, and saved with the mapping", async () => {
  answers.previewComputed = () => ({
    items: [{ name: "Double", type: "number", nameProblem: null, problem: null, unseen: [], cells: [] }],
  });
  await show(stored, "genesis");
  await press("Read a sample");
  await says("25 rows");
  await press("Add computed column");
  await type("Column name", "Double");
  await type("Expression", "[gross] * 2");
  await press("Add column");
  await says("The form has changed since these rows were read.");
  expect(callInputs("previewComputed").at(-1)).toMatchObject({
    tenantId: "t1",
    columns: ["receipt", "/shop/name", "gross"],
    hasMoreColumns: true,
  });
  await type("Gross", "Double");
  await press("Save changes");
  await says("1,204 rows");
  const computed = [{ name: "Double", expression: "[gross] * 2" }];
  expect(callInputs("judgeMapping")).toMatchObject([
    { mapping: { computed, fields: { gross_minor: { from: "Double" } } } },
  ]);
  await press("Keep editing");
  await press("Read a sample again");
  await says("25 rows");
  expect(callInputs("sampleSource").at(-1)).toMatchObject({ mapping: { computed } });
});

test("another table keeps what both have and takes what fits for the rest", async () => {
  await show(stored, "genesis");
  await press("Read a sample");
  await says("25 rows");
  await type("Data type", "branches");
  expect(control("Branch").value).toBe("shop");
  expect(control("Gross")).toBeNull();
});

test("a source that cannot be read says why, and typing the names stays possible", async () => {
  answers.sampleSource = (): Answer => ({
    sample: null,
    milliseconds: 5,
    problem: { kind: "config", message: "The source refused access (401)." },
  });
  await show(stored, "genesis");
  await press("Read a sample");
  await says(
    "The source could not be loaded. The source refused access (401). Change the settings, then read it again.",
  );
  expect(document.querySelector<HTMLInputElement>("[aria-label='Column 1 of the source']")?.value).toBe("shop");
  answers.sampleSource = () => {
    throw new ApiError({ kind: "invalid_input", message: "Not right.", fields: { "settings.url": "No address." } });
  };
  await press("Read a sample");
  await says("No address.");
  answers.sampleSource = (): Answer => ({
    sample: { ...sample, columns: [], rows: [], read: 0 },
    problem: null,
    milliseconds: 5,
  });
  await press("Read a sample");
  await says("The source gave no rows");
});

test("a changed mapping is saved only after its impact was shown, and then says what follows", async () => {
  await show(stored, "genesis");
  await press("Read a sample");
  await says("25 rows");
  await press("Save changes");
  await says("Branch: 1,204 rows now say Seef Mall; read again, they will say SM.");
  await says("2 of 3 rejected rows would be imported.");
  await says("1 report shows Sales: Sales report.");
  expect(callInputs("updateConnection")).toEqual([]);
  await press("Keep editing");
  await waitFor(() => expect(document.body.textContent).not.toContain("1,204 rows"));
  await press("Save changes");
  await says("1,204 rows");
  await press("Save the mapping");
  const mapping = (callInputs("judgeMapping")[0] as { mapping: object }).mapping;
  expect(callInputs("updateConnection")).toEqual([{ tenantId: "t1", connection: "c1", version: 4, mapping }]);
  expect(vi.mocked(showToast).mock.calls[0]?.[0].message).toContain("follow when they are read again");
});

test("a mapping that is as it was is saved at once", async () => {
  await show(stored, "genesis");
  await type("Name", "Other");
  await press("Save changes");
  expect(callInputs("judgeMapping")).toEqual([]);
  expect(callInputs("updateConnection")).toHaveLength(1);
});

test("a mapping that is not right is told at its field before anything is asked", async () => {
  answers.judgeMapping = () => {
    throw new ApiError({ kind: "invalid_input", message: "No such table.", fields: { "mapping.fact": "Choose one." } });
  };
  await show(stored, "genesis");
  await type("Table", "sales");
  await press("Save changes");
  await says("Choose one.");
  expect(callInputs("updateConnection")).toEqual([]);
});

test("a value's name is changed in the form, and an emptied one is the source's own again", async () => {
  await show(stored, "genesis");
  const write = (text: string) => type("What we call SM in Branch", text);
  await write("Seef");
  await press("Save changes");
  await says("1,204 rows");
  await press("Keep editing");
  await write("");
  await press("Save changes");
  await says("1,204 rows");
  expect(callInputs("judgeMapping")).toMatchObject([
    { mapping: { fields: { branch: { from: "shop", values: { SM: "Seef" } } } } },
    { mapping: { fields: { branch: { from: "shop" } } } },
  ]);
  expect(JSON.stringify(callInputs("judgeMapping")[1])).not.toContain("SM");
});

test("what cannot be counted does not keep a mapping from being saved", async () => {
  answers.judgeMapping = () => {
    throw new ApiError({ kind: "unavailable", message: "Try again in a moment." });
  };
  await show(stored, "genesis");
  await type("Table", "branches");
  await press("Save changes");
  await says("The effect could not be calculated. Try again in a moment.");
  await press("Save the mapping");
  expect(callInputs("updateConnection")).toHaveLength(1);
});
