import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { DeliveriesTab } from "./deliveries-tab.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { SignatureTab } from "./signature-tab.tsx";
import { toWebhook } from "./webhook.ts";

/** The systems that are told of what happens on the platform: what each gets, whether it arrived, how it is signed. */
export function WebhooksPage() {
  return (
    <ResourcePage
      entity="webhooks"
      create={(description) => <NewWebhook description={description} />}
      tabs={(row) => {
        const webhook = toWebhook(row);
        return [
          { name: "deliveries", label: "Deliveries", content: () => <DeliveriesTab webhook={webhook} /> },
          { name: "signature", label: "Signature", content: () => <SignatureTab webhook={webhook} /> },
        ];
      }}
    />
  );
}
