import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/ScrollArea.css";
import type { RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import { Autocomplete, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import type { usePages } from "../../../blocks/record-table/use-pages.ts";
import { fieldWords } from "../source-words.ts";
import classes from "./unmapped-list.module.css";

export type UnmappedValue = RouteOutput<Routes["listUnmapped"]>["items"][number];

type Props = {
  pages: ReturnType<typeof usePages<"listUnmapped" | "listImportNames">>;
  /** What was typed, by the keys of the values. */
  typed: Readonly<Record<string, string>>;
  onName: (value: UnmappedValue, name: string) => void;
  isMappable: (value: UnmappedValue) => boolean;
  empty: ReactNode;
  formats: FormatChoices;
};

/** What a value is known by among those of its list. */
export const toKey = ({ field, value }: UnmappedValue) => `${field} ${value}`;

/** Values that nobody knows, each with a field to say what we call it. */
export function ValueTable({ pages, typed, onName, isMappable, empty, formats }: Props) {
  return (
    <RecordTable<UnmappedValue>
      name="Unmapped values"
      pages={pages}
      rowKey={toKey}
      empty={empty}
      columns={[
        { label: "Field", cell: ({ field }) => fieldWords(field) },
        { label: "Value in the source", cell: ({ value }) => <code className={classes.value}>{value}</code> },
        { label: "Seen", isNumeric: true, cell: ({ seen }) => formatNumber(seen, formats) },
        { label: "Last seen", cell: ({ lastSeenAt }) => formatInstant(lastSeenAt, formats) },
        {
          label: "What we call it",
          cell: (value) =>
            !isMappable(value) ? (
              <span className={classes.quiet}>Choose another field of the source in the mapping.</span>
            ) : (
              <span className={classes.decision}>
                <Autocomplete
                  size="xs"
                  className={classes.name}
                  aria-label={`What we call ${value.value}`}
                  placeholder={value.options[0] && `Such as ${value.options[0]}`}
                  maxLength={200}
                  data={value.options}
                  limit={100}
                  value={typed[toKey(value)] ?? ""}
                  onChange={(name) => onName(value, name)}
                />
                {value.isName && (
                  <Button size="compact-xs" variant="subtle" onClick={() => onName(value, value.value)}>
                    Accept as new
                  </Button>
                )}
              </span>
            ),
        },
      ]}
    />
  );
}
