import type { ConnectionSummary, ProviderClient } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { Button, NativeSelect } from "@mantine/core";
import { useMemo, useState } from "react";
import { DataTable } from "../../../blocks/data-table/data-table.tsx";
import {
  nothingSelected,
  ownLayout,
  type TableColumn,
  type TableLayout,
  type TableRow,
} from "../../../blocks/data-table/table-shape.ts";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { useAddress } from "../../../lib/use-address.ts";
import { usePreference } from "../../../lib/use-preference.ts";
import { readClientSearch } from "./client-search.ts";
import { type ClientFilter, filterWords, listMarks, sayLinks } from "./client-words.ts";
import classes from "./clients-page.module.css";
import { MapBar } from "./map-bar.tsx";
import { ProviderLine } from "./provider-line.tsx";
import { useClientMapping } from "./use-client-mapping.ts";

type Props = { connection: ConnectionSummary; formats: FormatChoices };

/** The list changes with a sync, not with each event of the account, so that it is asked for now and then. */
const everyMs = 30_000;

const columns: readonly TableColumn[] = [
  {
    id: "name",
    label: "Client",
    format: "text",
    isSortable: false,
    mark: ({ marks }) => (marks ? <Mark text={marks} /> : null),
  },
  { id: "id", label: "ID", format: "text", isSortable: false },
  { id: "tenant", label: "Tenant", format: "text", isSortable: false },
  { id: "phone", label: "Phone", format: "text", isSortable: false },
  { id: "links", label: "Public links", format: "text", isSortable: false },
  { id: "tasks7Days", label: "Tasks, 7 days", format: "count", isSortable: false },
  { id: "tasks30Days", label: "Tasks, 30 days", format: "count", isSortable: false },
  { id: "lastTaskAt", label: "Last task", format: "instant", isSortable: false },
  { id: "firstSeenAt", label: "First seen", format: "instant", isSortable: false },
  { id: "seenAt", label: "Last synced", format: "instant", isSortable: false },
];
const layoutAtFirst: TableLayout = { ...ownLayout, hidden: ["firstSeenAt", "seenAt"] };

function Mark({ text }: { text: unknown }) {
  return <span className={classes.mark}>{String(text)}</span>;
}

/** The clients of one delivery account, from our mirror; the chosen ones are mapped to a tenant. */
export function ClientList({ connection, formats }: Props) {
  const { query, go } = useAddress(readClientSearch);
  const { q: search = "", show } = query;
  const filter = show !== undefined && Object.hasOwn(filterWords, show) ? (show as ClientFilter) : "all";
  const ofConnection = { tenantId: connection.tenantId, connection: connection.id };
  const pages = usePages("listProviderClients", { ...ofConnection, show: filter, ...(search && { search }) }, everyMs);
  const mapping = useClientMapping(ofConnection);
  const [layout, setLayout] = usePreference<TableLayout>("columns:clients", layoutAtFirst);
  const [selection, setSelection] = useState(nothingSelected);
  const rows = useMemo(() => pages.items.map(toRow), [pages.items]);
  const isNarrowed = search !== "" || filter !== "all";
  const chosen = pages.items.filter(({ id }) => selection.keys.has(id));
  return (
    <>
      <ProviderLine connection={connection} asOf={pages.first?.asOf ?? null} formats={formats} />
      {chosen.length > 0 && <MapBar chosen={chosen} mapping={mapping} onClear={() => setSelection(nothingSelected)} />}
      <DataTable
        name="Clients"
        columns={columns}
        rows={rows}
        totals={pages.first ? { count: pages.first.total, sums: {} } : null}
        hasMore={pages.hasMore}
        onMore={pages.more}
        isLoading={pages.isLoading}
        isRefetching={false}
        error={pages.error}
        onRetry={pages.retry}
        state={{ sort: null, search }}
        onState={(next) => go({ q: next.search || undefined }, { isReplaced: true })}
        layout={layout}
        onLayout={setLayout}
        rowKey={({ id }) => String(id)}
        onOpen={({ id }) => go({ row: String(id) })}
        selection={{ value: selection, onChange: setSelection, isOfLoaded: true }}
        actions={
          <NativeSelect
            size="xs"
            aria-label="Which clients"
            value={filter}
            data={Object.entries(filterWords).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => go({ show: value === "all" ? undefined : value })}
          />
        }
        currency="USD"
        formats={formats}
        empty={<NoClients isNarrowed={isNarrowed} onAll={() => go({ q: undefined, show: undefined })} />}
      />
    </>
  );
}

function toRow(client: ProviderClient): TableRow {
  const { id, name, phone, mappedTenant, tasks7Days, tasks30Days, lastTaskAt, firstSeenAt, seenAt } = client;
  return {
    id,
    name,
    phone,
    tenant: mappedTenant?.name ?? null,
    links: sayLinks(client),
    marks: listMarks(client).join(", ") || null,
    tasks7Days,
    tasks30Days,
    lastTaskAt,
    firstSeenAt,
    seenAt,
  };
}

function NoClients({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  if (!isNarrowed) {
    return (
      <EmptyState
        title="No clients yet"
        message="They are listed once the first sync of the connection has finished."
        actions={null}
      />
    );
  }
  return (
    <EmptyState
      title="No clients match"
      message="Change or clear the search and filter to see others."
      actions={
        <Button variant="default" onClick={onAll}>
          Clear filters
        </Button>
      }
    />
  );
}
