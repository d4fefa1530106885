import type { RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import { Link } from "@tanstack/react-router";
import { mergeSourceSearch } from "../../../blocks/connection/use-source-address.ts";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { dataWords, rejectedWords, runWords } from "../source-words.ts";
import classes from "./import-page.module.css";

type Load = RouteOutput<Routes["listImports"]>["items"][number];
type Props = {
  tenantId: string;
  /** The tenant is the reader's own, which the address does not say. */
  isOwn: boolean;
  formats: FormatChoices;
};

/** The loads of files of a tenant, newest first, each with the way to its result. */
export function LoadList({ tenantId, isOwn, formats }: Props) {
  const pages = usePages("listImports", { tenantId, limit: 10 });
  const number = (value: number) => formatNumber(value, formats);
  return (
    <section className={classes.card} aria-labelledby="loads">
      <h3 id="loads" className={classes.heading}>
        Loads
      </h3>
      <RecordTable<Load>
        name="Loads"
        tableFrom={1100}
        pages={pages}
        rowKey={({ id }) => id}
        empty={<p className={classes.quiet}>No file has been loaded yet.</p>}
        columns={[
          {
            label: "File",
            cell: ({ id, fileName, connection, source }) => (
              <Link
                to="."
                search={mergeSourceSearch({ import: id, connection, ...(isOwn ? { source } : { tenant: tenantId }) })}
              >
                {fileName ?? "File"}
              </Link>
            ),
          },
          { label: "Data", cell: ({ source }) => dataWords[source] },
          { label: "Sent", cell: ({ askedAt }) => formatInstant(askedAt, formats) },
          { label: "By", cell: ({ askedByName }) => askedByName ?? "–" },
          { label: "State", cell: wordState },
          { label: "Read", isNumeric: true, cell: ({ rows }) => number(rows.read) },
          { label: "New", isNumeric: true, cell: ({ rows }) => number(rows.written) },
          { label: "Replaced", isNumeric: true, cell: ({ rows }) => number(rows.replaced) },
          { label: "Rejected", isNumeric: true, cell: ({ rows }) => rejectedWords(rows, formats) },
        ]}
      />
    </section>
  );
}

function wordState({ state, isUndone, replacedBy }: Load): string {
  if (isUndone) return "Undone";
  return replacedBy ? "Replaced by a later load" : runWords[state];
}
