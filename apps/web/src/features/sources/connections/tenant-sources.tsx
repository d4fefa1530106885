import type { ConnectionSummary, SourceName } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button, NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { StateMark } from "../../../blocks/connection/state-mark.tsx";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { useFormats } from "../../../lib/use-formats.ts";
import { OwnFields } from "../mapping/own-fields.tsx";
import { kindWords, scheduleWords } from "../source-words.ts";
import { ConnectionForm } from "./form/connection-form.tsx";
import classes from "./tenant-sources.module.css";

const everyMs = 30_000;
const names: Record<SourceName, string> = {
  tookan: "Tookan",
  warehouse: "Warehouse",
  genesis: "Genesis",
  docman: "Docman",
};
const pages = {
  tookan: "/admin/sources/tookan/monitor",
  warehouse: "/admin/sources/warehouse/management",
  genesis: "/admin/sources/genesis/management",
  docman: "/admin/sources/docman/management",
} as const satisfies Record<SourceName, string>;

type Props = {
  tenant: { id: string; name: string };
  /** The source that tenants of this kind usually have. */
  usual: SourceName | null;
  isConnecting: boolean;
  onConnecting: (isConnecting: boolean) => void;
};

/** The connections of one tenant with how they stand, and a way to add one with a live sample of its rows. */
export function TenantSources({ tenant, usual, isConnecting, onConnecting }: Props) {
  const formats = useFormats();
  const list = usePages("listConnections", { tenant: tenant.id }, everyMs);
  if (isConnecting) return <Connect tenant={tenant} usual={usual} onDone={() => onConnecting(false)} />;
  const connect = (
    <Button
      size="xs"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      className={classes.connect}
      onClick={() => onConnecting(true)}
    >
      Connect a source
    </Button>
  );
  return (
    <div className={classes.sources}>
      {list.items.length > 0 && connect}
      <RecordTable
        name="Connections"
        columns={[
          { label: "Name", cell: (one) => <PageLink connection={one} /> },
          { label: "Source", cell: ({ source }) => names[source] },
          { label: "Type", cell: ({ kind }) => kindWords[kind] },
          { label: "State", cell: ({ state }) => <StateMark state={state} /> },
          { label: "Schedule", cell: ({ intervalMinutes }) => scheduleWords(intervalMinutes) },
          {
            label: "Last data",
            cell: ({ lastLoadedAt }) => (lastLoadedAt ? formatInstant(lastLoadedAt, formats) : "Never"),
          },
        ]}
        rowKey={({ id }) => id}
        pages={list}
        empty={
          <EmptyState
            title="No source is connected"
            message="Without a source there are no figures. Choose where the data is and preview a sample before anything is stored."
            actions={connect}
          />
        }
      />
      <OwnFields tenantId={tenant.id} />
    </div>
  );
}

function PageLink({ connection: { id, name, source, tenantId } }: { connection: ConnectionSummary }) {
  return (
    <Link to={pages[source]} search={{ connection: id, tenant: tenantId }}>
      {name}
    </Link>
  );
}

function Connect({ tenant, usual, onDone }: Pick<Props, "tenant" | "usual"> & { onDone: () => void }) {
  const [source, setSource] = useState<SourceName | null>(usual);
  return (
    <div className={classes.sources}>
      <div className={classes.choice}>
        <NativeSelect
          label="Source"
          value={source ?? ""}
          data={[
            ...(source ? [] : [{ value: "", label: "Choose one" }]),
            ...Object.entries(names).map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ currentTarget }) => setSource(currentTarget.value as SourceName)}
        />
        {!source && (
          <Button variant="default" onClick={onDone}>
            Later
          </Button>
        )}
      </div>
      {source && <ConnectionForm key={source} source={source} stored={null} tenant={tenant} onDone={onDone} />}
    </div>
  );
}
