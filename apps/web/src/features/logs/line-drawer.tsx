import { addLogTerm, type LogLine, type LogTerm } from "@console/contracts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { shownColumns } from "../../blocks/data-table/arrange-columns.ts";
import type { TableLayout } from "../../blocks/data-table/table-shape.ts";
import { RelatedTable } from "../../blocks/row-drawer/related-table.tsx";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { copyText } from "../../lib/copy-text.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { formatLineTime, labelForPart, levelWords, lineColumns, toLineRow } from "./line-columns.ts";
import classes from "./logs.module.css";

type Props = {
  id: string;
  query: string;
  layout: TableLayout;
  onQuery: (next: string) => void;
  onRequest: (request: string) => void;
  onClose: () => void;
};

/** One line: its fields, its details, and the lines around it. */
export function LineDrawer({ id, onClose, ...actions }: Props) {
  const { data, error, refetch } = useQuery({
    ...read("getLogContext", { line: id }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <SideDrawer title="Log line" closeLabel="Close the log line" width={820} onClose={onClose}>
      {error && (
        <ReadProblem heading="h3" title="The line could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton label="Loading the line" lines={[80, 60, 90, 70]} />}
      {data && <OpenLine line={data.line} around={data.items} {...actions} />}
    </SideDrawer>
  );
}

type OpenProps = Omit<Props, "id" | "onClose"> & { line: LogLine; around: readonly LogLine[] };

function OpenLine({ line, around, query, layout, onQuery, onRequest }: OpenProps) {
  const formats = useFormats();
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async (text: string, words: string) =>
    setCopied((await copyText(text)) ? words : "Copying is not allowed here. Select the text instead.");
  const filter = (term: LogTerm) => onQuery(addLogTerm(query, term));
  const { requestId } = line;

  return (
    <div className={classes.open}>
      <p className={classes.openMessage}>{line.message}</p>
      <div className={classes.openActions}>
        {requestId && (
          <Button size="compact-sm" onClick={() => onRequest(requestId)}>
            Request timeline
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={() => void copy(location.href, "Link copied")}>
          Copy link
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void copy(JSON.stringify(line, null, 2), "Line copied")}
        >
          Copy as JSON
        </Button>
        <span role="status">{copied}</span>
      </div>
      <dl className={classes.fields}>
        {listFields(line, formatLineTime(line.at, formats)).map(({ label, text, term }) => (
          <div key={label} className={classes.field}>
            <dt>{label}</dt>
            <dd>
              <span className={classes.value}>{text}</span>
              {term && (
                <span className={classes.fieldActions}>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    aria-label={`Filter for ${label} ${text}`}
                    onClick={() => filter({ ...term, isExcluded: false })}
                  >
                    Filter for
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    aria-label={`Filter out ${label} ${text}`}
                    onClick={() => filter({ ...term, isExcluded: true })}
                  >
                    Filter out
                  </Button>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <section aria-label="Details">
        <h3 className={classes.subtitle}>Details</h3>
        {line.details === null ? (
          <p className={classes.help}>Only superadmins see the details of log lines.</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <pre className={classes.details} tabIndex={0}>
            {JSON.stringify(line.details, null, 2)}
          </pre>
        )}
      </section>
      <RelatedTable
        related={{
          title: "Context",
          columns: shownColumns(lineColumns, layout),
          rows: around.map((one) => toLineRow(one, formats)),
          ownPlace: around.findIndex(({ id }) => id === line.id),
        }}
        view={{ currency: "USD", formats }}
      />
    </div>
  );
}

type Field = { label: string; text: string; term: Omit<LogTerm, "isExcluded"> | null };

function listFields(line: LogLine, time: string): Field[] {
  const { level, part, tenant, person, requestId, route, error } = line;
  return [
    { label: "Time", text: time, term: null },
    { label: "Level", text: levelWords[level], term: { field: "level", value: level } },
    { label: "Part", text: labelForPart(part), term: { field: "part", value: part } },
    ...(tenant ? [{ label: "Tenant", text: tenant.name, term: { field: "tenant" as const, value: tenant.id } }] : []),
    ...(person ? [{ label: "Person", text: person.name, term: { field: "person" as const, value: person.id } }] : []),
    ...(route ? [{ label: "Route or job", text: route, term: { field: "route" as const, value: route } }] : []),
    ...(requestId
      ? [{ label: "Request ID", text: requestId, term: { field: "request" as const, value: requestId } }]
      : []),
    ...(error ? [{ label: "Error group", text: error, term: { field: "error" as const, value: error } }] : []),
  ];
}
