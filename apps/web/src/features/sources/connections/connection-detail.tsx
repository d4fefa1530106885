import "@mantine/core/styles/Tabs.css";
import type { ConnectionDetail as Connection, SourceName } from "@console/contracts";
import { type FormatChoices, formatAge, formatInstant, formatNumber } from "@console/figures/format";
import { Tabs } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { StateMark } from "../../../blocks/connection/state-mark.tsx";
import { backToList, mergeSourceSearch, useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import detail from "../../../blocks/detail/detail.module.css";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { useNow } from "../../../lib/use-now.ts";
import { sortChecks } from "../checks/check-words.ts";
import { QualityPanel } from "../checks/quality-panel.tsx";
import { WarehouseList } from "../checks/warehouse-list.tsx";
import { DocumentList } from "../documents/document-list.tsx";
import { UnmappedList } from "../mapping/unmapped-list.tsx";
import { adviceOn, kindWords, nextRunWords, scheduleWords } from "../source-words.ts";
import { ChangeList } from "./change-list.tsx";
import { ConnectionActions } from "./connection-actions.tsx";
import classes from "./connection-detail.module.css";
import { ReconciliationList } from "./reconciliation-list.tsx";
import { RejectList } from "./reject-list.tsx";
import { RunList } from "./run-list.tsx";
import { RunProgress } from "./run-progress.tsx";

type Props = { tenantId: string; id: string; extra?: ((connection: Connection) => ReactNode) | undefined };

const everyMs = 30_000;

/** One connection: how it stands, what can be done to it, and what has happened to it. */
export function ConnectionDetail({ tenantId, id, extra }: Props) {
  const { data, error, refetch } = useQuery({
    ...read("getConnection", { tenantId, connection: id }),
    refetchInterval: everyMs,
  });
  return (
    <div className={classes.page}>
      <Link to="." search={mergeSourceSearch(backToList)} className={detail.back}>
        <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
        All connections
      </Link>
      {!data && !error && <ShapedSkeleton label="Loading the connection" shape="detail" />}
      {!data && error && (
        <ReadProblem title="The connection could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data && <Opened connection={data} extra={extra} />}
    </div>
  );
}

function Opened({ connection, extra }: { connection: Connection; extra: Props["extra"] }) {
  const formats = useFormats();
  const { name, tenantName, kind, state, problem, intervalMinutes, running } = connection;
  return (
    <>
      <section className={detail.card} aria-labelledby="connection-name">
        <div className={detail.head}>
          <div>
            <h2 id="connection-name" className={detail.name}>
              {name}
            </h2>
            <p className={detail.quiet}>
              {tenantName} · {kindWords[kind]}
              {kind !== "file" && ` · ${scheduleWords(intervalMinutes).toLowerCase()}`}
            </p>
          </div>
          <StateMark state={state} />
        </div>
        {problem && (
          <p className={classes.problem} data-kind={problem.kind} role="alert">
            <strong>{problem.message}</strong> {adviceOn(connection)}
          </p>
        )}
        <Facts connection={connection} formats={formats} />
        <ConnectionActions connection={connection} />
        {running && <RunProgress run={running} tenantId={connection.tenantId} formats={formats} />}
      </section>
      {extra?.(connection)}
      <ConnectionTabs connection={connection} formats={formats} />
    </>
  );
}

function Facts({ connection, formats }: { connection: Connection; formats: FormatChoices }) {
  const now = useNow();
  const { lastLoadedAt, lastSuccessAt, lastEventAt, rowsToday, kind } = connection;
  const ago = (at: string | null) => (at ? `${formatAge(now - Date.parse(at))} ago` : "Never");
  const facts: [string, string, (string | undefined)?][] = [
    ["Last record loaded", ago(lastLoadedAt), lastLoadedAt ? formatInstant(lastLoadedAt, formats) : undefined],
    ["Last success", ago(lastSuccessAt), lastSuccessAt ? formatInstant(lastSuccessAt, formats) : undefined],
    ["Next run", nextRunWords(connection, now, formats)],
    ["Rows in 24 hours", formatNumber(rowsToday, formats)],
  ];
  if (kind === "tookan") {
    facts.push(["Last webhook", ago(lastEventAt), lastEventAt ? formatInstant(lastEventAt, formats) : undefined]);
  }
  return (
    <dl className={detail.facts}>
      {facts.map(([label, value, title]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd title={title}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const tabs = ["runs", "rejects", "values", "days", "changes"] as const;
/** What a source has beside them. */
const ownTabs: Record<SourceName, readonly string[]> = {
  tookan: [],
  warehouse: ["warehouses", "quality"],
  genesis: ["quality"],
  docman: ["documents", "quality"],
};

function ConnectionTabs({ connection, formats }: { connection: Connection; formats: FormatChoices }) {
  const { query, go } = useSourceAddress();
  const own = ownTabs[connection.source];
  const tab = [...tabs, ...own].find((one) => one === query.tab) ?? "runs";
  const checks = useQuery({
    ...read("listSourceChecks", { tenantId: connection.tenantId, connection: connection.id }),
    enabled: own.includes("quality"),
  });
  const count = (number: number) =>
    number > 0 ? <span className={classes.count}>{formatNumber(number, formats)}</span> : null;
  const shared = { connection, formats };
  return (
    <Tabs
      value={tab}
      onChange={(next) => go({ tab: next ?? undefined, run: undefined, check: undefined }, { isReplaced: true })}
      keepMounted={false}
      className={detail.tabs}
    >
      <Tabs.List className={detail.tabList}>
        <Tabs.Tab value="runs">Runs</Tabs.Tab>
        {own.includes("warehouses") && <Tabs.Tab value="warehouses">Warehouses</Tabs.Tab>}
        {own.includes("documents") && <Tabs.Tab value="documents">Documents</Tabs.Tab>}
        {own.includes("quality") && (
          <Tabs.Tab value="quality" rightSection={count(sortChecks(checks.data?.items ?? []).failed.length)}>
            Quality
          </Tabs.Tab>
        )}
        <Tabs.Tab value="rejects" rightSection={count(connection.openRejects)}>
          Rejected rows
        </Tabs.Tab>
        <Tabs.Tab value="values" rightSection={count(connection.unmappedValues)}>
          Unmapped values
        </Tabs.Tab>
        <Tabs.Tab value="days">Reconciliation</Tabs.Tab>
        <Tabs.Tab value="changes">Changes</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="runs" className={detail.panel}>
        <RunList {...shared} />
      </Tabs.Panel>
      {own.includes("warehouses") && (
        <Tabs.Panel value="warehouses" className={detail.panel}>
          <WarehouseList {...shared} />
        </Tabs.Panel>
      )}
      {own.includes("documents") && (
        <Tabs.Panel value="documents" className={detail.panel}>
          <DocumentList {...shared} />
        </Tabs.Panel>
      )}
      {own.includes("quality") && (
        <Tabs.Panel value="quality" className={detail.panel}>
          <QualityPanel {...shared} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="rejects" className={detail.panel}>
        <RejectList {...shared} />
      </Tabs.Panel>
      <Tabs.Panel value="values" className={detail.panel}>
        <UnmappedList {...shared} />
      </Tabs.Panel>
      <Tabs.Panel value="days" className={detail.panel}>
        <ReconciliationList {...shared} />
      </Tabs.Panel>
      <Tabs.Panel value="changes" className={detail.panel}>
        <ChangeList {...shared} />
      </Tabs.Panel>
    </Tabs>
  );
}
