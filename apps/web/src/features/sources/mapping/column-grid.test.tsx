import type { SourceMapping, TargetField } from "@console/contracts";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "../../../lib/screen-for-tests.tsx";
import { ColumnGrid } from "./column-grid.tsx";

const discount: TargetField = {
  name: "discount_minor",
  label: "Discount",
  type: "money",
  choices: [],
  isRequired: false,
};
const column = { name: "Discount (computed)", expression: "[Total] * [Disc %] * 0.01" };
const suggestion = {
  fields: {},
  reasons: { discount_minor: "“Disc %” holds percent." },
  computed: { discount_minor: column },
};

test("what fits a field only once it is computed is added with one click", async () => {
  const onMapping = vi.fn();
  const show = (mapping: SourceMapping) =>
    renderInApp(
      <ColumnGrid
        columns={[]}
        fields={[discount]}
        mapping={mapping}
        errors={{}}
        suggestion={suggestion}
        onMapping={onMapping}
      />,
    );
  await show({ fact: "sale_lines", fields: {} });
  expect(screen.getByText("“Disc %” holds percent.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Compute Discount" }));
  const chosen = onMapping.mock.lastCall?.[0];
  expect(chosen).toEqual({
    fact: "sale_lines",
    computed: [column],
    fields: { discount_minor: { from: column.name } },
  });
  document.body.replaceChildren();
  await show(chosen);
  expect(screen.queryByRole("button", { name: "Compute Discount" })).toBeNull();
});
