import { Button } from "@mantine/core";
import { IconClockExclamation } from "@tabler/icons-react";
import { filterOn, useResourceAddress } from "../../blocks/resource-page/resource-address.ts";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { AddressTab } from "./address-tab.tsx";
import { EmbedNotice } from "./embed-notice.tsx";
import { toLink } from "./link.ts";
import { NewLink } from "./new-link.tsx";
import { UseTab } from "./use-tab.tsx";

const dayMs = 86_400_000;

/** A whole day, so that an address means the same until tomorrow. */
const ahead = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** The ways in which reports are opened from outside: who has one, what it shows, until when. */
export function LinksPage() {
  const { filters, go } = useResourceAddress();
  const soon = `<${ahead(8)}`;
  const isSoon = filterOn(filters, "expiresAt") === soon && filterOn(filters, "status") === "active";
  return (
    <>
      <EmbedNotice />
      <ResourcePage
        entity="links"
        create={(description) => <NewLink description={description} />}
        offers={{
          expiresAt: [
            { value: soon, label: "Up to 7 days from now" },
            { value: `<${ahead(31)}`, label: "Up to 30 days from now" },
            { value: `>${ahead(31)}`, label: "Later than 30 days from now" },
            { value: "none", label: "Never" },
          ],
        }}
        actions={
          !isSoon && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconClockExclamation size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => go({ filter: ["status:active", `expiresAt:${soon}`], sort: "expiresAt" })}
            >
              Expiring in 7 days
            </Button>
          )
        }
        tabs={(row) => {
          const link = toLink(row);
          return [
            { name: "use", label: "Use", content: () => <UseTab link={link} /> },
            { name: "address", label: "Address", content: () => <AddressTab link={link} /> },
          ];
        }}
      />
    </>
  );
}
