import type { EntityDescription, EntityRow } from "@console/contracts";
import { useState } from "react";
import { FirstKey } from "../../blocks/keys/first-key.tsx";
import { useNewKey } from "../../blocks/keys/use-new-key.ts";
import { NewResource } from "../../blocks/resource-page/new-resource.tsx";
import { useResourceAddress } from "../../blocks/resource-page/resource-address.ts";
import { IssuedSecret } from "./issued-secret.tsx";
import { issueSecret, secretOwner, toWebhook, type Webhook } from "./webhook.ts";

/** Creates a webhook with its secret, which is shown once. */
export function NewWebhook({ description }: { description: EntityDescription }) {
  const { go } = useResourceAddress();
  const [made, setMade] = useState<Webhook | null>(null);
  const newKey = useNewKey(issueSecret);
  const end = (row: EntityRow | null) => {
    if (!row) return go({ do: undefined });
    const webhook = toWebhook(row);
    setMade(webhook);
    newKey.mutate({ id: webhook.id, overlapHours: 0 });
  };
  const leave = () => go({ do: undefined, row: made?.id, tab: "signature" });
  return (
    <>
      <NewResource description={description} onEnd={end} />
      {made && (
        <FirstKey
          owner={secretOwner(made)}
          newKey={newKey}
          show={(issued) => <IssuedSecret webhook={made} issued={issued} onClose={leave} />}
          onClose={leave}
        />
      )}
    </>
  );
}
