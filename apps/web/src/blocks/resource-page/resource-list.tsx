import type { EntityAction, EntityDescription } from "@console/contracts";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useFormats } from "../../lib/use-formats.ts";
import { usePreference } from "../../lib/use-preference.ts";
import { DataTable } from "../data-table/data-table.tsx";
import { readSort, writeSort } from "../data-table/sort-text.ts";
import { nothingSelected, ownLayout, type RowMark, type TableLayout } from "../data-table/table-shape.ts";
import { EmptyState } from "../states/empty-state.tsx";
import { ActionDialog, type Meant } from "./action-dialog.tsx";
import type { FilterOffers } from "./filter-offers.ts";
import { useResourceAddress } from "./resource-address.ts";
import { ResourceFilters } from "./resource-filters.tsx";
import { ResourceMenu } from "./resource-menu.tsx";
import classes from "./resource-page.module.css";
import { hiddenAtFirst, toListInput, useEntityRows } from "./use-entity-rows.ts";

type Props = {
  description: EntityDescription;
  actions?: ReactNode;
  createLabel?: string | undefined;
  mark?: RowMark | undefined;
  offers?: FilterOffers | undefined;
  within?: readonly string[] | undefined;
};

const nowhere: readonly string[] = [];

const newWords = ({ one }: EntityDescription) => `New ${one.toLowerCase()}`;

/** The list of an entity with its search, filters, columns and what can be done to the chosen rows. */
export function ResourceList({
  description,
  actions,
  createLabel = newWords(description),
  mark,
  offers,
  within = nowhere,
}: Props) {
  const { search, sort, filters, go } = useResourceAddress();
  const formats = useFormats();
  const query = { search, sort, filters: [...within, ...filters] };
  const rows = useEntityRows(description, query, mark);
  const key = JSON.stringify([search, query.filters]);
  const [chosen, setChosen] = useState({ key, value: nothingSelected });
  const [performed, setPerformed] = useState<{ action: EntityAction; meant: Meant } | null>(null);
  const initial: TableLayout = { ...ownLayout, hidden: hiddenAtFirst(description) };
  const [layout, setLayout] = usePreference<TableLayout>(`columns:${description.name}`, initial);
  // Rows that were chosen under another question are not among these.
  const selection = chosen.key === key ? chosen.value : nothingSelected;
  const total = rows.totals?.count ?? 0;
  const count = selection.isAllMatching ? total : selection.keys.size;
  const bulk = description.acts.filter(({ isSingle }) => !isSingle);
  const meant: Meant = selection.isAllMatching
    ? { count, matching: toListInput(query) }
    : { count, ids: [...selection.keys] };

  return (
    <>
      <ResourceFilters
        description={description}
        search={search}
        filters={filters}
        offers={offers}
        onFilters={(next, text = search) =>
          go({ filter: next.length > 0 ? next : undefined, q: text === "" ? undefined : text })
        }
      />
      <DataTable
        name={description.many}
        {...rows}
        state={{ sort: readSort(sort) ?? description.sort, search }}
        onState={(next) => go({ sort: writeSort(next.sort), q: next.search || undefined }, { isReplaced: true })}
        layout={layout}
        onLayout={setLayout}
        rowKey={({ id }) => String(id)}
        onOpen={({ id }) => go({ row: String(id) })}
        {...(bulk.length > 0 && {
          selection: { value: selection, onChange: (value: typeof selection) => setChosen({ key, value }) },
        })}
        actions={
          <>
            {actions}
            <ResourceMenu description={description} query={query} createLabel={createLabel} />
          </>
        }
        currency="USD"
        formats={formats}
        empty={
          <NoRows
            description={description}
            createLabel={createLabel}
            isNarrowed={search !== "" || filters.length > 0}
          />
        }
      />
      {count > 0 && bulk.length > 0 && (
        <section className={classes.chosen} aria-label="Actions on the selected rows">
          <span>{count.toLocaleString("en-US")} selected</span>
          {bulk.map((action) => (
            <Button
              key={action.name}
              size="xs"
              variant="default"
              {...((action.isDangerous || action.isDestructive) && { color: "red" })}
              onClick={() => setPerformed({ action, meant })}
            >
              {action.label}
            </Button>
          ))}
        </section>
      )}
      {performed && (
        <ActionDialog
          {...performed}
          description={description}
          onClose={(isDone) => {
            setPerformed(null);
            if (isDone) setChosen({ key, value: nothingSelected });
          }}
        />
      )}
    </>
  );
}

type NoRowsProps = { description: EntityDescription; createLabel: string; isNarrowed: boolean };

function NoRows({ description, createLabel, isNarrowed }: NoRowsProps) {
  const { go } = useResourceAddress();
  const many = description.many.toLowerCase();
  if (isNarrowed) {
    return (
      <EmptyState
        title={`No ${many} match`}
        message="Change or clear the search and filters to see others."
        actions={
          <Button variant="default" onClick={() => go({ q: undefined, filter: undefined })}>
            Clear filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={`No ${many} yet`}
      message={description.canCreate ? `Create the first ${description.one.toLowerCase()}.` : "They will appear here."}
      actions={description.canCreate ? <Button onClick={() => go({ do: "new" })}>{createLabel}</Button> : null}
    />
  );
}
