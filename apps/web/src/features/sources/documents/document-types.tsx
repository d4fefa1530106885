import type { ConnectionDetail, RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { StaleNote } from "../../../blocks/states/stale-note.tsx";
import { read, useWrite } from "../../../lib/queries.ts";
import classes from "./documents.module.css";
import { TypeName } from "./type-name.tsx";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId">; formats: FormatChoices };
/** More of them are folded, and all of them on a phone, so that the documents stay near. */
const shownTypes = 8;
type Type = RouteOutput<Routes["listDocumentTypes"]>["items"][number];

/** How many documents of each type there are with the last of each, and the way to try rejected ones again. */
export function DocumentTypes({ connection: { id, tenantId }, formats }: Props) {
  const { go } = useSourceAddress();
  const types = useQuery(read("listDocumentTypes", { tenantId, connection: id }));
  const { data, error, isFetching, refetch } = types;
  const replay = useWrite("replayRejects");
  const rejected = data?.rejected ?? 0;
  const isNarrow = useMediaQuery("(max-width: 767px)", false, { getInitialValueInEffect: false });
  return (
    <section aria-label="Types of documents" className={classes.types}>
      {rejected > 0 && (
        <div className={classes.bar}>
          <p className={classes.quiet}>
            {rejected === 1 ? "1 document was" : `${formatNumber(rejected, formats)} documents were`} rejected and not
            imported since.
          </p>
          <Button
            size="xs"
            className={classes.retry}
            loading={replay.isPending}
            onClick={() => replay.mutate({ tenantId, connection: id }, { onSuccess: () => go({ tab: "runs" }) })}
          >
            Retry failed
          </Button>
        </div>
      )}
      {replay.error && (
        <p role="alert" className={classes.problem}>
          {replay.error.message}
        </p>
      )}
      {data && data.items.length > 0 ? (
        <details open={!isNarrow && data.items.length <= shownTypes}>
          <summary>{countWords(data.items, formats)}</summary>
          <TypeTable items={data.items} types={types} formats={formats} />
        </details>
      ) : (
        <TypeTable items={data?.items} types={types} formats={formats} />
      )}
      {data && error && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          The types could not be refreshed. These are the previous results.
        </StaleNote>
      )}
    </section>
  );
}

function countWords(types: readonly Type[], formats: FormatChoices): string {
  const documents = types.reduce((sum, type) => sum + type.documents, 0);
  const words = (count: number, noun: string) => `${formatNumber(count, formats)} ${noun}${count === 1 ? "" : "s"}`;
  return `${words(documents, "document")} of ${words(types.filter(({ type }) => type !== null).length, "type")}`;
}

function TypeTable({
  items,
  types,
  formats,
}: {
  items: readonly Type[] | undefined;
  types: Parameters<typeof wholeList>[1];
  formats: FormatChoices;
}) {
  return (
    <RecordTable<Type>
      name="Documents by type"
      pages={wholeList(items, types)}
      rowKey={({ type }) => type ?? ""}
      empty={null}
      columns={[
        { label: "Type", cell: ({ type }) => <TypeName type={type} /> },
        { label: "Documents", isNumeric: true, cell: ({ documents }) => formatNumber(documents, formats) },
        { label: "Last document", cell: ({ lastName }) => lastName },
        {
          label: "Imported",
          cell: ({ lastAt }) => <span className={classes.when}>{formatInstant(lastAt, formats)}</span>,
        },
      ]}
    />
  );
}
