import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { ConnectTab } from "./connect-tab.tsx";
import { NewServiceAccount } from "./new-service-account.tsx";
import { toServiceAccount } from "./service-account.ts";

/** The programs that may look after accounts: what each may do, its keys, and how it connects. */
export function ServiceAccountsPage() {
  return (
    <ResourcePage
      entity="service-accounts"
      create={(description) => <NewServiceAccount description={description} />}
      tabs={(row) => {
        const account = toServiceAccount(row);
        return [{ name: "connect", label: "Connect", content: () => <ConnectTab account={account} /> }];
      }}
    />
  );
}
