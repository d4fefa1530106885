import type { ComputedPreview, RouteInput, Routes, SourceMapping } from "@console/contracts";
import { act, fireEvent, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../../lib/api.ts";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { ComputedColumns } from "./computed-columns.tsx";
import type { ComputedSource } from "./use-computed-preview.ts";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

type Input = RouteInput<Routes["previewComputed"]>;

const { show, says, press, type, control, button, callInputs, cells, answers } = createScreen();

const source: ComputedSource = {
  tenantId: "t1",
  columns: [
    { name: "Price", type: "number", samples: ["2.55"], filled: 3, decimal: null, dates: null },
    {
      name: "Date",
      type: "day",
      samples: ["12/13/2010"],
      filled: 1,
      decimal: null,
      dates: { style: "mdy", isSure: true, evidence: "", shortYears: 0 },
    },
    { name: "a]b", type: "text", samples: [], filled: 1, decimal: null, dates: null },
  ],
  hasMoreColumns: false,
  rows: [
    { line: 2, values: { Price: "2.55", Date: "12/13/2010", "a]b": "x" } },
    { line: 3, values: { Price: "abc", Date: "", "a]b": "" } },
    { line: 4, values: { Price: "", Date: "", "a]b": "" } },
  ],
};
const first: SourceMapping = { fact: "sale_lines", fields: { gross_minor: { from: "Net" } }, computed: [] };

/** What the server would say of one column. */
function answer(part: Partial<ComputedPreview>) {
  return ({ computed }: Input) => ({
    items: computed.map(({ name }): ComputedPreview => {
      return { name, type: "number", nameProblem: null, problem: null, unseen: [], cells: [], ...part };
    }),
  });
}

const right = answer({
  cells: [
    { value: "5.1", problem: null },
    { value: "", problem: '"abc" in the column "Price" is not a number.' },
    { value: "", problem: null },
  ],
});

let saved: SourceMapping = first;
function Page({ mapping, errors = {} }: { mapping: SourceMapping; errors?: Record<string, string> }) {
  const [state, setState] = useState(mapping);
  saved = state;
  return <ComputedColumns source={source} mapping={state} place="Line" errors={errors} onMapping={setState} />;
}

test("a column is written with its result for the first rows beside it, and added once it is right", async () => {
  answers.previewComputed = right;
  await show(<Page mapping={first} />);
  await press("Add computed column");
  expect(document.activeElement).toBe(control("Column name"));
  await type("Column name", "Net");
  await type("Expression", "[Price] * 2");
  await says("The result is a number.");
  expect(cells()).toEqual([
    ["2.55", "5.1"],
    ["abc", '"abc" in the column "Price" is not a number.'],
    ["", "–"],
  ]);
  expect(callInputs("previewComputed").at(-1)).toEqual({
    tenantId: "t1",
    computed: [{ name: "Net", expression: "[Price] * 2" }],
    columns: ["Price", "Date", "a]b"],
    hasMoreColumns: false,
    columnStyles: {},
    rows: [{ Price: "2.55" }, { Price: "abc" }, { Price: "" }],
  });
  await press("Add column");
  await waitFor(() => expect(saved.computed).toEqual([{ name: "Net", expression: "[Price] * 2" }]));
  await says("[Price] * 2");
  expect(document.activeElement?.textContent).toBe("Add computed column");
});

test("columns and functions are inserted where the caret is, and a column with the style of its days", async () => {
  answers.previewComputed = right;
  await show(<Page mapping={first} />);
  await press("Add computed column");
  await press("Insert addMinutes");
  expect(control("Expression").value).toBe("addMinutes()");
  await press("Date");
  expect(control("Expression").value).toBe("addMinutes([Date])");
  await press("a]b");
  expect(control("Expression").value).toBe("addMinutes([Date][a]]b])");
  expect(document.activeElement).toBe(control("Expression"));
  await waitFor(() =>
    expect(callInputs("previewComputed").at(-1)).toMatchObject({ columnStyles: { Date: { dates: "mdy" } } }),
  );
});

test("what is wrong is told at its character and marked, and is not added", async () => {
  answers.previewComputed = answer({ type: null, problem: { message: "There is no column.", start: 4, end: 9 } });
  await show(<Page mapping={first} />);
  await press("Add computed column");
  await press("Add column");
  await says("Enter a name.");
  await says("Enter an expression.");
  expect(callInputs("previewComputed")).toEqual([]);
  await type("Column name", "Net");
  await type("Expression", "2 * [Pri] + 1");
  await says("Character 5: There is no column.");
  expect(document.querySelector("mark")?.textContent).toBe("[Pri]");
  expect(control("Expression").getAttribute("aria-invalid")).toBe("true");
  await press("Add column");
  await waitFor(() => expect(callInputs("previewComputed").length).toBeGreaterThan(1));
  expect(saved.computed).toEqual([]);
  answers.previewComputed = answer({ nameProblem: 'The source has a column "Price". Choose another name.' });
  await type("Column name", "Price");
  await press("Add column");
  await says("Choose another name.");
  expect(saved.computed).toEqual([]);
});

test("enter in the name adds the column and does not send a form around it", async () => {
  answers.previewComputed = right;
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  await show(
    <form onSubmit={submit}>
      <Page mapping={first} />
    </form>,
  );
  await press("Add computed column");
  await type("Column name", "Net");
  await type("Expression", "1");
  await act(async () => void fireEvent.keyDown(control("Column name"), { key: "Enter" }));
  await waitFor(() => expect(saved.computed).toEqual([{ name: "Net", expression: "1" }]));
  expect(submit).not.toHaveBeenCalled();
});

test("a column is renamed with the fields that it fills, and removed with them", async () => {
  answers.previewComputed = right;
  const mapping = { ...first, computed: [{ name: "Net", expression: "[Price] * 2" }] };
  await show(<Page mapping={mapping} errors={{ "mapping.computed.0.expression": "Net, character 1: Wrong." }} />);
  await says("Net, character 1: Wrong.");
  await press("Edit Net");
  expect(control("Expression").value).toBe("[Price] * 2");
  await type("Column name", "Total");
  await press("Save column");
  await waitFor(() => expect(saved.fields).toEqual({ gross_minor: { from: "Total" } }));
  await press("Remove Total");
  expect([saved.fields, saved.computed]).toEqual([{}, []]);
});

test("a preview that fails says so, and cancelling keeps what was", async () => {
  answers.previewComputed = () => {
    throw new ApiError({ kind: "unavailable", message: "Try again in a moment." });
  };
  await show(<Page mapping={first} />);
  await press("Add computed column");
  await type("Column name", "Net");
  await type("Expression", "1");
  await says("The preview could not be loaded. Try again in a moment.");
  await press("Add column");
  await waitFor(() => expect(button("Add column")?.disabled).not.toBe(true));
  await press("Cancel");
  expect(saved).toEqual(first);
  await waitFor(() => expect(button("Add column")).toBeUndefined());
});
