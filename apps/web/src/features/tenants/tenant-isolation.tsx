import type { IsolationProbe } from "@console/contracts";
import { formatInstant, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconShieldCheck } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type PlainColumn, PlainTable } from "../../blocks/plain-table/plain-table.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { ApiError, callApi } from "../../lib/api.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./tenant-tabs.module.css";

/** Tries to reach a tenant's rows as someone of another tenant would, and shows what came of it, door by door. */
export function TenantIsolation({ tenantId }: { tenantId: string }) {
  const formats = useFormats();
  const test = useMutation({ mutationFn: () => callApi("testIsolation", { tenantId }) });
  const { data, error, isPending } = test;
  const probesWith = (outcome: IsolationProbe["outcome"]) =>
    data?.probes.filter((probe) => probe.outcome === outcome) ?? [];
  const [failed, untested, passed] = [probesWith("failed"), probesWith("untested"), probesWith("passed")];
  return (
    <div className={classes.tab}>
      <p className={classes.words}>
        Makes each call as a user of this tenant, and the same call as an outsider, at every endpoint that managers can
        read and at every table. Nothing is kept; the test itself is logged.
      </p>
      <Button
        size="xs"
        className={classes.start}
        leftSection={<IconShieldCheck size={16} stroke={1.5} aria-hidden="true" />}
        loading={isPending}
        onClick={() => test.mutate()}
      >
        {data ? "Test again" : "Test isolation"}
      </Button>
      {isPending && <ShapedSkeleton label="Trying every endpoint and table" shape="table" />}
      {error && (
        <p role="alert" className={classes.problem}>
          The test could not be run. {error.message}
          {error instanceof ApiError && error.requestId && ` Request ID: ${error.requestId}`}
        </p>
      )}
      {data && !isPending && (
        <>
          <p role="status" className={verdictClass(failed.length, untested.length)}>
            {failed.length === 1 && "One endpoint lets an outsider in. "}
            {failed.length > 1 && `${formatNumber(failed.length, formats)} endpoints let an outsider in. `}
            {formatNumber(passed.length, formats)} of {formatNumber(data.probes.length, formats)} endpoints hold,{" "}
            {formatNumber(untested.length, formats)} could not be tested. Tried with {formatNumber(data.ids, formats)}{" "}
            ids at {formatInstant(data.at, formats)}.
          </p>
          <Probes probes={[...failed, ...passed, ...untested]} />
        </>
      )}
    </div>
  );
}

/** Good only where every door was tried: what could not be tested is no proof. */
function verdictClass(failed: number, untested: number): string | undefined {
  if (failed > 0) return classes.problem;
  return untested === 0 ? classes.good : undefined;
}

const outcomes = {
  passed: {
    label: "Pass",
    className: classes.good,
    icon: <IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />,
  },
  failed: {
    label: "Fail",
    className: classes.problem,
    icon: <IconCircleX size={16} stroke={1.75} aria-hidden="true" />,
  },
  untested: {
    label: "Not tested",
    className: undefined,
    icon: <IconCircleDashed size={16} stroke={1.75} aria-hidden="true" />,
  },
};

const columns: readonly PlainColumn<IsolationProbe>[] = [
  { id: "outcome", label: "Outcome", cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  {
    id: "door",
    label: "Door",
    cell: ({ kind, name }) => (
      <>
        {kind === "table" ? "Table " : ""}
        <code>{name}</code>
      </>
    ),
  },
  { id: "tries", label: "Tries", isNumeric: true, cell: ({ calls }) => calls },
  { id: "control", label: "What the tenant sees", cell: ({ control }) => control },
  { id: "seen", label: "What an outsider sees", cell: ({ seen }) => seen },
];

function Outcome({ outcome }: Pick<IsolationProbe, "outcome">) {
  const { label, className, icon } = outcomes[outcome];
  return (
    <span className={className}>
      {icon}
      {label}
    </span>
  );
}

function Probes({ probes }: { probes: readonly IsolationProbe[] }) {
  return (
    <PlainTable
      className={classes.table}
      name="What was tried"
      columns={columns}
      rows={probes}
      rowKey={({ kind, name }) => `${kind} ${name}`}
    />
  );
}
