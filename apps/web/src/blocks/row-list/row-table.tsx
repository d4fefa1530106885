import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useFormats } from "../../lib/use-formats.ts";
import { usePreference } from "../../lib/use-preference.ts";
import { DataTable } from "../data-table/data-table.tsx";
import { nothingSelected, ownLayout, type TableLayout, type TableState } from "../data-table/table-shape.ts";
import { EmptyState } from "../states/empty-state.tsx";
import type { RowsQuestion, useRows } from "./use-rows.ts";

type Props = {
  name: string;
  question: RowsQuestion;
  rows: ReturnType<typeof useRows>;
  state: TableState;
  onState: (next: TableState) => void;
  onOpen: (key: string) => void;
  actions?: ReactNode;
};

/** The rows of a question in the table of the product; each reader arranges its columns once for a metric. */
export function RowTable({ name, question, rows, state, onState, onOpen, actions }: Props) {
  const formats = useFormats();
  const questionKey = JSON.stringify(question);
  const [chosen, setChosen] = useState({ questionKey, value: nothingSelected });
  const [layout, setLayout] = usePreference<TableLayout>(`columns:${question.metric}`, ownLayout);
  return (
    <DataTable
      name={name}
      {...rows}
      state={state}
      onState={onState}
      layout={layout}
      onLayout={setLayout}
      rowKey={({ key }) => String(key)}
      onOpen={({ key }) => onOpen(String(key))}
      selection={{
        // Rows that were chosen under another question are not among these.
        value: chosen.questionKey === questionKey ? chosen.value : nothingSelected,
        onChange: (value) => setChosen({ questionKey, value }),
      }}
      actions={actions}
      formats={formats}
      empty={<NoRows search={state.search} onClear={() => onState({ ...state, search: "" })} />}
    />
  );
}

function NoRows({ search, onClear }: { search: string; onClear: () => void }) {
  if (!search) {
    return (
      <EmptyState
        title="No rows"
        message="Nothing happened in this period under these filters. Choose a longer period or fewer filters."
        actions={null}
      />
    );
  }
  return (
    <EmptyState
      title="No rows match"
      message={`None of these rows contains “${search}”.`}
      actions={
        <Button variant="default" onClick={onClear}>
          Clear search
        </Button>
      }
    />
  );
}
