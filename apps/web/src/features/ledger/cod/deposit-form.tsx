import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Checkbox.css";
import type { HandIn, LedgerAccount } from "@console/contracts";
import { formatInstant, formatMoney } from "@console/figures/format";
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { SideDrawer } from "../../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../../blocks/states/skeleton.tsx";
import { read, useWrite } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { readAmount } from "../amounts.ts";
import { FormProblem } from "../form-problem.tsx";
import classes from "../ledger.module.css";
import { nameAccount, useAccounts } from "../use-accounts.ts";

const mostHandIns = 100;

/** Books cash that goes to the bank: hand-ins that are chosen, or an amount of the safe. */
export function DepositForm({ onClose }: { onClose: () => void }) {
  const handIns = useQuery(read("listHandIns", { isUndeposited: "true", limit: mostHandIns }));
  const accounts = useAccounts();
  const settings = useQuery(read("getLedgerSettings", {}));
  const failed = handIns.error ?? accounts.error ?? settings.error;
  return (
    <SideDrawer title="Deposit" closeLabel="Close the form" width={640} onClose={onClose}>
      {failed && (
        <ReadProblem
          heading="h3"
          title="Cash in the safe could not be loaded"
          error={failed}
          onRetry={() => void Promise.all([handIns.refetch(), accounts.refetch(), settings.refetch()])}
        />
      )}
      {!failed && !(handIns.data && accounts.data && settings.data) && (
        <Skeleton label="Loading cash in the safe" lines={[60, 90, 80]} />
      )}
      {handIns.data && accounts.data && settings.data && (
        <Form
          handIns={handIns.data.items}
          total={handIns.data.total}
          accounts={accounts.data}
          currency={settings.data.currency}
          onClose={onClose}
        />
      )}
    </SideDrawer>
  );
}

type FormProps = {
  handIns: readonly HandIn[];
  total: number;
  accounts: readonly LedgerAccount[];
  currency: string;
  onClose: () => void;
};

function Form({ handIns, total, accounts, currency, onClose }: FormProps) {
  const formats = useFormats();
  const [key] = useState(() => `form-${crypto.randomUUID()}`);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [amount, setAmount] = useState("");
  const [bank, setBank] = useState("");
  const [reference, setReference] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const deposit = useWrite("addDeposit");
  const banks = accounts.filter((account) => account.isOpen && account.purpose === "bank");
  const wanted = handIns.filter(({ id }) => chosen.has(id));
  const sums = new Map<string, number>();
  for (const handIn of wanted) {
    sums.set(handIn.currency, (sums.get(handIn.currency) ?? 0) + handIn.countedMinor - handIn.depositedMinor);
  }
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const amountMinor = readAmount(amount, currency);
    const isWrong = chosen.size === 0 && (amountMinor === null || amountMinor === 0);
    setProblem(isWrong ? "Choose hand-ins, or give an amount such as 1,250.50." : null);
    if (isWrong) return;
    deposit.mutate(
      {
        key,
        ...(chosen.size > 0 ? { handIns: [...chosen] } : { amountMinor: amountMinor ?? 0 }),
        ...(bank !== "" && { bank }),
        reference: reference.trim() === "" ? null : reference,
      },
      {
        onSuccess: (made) => {
          showToast({
            type: "success",
            title: made.state === "pending" ? "Waits for a second person" : "Deposited",
            message: `${formatMoney(made.amountMinor, made.currency, formats)} ${made.currency}`,
          });
          onClose();
        },
      },
    );
  };
  return (
    <form className={classes.form} onSubmit={send}>
      <fieldset className={classes.choices}>
        <legend>Hand-ins in the safe</legend>
        {handIns.map((handIn) => (
          <Checkbox
            key={handIn.id}
            label={
              <>
                <bdi>{handIn.driver}</bdi>
                {`, ${formatInstant(handIn.createdAt, formats)}: ${formatMoney(
                  handIn.countedMinor - handIn.depositedMinor,
                  handIn.currency,
                  formats,
                )} ${handIn.currency}`}
              </>
            }
            checked={chosen.has(handIn.id)}
            onChange={() =>
              setChosen((now) => {
                const next = new Set(now);
                if (!next.delete(handIn.id)) next.add(handIn.id);
                return next;
              })
            }
          />
        ))}
        {handIns.length === 0 && <p className={classes.quiet}>No hand-in is left in the safe.</p>}
        {total > handIns.length && (
          <p className={classes.quiet}>{`The newest ${handIns.length} of ${total} are listed.`}</p>
        )}
      </fieldset>
      {chosen.size === 0 ? (
        <TextInput
          label={`Or an amount of the safe, in ${currency}`}
          description="It takes the oldest hand-ins first."
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
      ) : (
        <p className={classes.quiet} role="status">
          {`Chosen: ${[...sums].map(([own, minor]) => `${formatMoney(minor, own, formats)} ${own}`).join(", ")}`}
        </p>
      )}
      <div className={classes.actions}>
        {banks.length > 1 && (
          <NativeSelect
            label="Bank"
            value={bank}
            data={[
              { value: "", label: "The usual one" },
              ...banks.map((account) => ({ value: account.id, label: nameAccount(account) })),
            ]}
            onChange={(event) => setBank(event.currentTarget.value)}
          />
        )}
        <TextInput
          label="Reference"
          description="Of the deposit slip."
          maxLength={120}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </div>
      <FormProblem error={deposit.error} problem={problem} />
      <div className={classes.actions}>
        <Button type="submit" loading={deposit.isPending}>
          Deposit cash
        </Button>
      </div>
    </form>
  );
}
