import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { ImportLink, useOwnImport } from "../../../blocks/connection/import-link.tsx";
import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { useLiveTopic } from "../../../lib/live-events.ts";
import { read } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { ConnectionItem } from "./connection-item.tsx";
import classes from "./connection-list.module.css";
import { OwnConnection } from "./own-connection.tsx";

const everyMs = 30_000;

const OwnFields = lazy(async () => ({ default: (await import("../mapping/own-fields.tsx")).OwnFields }));
const OwnImport = lazy(async () => ({ default: (await import("../imports/own-import.tsx")).OwnImport }));

/** The sources of the reader's own organisation: how they are, and for those who may, the import of a file. */
export function OwnSources() {
  const { query } = useSourceAddress();
  const own = useOwnImport();
  const formats = useFormats();
  useLiveTopic("sources.changed", "sources");
  if (query.do !== "import" && query.connection !== undefined && query.import === undefined) {
    return <OwnConnection id={query.connection} formats={formats} />;
  }
  if (query.do !== "import") {
    return (
      <>
        <SourceStates />
        {own && (
          <Suspense fallback={<ShapedSkeleton label="Loading" shape="list" />}>
            <OwnFields tenantId={own.tenantId} />
          </Suspense>
        )}
      </>
    );
  }
  if (!own) {
    return (
      <EmptyState
        title="You cannot import files"
        message="A manager of your organisation can."
        actions={<Link to="/tenant/sources">See the sources</Link>}
      />
    );
  }
  return (
    <Suspense fallback={<ShapedSkeleton label="Loading" shape="form" />}>
      <OwnImport tenantId={own.tenantId} />
    </Suspense>
  );
}

/** How the sources are; they are looked after by platform admins. */
function SourceStates() {
  const formats = useFormats();
  const { data, error, refetch } = useQuery({ ...read("listOwnConnections", {}), refetchInterval: everyMs });
  if (error && !data) {
    return <ReadProblem title="The sources could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <ShapedSkeleton label="Loading sources" shape="list" />;
  if (data.items.length === 0) {
    return (
      <EmptyState
        title="No source is connected yet"
        message="Your data comes from files, or there is none yet. Ask a platform admin to connect a system."
        actions={<ImportLink />}
      />
    );
  }
  return (
    <section className={classes.page} aria-label="Sources">
      <div className={classes.bar}>
        <div className={classes.actions}>
          <ImportLink />
        </div>
      </div>
      <ul className={classes.list}>
        {data.items.map((one) => (
          <ConnectionItem key={one.id} connection={one} formats={formats} isOwn />
        ))}
      </ul>
    </section>
  );
}
