import { permissionsForRole } from "@console/contracts/permissions";
import { isPlatformRole } from "@console/contracts/roles";
import { Button } from "@mantine/core";
import { IconMailFast } from "@tabler/icons-react";
import { filterOn, useResourceAddress } from "../../blocks/resource-page/resource-address.ts";
import type { ResourceTab } from "../../blocks/resource-page/resource-detail.tsx";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { AccessTab } from "./access-tab.tsx";
import { ConversationsTab } from "./conversations-tab.tsx";
import { InvitationTab } from "./invitation-tab.tsx";
import { InvitePeople } from "./invite-people.tsx";
import { SessionsTab } from "./sessions-tab.tsx";
import { ViewAs } from "./view-as.tsx";

/** The people who use the console, as far as the reader looks after them. */
export function UsersPage() {
  const { filters, go } = useResourceAddress();
  const { role } = useAuth();
  const canView = isPlatformRole(role);
  const mayOpen = permissionsForRole(role).has("conversations.open");
  return (
    <ResourcePage
      entity="users"
      createLabel="Invite"
      create={(description) => <InvitePeople description={description} />}
      actions={
        filterOn(filters, "status") !== "invited" && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMailFast size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => go({ filter: ["status:invited"], sort: undefined })}
          >
            Pending invitations
          </Button>
        )
      }
      buttons={(row) => canView && row.status === "active" && !isPlatformRole(String(row.role)) && <ViewAs row={row} />}
      tabs={(row, { canChange }): ResourceTab[] => [
        ...(row.status === "invited" && canChange
          ? [{ name: "invitation", label: "Invitation", content: () => <InvitationTab row={row} /> }]
          : []),
        { name: "access", label: "Access", content: () => <AccessTab row={row} /> },
        ...(mayOpen && typeof row.tenantId === "string"
          ? [{ name: "conversations", label: "Conversations", content: () => <ConversationsTab row={row} /> }]
          : []),
        { name: "sessions", label: "Sessions", content: () => <SessionsTab row={row} canEnd={canChange} /> },
      ]}
    />
  );
}
