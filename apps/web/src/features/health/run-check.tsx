import { Button } from "@mantine/core";
import { useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";

/** Runs a check now and tells what became of it. */
export function RunCheck({ name, label }: { name: string; label: string }) {
  const run = useWrite("runHealthCheck");
  const start = () =>
    run.mutate(
      { check: name },
      {
        onSuccess: ({ isRun }) =>
          showToast({
            title: label,
            message: isRun ? "The check has run." : "The check is already running.",
            type: isRun ? "success" : "info",
          }),
        onError: (error) => showToast({ title: label, message: error.message, type: "error" }),
      },
    );
  return (
    <Button variant="default" size="compact-sm" loading={run.isPending} onClick={start} aria-label={`Run ${label} now`}>
      Run now
    </Button>
  );
}
