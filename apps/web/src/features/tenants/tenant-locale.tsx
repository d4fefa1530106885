import "@mantine/core/styles/Input.css";
import type { LocalePlan } from "@console/contracts";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { callApi } from "../../lib/api.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import { LocaleDialog } from "./locale-dialog.tsx";
import classes from "./tenant-tabs.module.css";

type Locale = { currency: string; timeZone: string };

/** The currency and the time zone of a tenant; where data is stored, they change only by a plan. */
export function TenantLocale({ tenantId, name }: { tenantId: string; name: string }) {
  const { data, error, refetch } = useQuery({
    ...read("getTenantLocale", { tenantId }),
    // While days are counted anew, how far that is.
    refetchInterval: ({ state }) => (state.data?.progress?.state === "running" ? 2000 : false),
  });
  if (error) {
    return <ReadProblem title="The settings could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <ShapedSkeleton label="Reading the settings" shape="form" />;
  const { progress, currency, timeZone } = data;
  return (
    <div className={classes.tab}>
      <p className={classes.words}>
        Amounts are never converted. Each row keeps its currency and its day, unless you recount all days.
      </p>
      <LocaleForm key={`${currency} ${timeZone}`} tenantId={tenantId} name={name} now={{ currency, timeZone }} />
      {progress && progress.state !== "done" && (
        <p role="status" className={progress.state === "failed" ? classes.problem : undefined}>
          {progress.state === "failed" ? "Recounting has stopped. " : "Recounting days: "}
          {progress.done.toLocaleString("en-US")} of {progress.total.toLocaleString("en-US")} rows.
        </p>
      )}
    </div>
  );
}

function LocaleForm({ tenantId, name, now }: { tenantId: string; name: string; now: Locale }) {
  const form = useAppForm({ initialValues: now });
  const change = useWrite("changeTenantLocale");
  const [proposal, setProposal] = useState<{ wanted: Locale; plan: LocalePlan } | null>(null);
  const isChanged = form.values.currency !== now.currency || form.values.timeZone !== now.timeZone;
  return (
    <>
      <form
        ref={form.element}
        className={classes.tab}
        noValidate
        onSubmit={form.submit(async ({ currency, timeZone }) => {
          const wanted = { currency: currency.trim().toUpperCase(), timeZone: timeZone.trim() };
          const found = await callApi("planTenantLocale", { tenantId, ...wanted });
          if (found.facts > 0) setProposal({ wanted, plan: found });
          else await change.mutateAsync({ tenantId, ...wanted });
        })}
      >
        <TextInput label="Currency" description="Three letters, such as BHD." {...form.getInputProps("currency")} />
        <TextInput label="Time zone" description="Such as Asia/Bahrain." {...form.getInputProps("timeZone")} />
        {form.failure && (
          <p role="alert" className={classes.problem}>
            {form.failure.message}
          </p>
        )}
        <Button type="submit" size="xs" className={classes.start} disabled={!isChanged} loading={form.submitting}>
          Show the plan
        </Button>
      </form>
      {proposal && (
        <LocaleDialog
          plan={proposal.plan}
          name={name}
          onClose={() => setProposal(null)}
          onConfirm={async (days) => {
            await change.mutateAsync({ tenantId, ...proposal.wanted, days, plan: proposal.plan.plan });
            setProposal(null);
          }}
        />
      )}
    </>
  );
}
