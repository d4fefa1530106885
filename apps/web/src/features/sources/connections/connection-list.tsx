import "@mantine/core/styles/Input.css";
import type { ConnectionState, SourceName } from "@console/contracts";
import { Button, NativeSelect } from "@mantine/core";
import { IconFileImport, IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { stateWords } from "../../../blocks/connection/state-words.ts";
import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { SearchBox } from "../../../blocks/data-table/search-box.tsx";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { useFormats } from "../../../lib/use-formats.ts";
import { sourceWords } from "../source-words.ts";
import { ConnectionItem } from "./connection-item.tsx";
import classes from "./connection-list.module.css";

const everyMs = 30_000;

/** The connections of a source over all tenants, those that need someone first. */
export function ConnectionList({ source }: { source: SourceName }) {
  const { search, state, go } = useSourceAddress();
  const formats = useFormats();
  const box = useRef<HTMLInputElement>(null);
  const input = { source, ...(search && { search }), ...(state && { state }) };
  const { items, isLoading, error, retry, hasMore, more, isLoadingMore } = usePages("listConnections", input, everyMs);
  const isNarrowed = search !== "" || state !== undefined;
  const isFirst = !isLoading && !error && items.length === 0 && !isNarrowed;
  return (
    <section className={classes.page} aria-label="Connections">
      <div className={classes.bar}>
        {!isFirst && (
          <>
            <div className={classes.search}>
              <SearchBox
                ref={box}
                label="Search connections and tenants"
                value={search}
                onSearch={(text) => go({ q: text || undefined }, { isReplaced: true })}
              />
            </div>
            <NativeSelect
              size="xs"
              aria-label="State"
              value={state ?? ""}
              data={[
                { value: "", label: "All states" },
                ...Object.entries(stateWords).map(([value, label]) => ({ value, label })),
              ]}
              onChange={({ currentTarget }) =>
                go({ state: (currentTarget.value || undefined) as ConnectionState | undefined })
              }
            />
          </>
        )}
        <div className={classes.actions}>
          <ImportButton />
          {!isFirst && (
            <Button size="xs" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => go({ do: "new" })}>
              New connection
            </Button>
          )}
        </div>
      </div>
      {isLoading && <ShapedSkeleton label="Loading connections" shape="list" />}
      {error && items.length === 0 && (
        <ReadProblem title="The connections could not be loaded" error={error} onRetry={retry} />
      )}
      {isFirst && <NoConnection source={source} onNew={() => go({ do: "new" })} />}
      {!isLoading && !error && items.length === 0 && isNarrowed && (
        <EmptyState
          title="No connection matches"
          message="No connection has this name, tenant and state."
          actions={
            <Button variant="default" onClick={() => go({ q: undefined, state: undefined })}>
              Show all
            </Button>
          }
        />
      )}
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map((one) => (
            <ConnectionItem key={one.id} connection={one} formats={formats} />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="default" size="xs" loading={isLoadingMore} onClick={more}>
          Show more
        </Button>
      )}
    </section>
  );
}

function ImportButton() {
  const { go } = useSourceAddress();
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden="true" />}
      onClick={() => go({ do: "import" })}
    >
      Import file
    </Button>
  );
}

function NoConnection({ source, onNew }: { source: SourceName; onNew: () => void }) {
  const name = sourceWords[source];
  return (
    <EmptyState
      title={`No tenant is connected to ${name} yet`}
      message="Create the first connection: choose the tenant, say where its data is, and test it. A file can be imported without one."
      actions={<Button onClick={onNew}>Create the first connection</Button>}
    />
  );
}
