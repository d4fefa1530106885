import type { EntityRow } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./users.module.css";

/** Where someone is signed in; each session can be ended. */
export function SessionsTab({ row, canEnd }: { row: EntityRow; canEnd: boolean }) {
  const uid = String(row.id);
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("listUserSessions", { uid }));
  const end = useWrite("endUserSession");
  if (error && !data) {
    return (
      <ReadProblem heading="h3" title="The sessions could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ShapedSkeleton label="Loading sessions" shape="list" />;
  if (data.items.length === 0) return <p className={classes.quiet}>Not signed in anywhere.</p>;
  return (
    <ul className={classes.rows}>
      {data.items.map(({ id, device, address, signedInAt, lastUsedAt }) => (
        <li key={id}>
          <div>
            <strong>{device}</strong>
            <p className={classes.quiet}>
              {address ?? "Unknown address"} · last used {formatInstant(lastUsedAt, formats)} · signed in{" "}
              {formatInstant(signedInAt, formats)}
            </p>
          </div>
          {canEnd && (
            <Button
              variant="default"
              size="xs"
              aria-label={`End the session of ${device}, last used ${formatInstant(lastUsedAt, formats)}`}
              loading={end.isPending && end.variables.id === id}
              onClick={() =>
                end.mutate(
                  { uid, id },
                  {
                    onSuccess: () => showToast({ title: "Sessions", message: "One session ended.", type: "success" }),
                    onError: (failure) => showFailure("Sessions", failure),
                  },
                )
              }
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
