import "@mantine/core/styles/Input.css";
import type { ConnectionDetail, SourceDocument } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import { Button, NativeSelect } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useRef } from "react";
import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { SearchBox } from "../../../blocks/data-table/search-box.tsx";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { StaleNote } from "../../../blocks/states/stale-note.tsx";
import { DocumentTypes } from "./document-types.tsx";
import classes from "./documents.module.css";
import { TypeName } from "./type-name.tsx";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId">; formats: FormatChoices };

const stateWords = { taken: "Imported", rejected: "Rejected" } as const;
type State = keyof typeof stateWords;

/** Every document of a connection once: taken in, or rejected with the reason. */
export function DocumentList({ connection, formats }: Props) {
  const { id, tenantId } = connection;
  const { query, go } = useSourceAddress();
  const box = useRef<HTMLInputElement>(null);
  const { find: search = "", docs: stated } = query;
  const state = stated !== undefined && Object.hasOwn(stateWords, stated) ? (stated as State) : undefined;
  const input = { tenantId, connection: id, ...(state && { state }), ...(search && { search }) };
  const pages = usePages("listSourceDocuments", { ...input, limit: 25 });
  const isNarrowed = search !== "" || state !== undefined;
  const showAll = () => go({ docs: undefined, find: undefined }, { isReplaced: true });
  return (
    <>
      <DocumentTypes connection={connection} formats={formats} />
      <div className={classes.bar}>
        <div className={classes.search}>
          <SearchBox
            ref={box}
            label="Search documents by name"
            value={search}
            onSearch={(name) => go({ find: name || undefined }, { isReplaced: true })}
          />
        </div>
        <NativeSelect
          size="xs"
          aria-label="State of documents"
          value={state ?? ""}
          data={[
            { value: "", label: "All documents" },
            ...Object.entries(stateWords).map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ currentTarget }) => go({ docs: currentTarget.value || undefined }, { isReplaced: true })}
        />
      </div>
      <RecordTable<SourceDocument>
        name="Documents"
        pages={pages}
        rowKey={(row) => row.id}
        empty={
          isNarrowed ? (
            <p className={classes.quiet}>
              No document has this name and state.{" "}
              <Button size="compact-sm" variant="default" onClick={showAll}>
                Show all
              </Button>
            </p>
          ) : (
            <p className={classes.quiet}>No document has come through this connection yet.</p>
          )
        }
        columns={[
          { label: "Document", cell: ({ name }) => <span className={classes.name}>{name}</span> },
          { label: "Type", cell: ({ type }) => <TypeName type={type} /> },
          { label: "State", cell: (document) => <DocumentState document={document} /> },
          { label: "When", cell: ({ at }) => <span className={classes.when}>{formatInstant(at, formats)}</span> },
        ]}
      />
      {pages.error && pages.items.length > 0 && (
        <StaleNote isFetching={pages.isLoadingMore} onRetry={pages.retry}>
          The documents could not be refreshed. These were loaded before.
        </StaleNote>
      )}
    </>
  );
}

function DocumentState({ document: { state, rejection, hasOlder } }: { document: SourceDocument }) {
  const Mark = state === "taken" ? IconCircleCheck : IconCircleX;
  return (
    <>
      <span className={classes.mark} data-state={state}>
        <Mark size={16} stroke={1.75} aria-hidden="true" />
        {stateWords[state]}
      </span>
      {rejection && (
        <>
          <span className={classes.reason}>{rejection.reason}</span>
          <span className={classes.under}>
            {rejection.fileName ? `${rejection.fileName}, ${rejection.place}` : rejection.place}
            {hasOlder && ". An older version is stored."}
          </span>
        </>
      )}
    </>
  );
}
