import type { EntityDescription, EntityRow } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { useState } from "react";
import detail from "../../blocks/detail/detail.module.css";
import { FirstKey } from "../../blocks/keys/first-key.tsx";
import { useNewKey } from "../../blocks/keys/use-new-key.ts";
import type { FormValues } from "../../blocks/resource-form/form-values.ts";
import { NewResource } from "../../blocks/resource-page/new-resource.tsx";
import { useAddress } from "../../lib/use-address.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { IssuedKey } from "./issued-key.tsx";
import { hasKey, issueLinkKey, keyOwner, type Link, toLink } from "./link.ts";
import { readLinkSearch } from "./link-search.ts";

/** Makes a link; one that is opened with a key gets its first key at once, which is shown once. */
export function NewLink({ description }: { description: EntityDescription }) {
  const { query, go } = useAddress(readLinkSearch);
  const [made, setMade] = useState<Link | null>(null);
  const [presetValues] = useState(() => beginsWith(query.tenant, query.client));
  const newKey = useNewKey(issueLinkKey);
  const leave = (id?: string) =>
    go({ do: undefined, tenant: undefined, client: undefined, ...(id && { row: id, tab: "address" }) });
  const end = (row: EntityRow | null) => {
    const link = row && toLink(row);
    if (!link || !hasKey(link)) return leave(link?.id);
    setMade(link);
    newKey.mutate({ id: link.id, overlapHours: 0 });
  };
  return (
    <>
      <NewResource
        description={description}
        presetValues={presetValues}
        remark={(values) => values.kind === "open" && <OpenWarning values={values} />}
        onEnd={end}
      />
      {made && (
        <FirstKey
          owner={keyOwner(made)}
          newKey={newKey}
          show={(issued) => <IssuedKey link={made} issued={issued} onClose={() => leave(made.id)} />}
          onClose={() => leave(made.id)}
        />
      )}
    </>
  );
}

function beginsWith(tenantId: string | undefined, client: string | undefined): FormValues {
  return { ...(tenantId && { tenantId }), ...(client && { client }) };
}

function OpenWarning({ values }: { values: FormValues }) {
  const formats = useFormats();
  const until = typeof values.expiresAt === "string" ? formatInstant(values.expiresAt, formats) : "it expires";
  return (
    <p className={detail.danger} role="alert">
      Anyone who guesses the number sees this report until {until}. Numbers follow one another, so they are easily
      guessed. Choose a key in the address where you can.
    </p>
  );
}
