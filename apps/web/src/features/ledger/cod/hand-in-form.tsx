import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Checkbox.css";
import type { DriverOpenCash, LedgerAccount } from "@console/contracts";
import { formatDate, formatMoney } from "@console/figures/format";
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { SideDrawer } from "../../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../../blocks/states/skeleton.tsx";
import { read, useWrite } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { FormProblem } from "../form-problem.tsx";
import classes from "../ledger.module.css";
import { nameAccount, useAccounts } from "../use-accounts.ts";
import { listDenominations } from "./denominations.ts";

type Props = { driver: string | null; onClose: () => void };

/** Takes in the cash of a driver, counted note by note. */
export function HandInForm({ driver, onClose }: Props) {
  const cash = useQuery(read("listDriverCash", {}));
  const accounts = useAccounts();
  const failed = cash.error ?? accounts.error;
  return (
    <SideDrawer title="Hand-in" closeLabel="Close the form" width={640} onClose={onClose}>
      {failed && (
        <ReadProblem
          heading="h3"
          title="Open cash could not be loaded"
          error={failed}
          onRetry={() => void Promise.all([cash.refetch(), accounts.refetch()])}
        />
      )}
      {!failed && !(cash.data && accounts.data) && <Skeleton label="Loading open cash" lines={[60, 90, 80]} />}
      {cash.data && accounts.data && (
        <Form open={cash.data.items} accounts={accounts.data} driver={driver} onClose={onClose} />
      )}
    </SideDrawer>
  );
}

type FormProps = Props & { open: readonly DriverOpenCash[]; accounts: readonly LedgerAccount[] };

const nameCash = ({ driver, currency }: DriverOpenCash) => `${driver} ${currency}`;

function Form({ open, accounts, driver, onClose }: FormProps) {
  const formats = useFormats();
  const named = open.filter((cash) => cash.driver !== null);
  // One key for one form: sent twice, it is one hand-in.
  const [key] = useState(() => `form-${crypto.randomUUID()}`);
  const [chosen, setChosen] = useState(() => named.find((cash) => cash.driver === driver) ?? named[0]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [counts, setCounts] = useState<Readonly<Record<number, string>>>({});
  const [safe, setSafe] = useState("");
  const [branch, setBranch] = useState("");
  const [reason, setReason] = useState("");
  const take = useWrite("addHandIn");
  if (!chosen) return <p className={classes.quiet}>No driver has open cash in the book.</p>;
  const { currency } = chosen;
  const money = (minor: number) => `${formatMoney(minor, currency, formats)} ${currency}`;
  const days = chosen.days.filter(({ openMinor, pendingMinor }) => openMinor !== pendingMinor);
  const taken = days.filter(({ day }) => !left.has(day));
  const expected = taken.reduce((sum, { openMinor, pendingMinor }) => sum + openMinor - pendingMinor, 0);
  const denominations = listDenominations(currency).map((valueMinor) => ({
    valueMinor,
    count: /^\d{1,6}$/.test(counts[valueMinor] ?? "") ? Number(counts[valueMinor]) : 0,
  }));
  const isWrong = Object.values(counts).some((text) => text !== "" && !/^\d{1,6}$/.test(text));
  const counted = denominations.reduce((sum, { valueMinor, count }) => sum + valueMinor * count, 0);
  const difference = counted - expected;
  const safes = accounts.filter(
    (account) =>
      account.isOpen &&
      account.purpose === "cod_in_safe" &&
      (account.currency === null || account.currency === currency),
  );
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isWrong) return;
    take.mutate(
      {
        key,
        driver: chosen.driver ?? "",
        currency,
        days: taken.map(({ day }) => day),
        ...(safe !== "" && { safe }),
        branch: branch.trim() === "" ? null : branch,
        denominations: denominations.filter(({ count }) => count > 0),
        reason: difference === 0 || reason.trim() === "" ? null : reason,
      },
      {
        onSuccess: ({ state, countedMinor }) => {
          showToast({
            type: "success",
            title: state === "pending" ? "Waits for a second person" : "Taken in",
            message: `${money(countedMinor)} of ${chosen.driver}`,
          });
          onClose();
        },
      },
    );
  };
  return (
    <form className={classes.form} onSubmit={send}>
      <NativeSelect
        label="Driver"
        data-autofocus
        value={nameCash(chosen)}
        data={named.map((cash) => ({ value: nameCash(cash), label: `${cash.driver}, ${cash.currency}` }))}
        onChange={(event) => {
          const name = event.currentTarget.value;
          setChosen(named.find((cash) => nameCash(cash) === name));
          setLeft(new Set());
          setCounts({});
        }}
      />
      <fieldset className={classes.choices}>
        <legend>Days of collection</legend>
        {days.map(({ day, openMinor, pendingMinor }) => (
          <Checkbox
            key={day}
            label={`${formatDate(day, formats)}: ${money(openMinor - pendingMinor)}`}
            checked={!left.has(day)}
            onChange={() =>
              setLeft((now) => {
                const next = new Set(now);
                if (!next.delete(day)) next.add(day);
                return next;
              })
            }
          />
        ))}
        {days.length === 0 && <p className={classes.quiet}>All of it waits for a second person.</p>}
      </fieldset>
      <fieldset className={classes.choices}>
        <legend>{`Count the notes and coins, in ${currency}`}</legend>
        <div className={classes.notes}>
          {denominations.map(({ valueMinor }) => (
            <TextInput
              key={valueMinor}
              size="xs"
              label={formatMoney(valueMinor, currency, formats)}
              inputMode="numeric"
              maxLength={6}
              value={counts[valueMinor] ?? ""}
              onChange={(event) => {
                const text = event.currentTarget.value;
                setCounts((now) => ({ ...now, [valueMinor]: text }));
              }}
            />
          ))}
        </div>
      </fieldset>
      <dl className={classes.proof} aria-label="The count">
        <div>
          <dt>Expected</dt>
          <dd>{money(expected)}</dd>
        </div>
        <div>
          <dt>Counted</dt>
          <dd>{money(counted)}</dd>
        </div>
        <div>
          <dt>Difference</dt>
          <dd>{difference === 0 ? "✓ None" : `${money(Math.abs(difference))} ${difference < 0 ? "short" : "over"}`}</dd>
        </div>
      </dl>
      {difference !== 0 && (
        <TextInput
          label="Reason of the difference"
          description="It is booked to short and over, with the driver."
          required
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <div className={classes.actions}>
        {safes.length > 1 && (
          <NativeSelect
            label="Safe"
            value={safe}
            data={[
              { value: "", label: "The usual one" },
              ...safes.map((account) => ({ value: account.id, label: nameAccount(account) })),
            ]}
            onChange={(event) => setSafe(event.currentTarget.value)}
          />
        )}
        <TextInput
          label="Branch"
          description="Where it was counted; may be empty."
          maxLength={120}
          value={branch}
          onChange={(event) => setBranch(event.currentTarget.value)}
        />
      </div>
      <FormProblem error={take.error} problem={isWrong ? "Counts are whole numbers, such as 12." : null} />
      <div className={classes.actions}>
        <Button type="submit" loading={take.isPending} disabled={taken.length === 0}>
          Take in cash
        </Button>
      </div>
    </form>
  );
}
