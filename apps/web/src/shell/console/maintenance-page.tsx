import type { Maintenance } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { signOut } from "../../lib/auth/session.ts";
import { refreshConfig } from "../../lib/config.ts";
import { useFormats } from "../../lib/use-formats.ts";

/** Stands in the place of the page while the product is worked on, and goes by itself. */
export function MaintenancePage({ message, until }: Pick<Maintenance, "message" | "until">) {
  const formats = useFormats();
  return (
    <div role="status">
      <EmptyState
        heading="h1"
        title="Maintenance"
        message={until ? `${message} Planned until ${formatInstant(until, formats)}.` : message}
        actions={
          <>
            <Button onClick={() => void refreshConfig()}>Try now</Button>
            <Button variant="default" onClick={() => void signOut()}>
              Sign out
            </Button>
          </>
        }
      />
    </div>
  );
}
