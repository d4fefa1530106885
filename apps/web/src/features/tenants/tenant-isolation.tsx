import type { IsolationProbe } from "@console/contracts";
import { formatInstant, formatNumber, ownFormats } from "@console/figures/format";
import { Button } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconShieldCheck } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { ApiError, callApi } from "../../lib/api.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import classes from "./tenant-tabs.module.css";

/** Tries to reach a tenant's rows as somebody of another tenant would, and shows what came of it, door by door. */
export function TenantIsolation({ tenantId }: { tenantId: string }) {
  const formats = useAuth().user ?? ownFormats;
  const test = useMutation({ mutationFn: () => callApi("testIsolation", { tenantId }) });
  const { data, error, isPending } = test;
  const failed = data?.probes.filter(({ isPassed }) => !isPassed) ?? [];
  const passed = data?.probes.filter(({ isPassed }) => isPassed) ?? [];
  return (
    <div className={classes.tab}>
      <p className={classes.words}>
        Plays a stranger who knows real ids of this tenant: at every endpoint that managers read from, and at every
        table. Nothing that is tried is kept; the test itself is noted.
      </p>
      <Button
        size="xs"
        className={classes.start}
        leftSection={<IconShieldCheck size={16} stroke={1.5} aria-hidden="true" />}
        loading={isPending}
        onClick={() => test.mutate()}
      >
        {data ? "Test again" : "Test the isolation"}
      </Button>
      {isPending && <Skeleton label="Trying every endpoint and table" lines={[60, 100, 100]} />}
      {error && (
        <p role="alert" className={classes.problem}>
          The test could not be made. {error.message}
          {error instanceof ApiError && error.requestId && ` Request id: ${error.requestId}`}
        </p>
      )}
      {data && !isPending && (
        <>
          <p role="status" className={failed.length > 0 ? classes.problem : classes.good}>
            {failed.length > 0
              ? `${formatNumber(failed.length, formats)} of ${formatNumber(data.probes.length, formats)} doors let a stranger in.`
              : `All ${formatNumber(data.probes.length, formats)} doors hold.`}{" "}
            Tried with {formatNumber(data.ids, formats)} ids at {formatInstant(data.at, formats)}.
          </p>
          <Probes probes={[...failed, ...passed]} />
        </>
      )}
    </div>
  );
}

function Probes({ probes }: { probes: readonly IsolationProbe[] }) {
  return (
    <table className={classes.table} aria-label="What was tried">
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">Door</th>
          <th scope="col">Tries</th>
          <th scope="col">What a stranger sees</th>
        </tr>
      </thead>
      <tbody>
        {probes.map(({ kind, name, isPassed, calls, seen }) => (
          <tr key={`${kind} ${name}`}>
            <td className={isPassed ? classes.good : classes.problem}>
              {isPassed ? (
                <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
              ) : (
                <IconCircleX size={16} stroke={1.75} aria-hidden="true" />
              )}
              {isPassed ? "Pass" : "Fail"}
            </td>
            <td>
              {kind === "table" ? "Table " : ""}
              <code>{name}</code>
            </td>
            <td data-numeric>{calls}</td>
            <td>{seen}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
