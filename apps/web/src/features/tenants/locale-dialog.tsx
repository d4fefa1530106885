import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Radio.css";
import type { LocalePlan } from "@console/contracts";
import { Button, Radio, TextInput } from "@mantine/core";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useAppForm } from "../../lib/use-app-form.ts";
import classes from "./tenant-tabs.module.css";

type Days = "keep" | "recount";

type Props = {
  plan: LocalePlan;
  /** What the tenant is called; it is typed to confirm. */
  name: string;
  onClose: () => void;
  onConfirm: (days: Days) => Promise<void>;
};

/** What another currency or time zone does to what is stored, before it is done. */
export function LocaleDialog({ plan, name, onClose, onConfirm }: Props) {
  const form = useAppForm({ initialValues: { days: "keep" as Days, confirmation: "" } });
  const { currency, timeZone } = plan;
  return (
    <ConfirmDialog
      title={`Change ${[currency && "currency", timeZone && "time zone"].filter(Boolean).join(" and ")}`}
      onClose={onClose}
    >
      <form
        ref={form.element}
        className={dialog.form}
        noValidate
        onSubmit={form.submit(async ({ days, confirmation }) => {
          if (confirmation === name) await onConfirm(days);
        })}
      >
        {currency && <CurrencyPlan currency={currency} />}
        {timeZone && (
          <Radio.Group label={`Days from ${timeZone.from} to ${timeZone.to}`} {...form.getInputProps("days")}>
            <Radio
              value="keep"
              label="From now on"
              description={`${rows(timeZone.rows)} keep their days. New rows count in ${timeZone.to}.`}
            />
            <Radio value="recount" label="Recount all days" description={sayMoving(timeZone)} />
          </Radio.Group>
        )}
        <TextInput label={`Type ${name} to confirm`} autoComplete="off" {...form.getInputProps("confirmation")} />
        {form.failure && (
          <p role="alert" className={dialog.problem}>
            {form.failure.message}
          </p>
        )}
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={form.values.confirmation !== name} loading={form.submitting}>
            Change
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}

function CurrencyPlan({
  currency: { from, to, leaving, joining, connections },
}: {
  currency: NonNullable<LocalePlan["currency"]>;
}) {
  return (
    <ul className={classes.plan}>
      <li>
        {rows(leaving)} {leaving === 1 ? "stays" : "stay"} in {from} and {leaving === 1 ? "leaves" : "leave"} the
        figures of money. Reports say so.
      </li>
      {joining > 0 && (
        <li>
          {rows(joining)} in {to} {joining === 1 ? "comes" : "come"} into them.
        </li>
      )}
      <li>
        Amounts without a currency are read as {to} from now on, also in rows that come again.
        {connections.length > 0 && ` This holds for ${connections.map(({ name }) => name).join(", ")}.`}
      </li>
    </ul>
  );
}

function sayMoving({ rows: all, moving, to }: NonNullable<LocalePlan["timeZone"]>): string {
  if (moving === null) return `Rows that fall on another day in ${to} move to it. This takes a while.`;
  return `${rows(moving)} of ${all.toLocaleString("en-US")} ${moving === 1 ? "moves" : "move"} to another day.`;
}

function rows(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`;
}
