import type { SourceName } from "@console/contracts";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { backToList, mergeSourceSearch, useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { sourceWords } from "../source-words.ts";
import { ImportDraft } from "./import-draft.tsx";
import classes from "./import-page.module.css";
import { ImportUpload } from "./import-upload.tsx";
import { LoadList } from "./load-list.tsx";

type Props = {
  source: SourceName;
  /** The tenant of someone who imports for their own; others choose one. */
  ownTenant?: string;
};

/** Takes a file in, step by step: choose it, look at what it would become, start it, and follow it to its end. */
export function ImportPage({ source, ownTenant }: Props) {
  const { query, go } = useSourceAddress();
  const { import: run, connection } = query;
  const tenant = ownTenant ?? query.tenant;
  const formats = useFormats();
  const isChosen = run !== undefined && tenant !== undefined;
  return (
    <section className={classes.page} aria-labelledby="import-title">
      <Link
        to="."
        search={mergeSourceSearch({ ...(ownTenant && backToList), do: undefined, import: undefined })}
        className={classes.back}
      >
        <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
        {ownTenant ? "Back to the sources" : "Back to the connections"}
      </Link>
      <h2 id="import-title" className={classes.title}>
        {ownTenant ? "Import a file" : `Import a file from ${sourceWords[source]}`}
      </h2>
      {isChosen ? (
        <ImportDraft key={run} tenantId={tenant} run={run} />
      ) : (
        <>
          <ImportUpload
            source={source}
            firstTenant={tenant ?? ""}
            firstConnection={connection ?? ""}
            onSource={ownTenant ? (next) => go({ source: next, connection: undefined }) : undefined}
            onDraft={({ run: sent, tenantId, connection: target }) =>
              go({ import: sent.id, connection: target, ...(ownTenant ? { source } : { tenant: tenantId }) })
            }
          />
          {tenant !== undefined && <LoadList tenantId={tenant} isOwn={ownTenant !== undefined} formats={formats} />}
        </>
      )}
    </section>
  );
}
