import type { SourceName } from "@console/contracts";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { mergeSourceSearch, useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { sourceWords } from "../source-words.ts";
import { ImportDraft } from "./import-draft.tsx";
import classes from "./import-page.module.css";
import { ImportUpload } from "./import-upload.tsx";

/** Takes a file in, step by step: choose it, look at what it would become, start it, and follow it to its end. */
export function ImportPage({ source }: { source: SourceName }) {
  const { query, go } = useSourceAddress();
  const { import: run, tenant, connection } = query;
  const isChosen = run !== undefined && tenant !== undefined;
  return (
    <section className={classes.page} aria-labelledby="import-title">
      <Link to="." search={mergeSourceSearch({ do: undefined, import: undefined })} className={classes.back}>
        <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
        Back to the connections
      </Link>
      <h2 id="import-title" className={classes.title}>
        Import a file from {sourceWords[source]}
      </h2>
      {isChosen ? (
        <ImportDraft key={run} tenantId={tenant} run={run} />
      ) : (
        <ImportUpload
          source={source}
          firstTenant={tenant ?? ""}
          firstConnection={connection ?? ""}
          onDraft={(draft) => go({ import: draft.run.id, tenant: draft.tenantId, connection: draft.connection })}
        />
      )}
    </section>
  );
}
