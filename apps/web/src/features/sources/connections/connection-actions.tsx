import type { ConnectionDetail, RouteInput, Routes } from "@console/contracts";
import { Button } from "@mantine/core";
import {
  IconCalendar,
  IconFileImport,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconRefresh,
  IconRotate,
  IconTrash,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { callApi } from "../../../lib/api.ts";
import { useWrite } from "../../../lib/queries.ts";
import { showFailure } from "../../../lib/show-failure.ts";
import classes from "./connection-actions.module.css";
import { TestOutcome } from "./test-outcome.tsx";

const SyncDays = lazy(async () => ({ default: (await import("./sync-days.tsx")).SyncDays }));
const ReadAgainQuestion = lazy(async () => ({
  default: (await import("./read-again-dialog.tsx")).ReadAgainDialog,
}));
const RemoveQuestion = lazy(async () => ({ default: (await import("./remove-dialog.tsx")).RemoveDialog }));

type TestInput = RouteInput<Routes["testConnection"]>;

const icon = { size: 16, stroke: 1.5, "aria-hidden": true } as const;

/** What can be done to a connection; what cannot be done now says why. */
export function ConnectionActions({ connection }: { connection: ConnectionDetail }) {
  const { id, tenantId, kind, state, version, running, daysRefusal } = connection;
  const { go } = useSourceAddress();
  const [asks, setAsks] = useState<"days" | "all" | "removal" | null>(null);
  const start = useWrite("startRun");
  const update = useWrite("updateConnection");
  const test = useMutation({ mutationFn: (input: TestInput) => callApi("testConnection", input) });
  const isPaused = state === "paused";
  const isRunning = running !== null;
  const failed = (error: Error) => showFailure(connection.name, error);
  const close = () => setAsks(null);
  return (
    <>
      <div className={classes.actions}>
        {kind === "file" ? (
          <Button size="xs" leftSection={<IconFileImport {...icon} />} onClick={() => go({ do: "import" })}>
            Import file
          </Button>
        ) : (
          <>
            <Button
              size="xs"
              leftSection={<IconRefresh {...icon} />}
              loading={start.isPending}
              disabled={isRunning}
              title={isRunning ? "A run is in progress." : undefined}
              onClick={() => start.mutate({ tenantId, connection: id }, { onError: failed })}
            >
              Sync now
            </Button>
            {daysRefusal === null && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconCalendar {...icon} />}
                disabled={isRunning}
                title={isRunning ? "A run is in progress." : undefined}
                onClick={() => setAsks("days")}
              >
                Sync days
              </Button>
            )}
            {kind !== "tookan" && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRotate {...icon} />}
                disabled={isRunning}
                title={isRunning ? "A run is in progress." : undefined}
                onClick={() => setAsks("all")}
              >
                Read all again
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={isPaused ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
              loading={update.isPending}
              onClick={() =>
                update.mutate({ tenantId, connection: id, version, isPaused: !isPaused }, { onError: failed })
              }
            >
              {isPaused ? "Resume" : "Pause"}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlugConnected {...icon} />}
              loading={test.isPending}
              onClick={() => test.mutate({ tenantId, connection: id }, { onError: failed })}
            >
              Test
            </Button>
          </>
        )}
        <Button size="xs" variant="default" leftSection={<IconPencil {...icon} />} onClick={() => go({ do: "edit" })}>
          Edit
        </Button>
        <Button
          size="xs"
          variant="default"
          className={classes.remove}
          leftSection={<IconTrash {...icon} />}
          onClick={() => setAsks("removal")}
        >
          Remove
        </Button>
      </div>
      {test.data && <TestOutcome outcome={test.data} />}
      <Suspense>
        {asks === "days" && <SyncDays connection={connection} onClose={close} />}
        {asks === "all" && <ReadAgainQuestion connection={connection} onClose={close} />}
        {asks === "removal" && <RemoveQuestion connection={connection} onClose={close} />}
      </Suspense>
    </>
  );
}
