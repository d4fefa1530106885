import type { ConnectionSummary } from "@console/contracts";
import { type FormatChoices, formatAge, formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { StateMark } from "../../../blocks/connection/state-mark.tsx";
import { useWrite } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";
import { useNow } from "../../../lib/use-now.ts";
import { whyNotRead } from "./client-words.ts";
import classes from "./clients-page.module.css";

type Props = { connection: ConnectionSummary; asOf: string | null; formats: FormatChoices };

const reasonId = "provider-reason";

/** How old the mirror is, and why it cannot be read anew when the provider is away. */
export function ProviderLine({ connection, asOf, formats }: Props) {
  const now = useNow();
  const sync = useWrite("startRun");
  const { id, tenantId, state } = connection;
  const reason = whyNotRead(connection);
  const start = () =>
    sync.mutate(
      { tenantId, connection: id },
      { onSuccess: () => showToast({ title: "Sync started", message: "The list updates automatically." }) },
    );
  return (
    <div className={classes.provider}>
      <StateMark state={state} />
      <p className={classes.asOf}>
        {asOf ? (
          <>
            As of {formatInstant(asOf, formats)}, {formatAge(now - Date.parse(asOf))} ago
          </>
        ) : (
          "Never synced completely"
        )}
        {" · "}
        <Link to="/admin/sources/tookan/monitor" search={{ connection: id, tenant: tenantId }}>
          Open the connection
        </Link>
      </p>
      <Button
        size="xs"
        variant="default"
        disabled={reason !== null}
        loading={sync.isPending}
        aria-describedby={reason ? reasonId : undefined}
        onClick={start}
      >
        Sync now
      </Button>
      {reason && (
        <p id={reasonId} className={classes.reason}>
          {asOf ? "These are the clients as they were then. " : ""}
          {reason}
        </p>
      )}
      {sync.error && (
        <p className={classes.failure} role="alert">
          Not started. {sync.error.message}
        </p>
      )}
    </div>
  );
}
