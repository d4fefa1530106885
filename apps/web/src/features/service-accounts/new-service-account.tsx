import type { EntityDescription, EntityRow } from "@console/contracts";
import { useState } from "react";
import { FirstKey } from "../../blocks/keys/first-key.tsx";
import { useNewKey } from "../../blocks/keys/use-new-key.ts";
import { NewResource } from "../../blocks/resource-page/new-resource.tsx";
import { useResourceAddress } from "../../blocks/resource-page/resource-address.ts";
import { IssuedServiceKey } from "./issued-service-key.tsx";
import { issueServiceKey, keyOwner, type ServiceAccount, toServiceAccount } from "./service-account.ts";

/** Creates a service account with its first key, which is shown once. */
export function NewServiceAccount({ description }: { description: EntityDescription }) {
  const { go } = useResourceAddress();
  const [made, setMade] = useState<ServiceAccount | null>(null);
  const newKey = useNewKey(issueServiceKey);
  const end = (row: EntityRow | null) => {
    if (!row) return go({ do: undefined });
    const account = toServiceAccount(row);
    setMade(account);
    newKey.mutate({ id: account.id, overlapHours: 0 });
  };
  const leave = () => go({ do: undefined, row: made?.id, tab: "connect" });
  return (
    <>
      <NewResource description={description} onEnd={end} />
      {made && (
        <FirstKey
          owner={keyOwner(made)}
          newKey={newKey}
          show={(issued) => <IssuedServiceKey account={made} issued={issued} onClose={leave} />}
          onClose={leave}
        />
      )}
    </>
  );
}
