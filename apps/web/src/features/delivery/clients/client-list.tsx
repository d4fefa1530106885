import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/InlineInput.css";
import type { ConnectionSummary, ProviderClient } from "@console/contracts";
import { type FormatChoices, formatAge, formatInstant, formatNumber } from "@console/figures/format";
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { SearchBox } from "../../../blocks/data-table/search-box.tsx";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { read } from "../../../lib/queries.ts";
import { useAddress } from "../../../lib/use-address.ts";
import { useNow } from "../../../lib/use-now.ts";
import { ClientContact } from "./client-contact.tsx";
import { ClientLinks } from "./client-links.tsx";
import { readClientSearch } from "./client-search.ts";
import { type ClientFilter, filterWords, listMarks } from "./client-words.ts";
import classes from "./clients-page.module.css";
import { MapBar } from "./map-bar.tsx";
import { ProviderLine } from "./provider-line.tsx";
import { suggestTenant } from "./suggest-tenant.ts";
import { type ClientMapping, useClientMapping } from "./use-client-mapping.ts";

const ClientHistory = lazy(async () => ({ default: (await import("./client-history.tsx")).ClientHistory }));

type Props = { connection: ConnectionSummary; formats: FormatChoices };

/** The list changes with a sync, not with each event of the account, so that it is asked for now and then. */
const everyMs = 30_000;

/** The clients of one delivery account, from our mirror; the chosen ones are mapped to a tenant. */
export function ClientList({ connection, formats }: Props) {
  const { query, go } = useAddress(readClientSearch);
  const { q: search = "", show } = query;
  const filter = show !== undefined && Object.hasOwn(filterWords, show) ? (show as ClientFilter) : "all";
  const ofConnection = { tenantId: connection.tenantId, connection: connection.id };
  const input = { ...ofConnection, show: filter, ...(search && { search }) };
  const pages = usePages("listProviderClients", input, everyMs);
  const mapping = useClientMapping(ofConnection);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLInputElement>(null);
  const isNarrowed = search !== "" || filter !== "all";
  const toggle = (id: string) => setKeys(new Set(keys.has(id) ? [...keys].filter((key) => key !== id) : [...keys, id]));
  const chosen = pages.items.filter(({ id }) => keys.has(id));
  return (
    <>
      <ProviderLine connection={connection} asOf={pages.first?.asOf ?? null} formats={formats} />
      <div className={classes.bar}>
        <div className={classes.search}>
          <SearchBox
            ref={box}
            label="Search name, phone, e-mail or id"
            value={search}
            onSearch={(next) => go({ q: next || undefined }, { isReplaced: true })}
          />
        </div>
        <NativeSelect
          size="xs"
          aria-label="Which clients"
          value={filter}
          data={Object.entries(filterWords).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => go({ show: value === "all" ? undefined : value })}
        />
        {pages.first && (
          <p className={classes.total} role="status">
            {pages.first.total === 1 ? "1 client" : `${formatNumber(pages.first.total, formats)} clients`}
          </p>
        )}
      </div>
      {pages.items.length > 0 && (
        <MapBar
          chosen={chosen}
          shown={pages.items.length}
          mapping={mapping}
          onAll={() => setKeys(new Set(pages.items.map(({ id }) => id)))}
          onClear={() => setKeys(new Set())}
        />
      )}
      <div className={classes.card}>
        <ClientTable
          pages={pages}
          keys={keys}
          formats={formats}
          ofConnection={ofConnection}
          mapping={mapping}
          onToggle={toggle}
          empty={<NoClients isNarrowed={isNarrowed} onAll={() => go({ q: undefined, show: undefined })} />}
        />
      </div>
    </>
  );
}

type TableProps = Pick<Parameters<typeof RecordTable<ProviderClient>>[0], "pages" | "empty"> & {
  keys: ReadonlySet<string>;
  onToggle: (id: string) => void;
  formats: FormatChoices;
  ofConnection: { tenantId: string; connection: string };
  mapping: ClientMapping;
};

function ClientTable({ pages, empty, keys, onToggle, formats, ofConnection, mapping }: TableProps) {
  const now = useNow();
  const ago = (at: string) => <span title={formatInstant(at, formats)}>{formatAge(now - Date.parse(at))} ago</span>;
  return (
    <RecordTable<ProviderClient>
      name="Clients"
      tableFrom={1360}
      pages={pages}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          label: "Choose",
          cell: ({ id, name }) => (
            <Checkbox size="sm" aria-label={`Choose ${name}`} checked={keys.has(id)} onChange={() => onToggle(id)} />
          ),
        },
        { label: "Client", cell: (client) => <ClientName client={client} ofConnection={ofConnection} /> },
        { label: "Contact", cell: (client) => <ClientContact client={client} ofConnection={ofConnection} /> },
        { label: "Tenant", cell: (client) => <ClientTenant client={client} mapping={mapping} /> },
        {
          label: "Public link",
          cell: (client) => <ClientLinks client={client} formats={formats} tenantId={ofConnection.tenantId} />,
        },
        { label: "Tasks, 7 days", isNumeric: true, cell: ({ tasks7Days }) => formatNumber(tasks7Days, formats) },
        { label: "Tasks, 30 days", isNumeric: true, cell: ({ tasks30Days }) => formatNumber(tasks30Days, formats) },
        { label: "Last task", cell: ({ lastTaskAt }) => (lastTaskAt ? ago(lastTaskAt) : "None in 90 days") },
        { label: "First seen", cell: ({ firstSeenAt }) => ago(firstSeenAt) },
        { label: "Last synced", cell: ({ seenAt }) => ago(seenAt) },
      ]}
    />
  );
}

function ClientName({ client, ofConnection }: { client: ProviderClient } & Pick<TableProps, "ofConnection">) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <strong className={classes.name}>{client.name}</strong>
      <span className={classes.id}>{client.id}</span>
      {listMarks(client).map((mark) => (
        <span key={mark} className={classes.mark}>
          {mark}
        </span>
      ))}
      <Button
        className={classes.history}
        variant="subtle"
        size="compact-xs"
        aria-label={`History of ${client.name}`}
        onClick={() => setIsOpen(true)}
      >
        History
      </Button>
      {isOpen && (
        <Suspense>
          <ClientHistory client={client} ofConnection={ofConnection} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function ClientTenant({ client, mapping }: { client: ProviderClient; mapping: ClientMapping }) {
  const { data } = useQuery(read("listTenants", { limit: 100 }));
  if (client.mappedTenant) return client.mappedTenant.name;
  const suggested = suggestTenant(client, data?.items ?? []);
  return (
    <>
      <span className={classes.quiet}>None</span>
      {suggested && (
        <Button
          className={classes.suggested}
          variant="default"
          size="compact-xs"
          disabled={mapping.isPending}
          aria-label={`Map ${client.name} to ${suggested.name}`}
          onClick={() => mapping.map([client], suggested.id)}
        >
          Map to {suggested.name}
        </Button>
      )}
    </>
  );
}

function NoClients({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  if (!isNarrowed) {
    return (
      <EmptyState
        title="No client is known yet"
        message="They are listed with the first sync of the connection that comes to its end."
        actions={null}
      />
    );
  }
  return (
    <EmptyState
      title="No client matches"
      message="Other clients are there, but none with this name, phone or id under this filter."
      actions={
        <Button variant="default" onClick={onAll}>
          Show all
        </Button>
      }
    />
  );
}
