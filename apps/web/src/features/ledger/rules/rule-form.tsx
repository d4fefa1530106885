import "@mantine/core/styles/Input.css";
import type { LedgerAccount, LedgerRule } from "@console/contracts";
import { ruleParties } from "@console/contracts/ledger-cod-words";
import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { SideDrawer } from "../../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../../blocks/states/skeleton.tsx";
import { useWrite } from "../../../lib/queries.ts";
import { FormProblem } from "../form-problem.tsx";
import classes from "../ledger.module.css";
import { nameAccount, useAccounts } from "../use-accounts.ts";
import { type RuleDraft, readDraft } from "./rule-draft.ts";

type Props = { rule: LedgerRule | null; draft: RuleDraft; currency: string; onClose: () => void };

/** Adds a rule, or changes one, which is off then until it was tried again. */
export function RuleForm({ rule, draft, currency, onClose }: Props) {
  const accounts = useAccounts();
  return (
    <SideDrawer
      title={rule === null ? "New rule" : `Rule ${rule.name}`}
      closeLabel="Close the form"
      width={760}
      onClose={onClose}
    >
      {accounts.error && !accounts.data && (
        <ReadProblem
          heading="h3"
          title="The accounts could not be loaded"
          error={accounts.error}
          onRetry={() => void accounts.refetch()}
        />
      )}
      {!accounts.data && !accounts.error && <Skeleton label="Loading the accounts" lines={[60, 90, 80]} />}
      {accounts.data && (
        <Form rule={rule} draft={draft} currency={currency} accounts={accounts.data} onClose={onClose} />
      )}
    </SideDrawer>
  );
}

type TextName = Exclude<keyof RuleDraft, "debitParty" | "creditParty">;

function Form({ rule, draft, currency, accounts, onClose }: Props & { accounts: readonly LedgerAccount[] }) {
  const [typed, setTyped] = useState(draft);
  const [problem, setProblem] = useState<string | null>(null);
  const add = useWrite("addLedgerRule");
  const change = useWrite("changeLedgerRule");
  const write = rule === null ? add : change;
  const set = (part: Partial<RuleDraft>) => setTyped((now) => ({ ...now, ...part }));
  const field = (name: TextName) => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  const accountChoices = [
    { value: "", label: "Choose an account" },
    ...accounts.filter(({ isOpen }) => isOpen).map((account) => ({ value: account.id, label: nameAccount(account) })),
  ];
  const partyChoices = Object.entries(ruleParties).map(([value, label]) => ({ value, label }));
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const content = readDraft(typed, currency);
    setProblem(typeof content === "string" ? content : null);
    if (typeof content === "string") return;
    const fields = { name: typed.name, since: typed.since, content };
    if (rule === null) add.mutate(fields, { onSuccess: onClose });
    else change.mutate({ rule: rule.id, ...fields }, { onSuccess: onClose });
  };
  return (
    <form className={classes.form} onSubmit={send}>
      {rule !== null && (
        <p className={classes.quiet}>
          A changed rule is off until it was tried again. What was delivered before its first day follows it as it was.
        </p>
      )}
      <div className={classes.fields}>
        <TextInput label="Name" data-autofocus required maxLength={120} {...field("name")} />
        <TextInput type="date" label="First day" required {...field("since")} />
      </div>
      <fieldset className={classes.choices}>
        <legend>Amount</legend>
        <p className={classes.quiet}>
          Shares are added up and rounded to the nearest minor unit, a half away from zero. Then comes the fixed amount.
        </p>
        <div className={classes.fields}>
          <TextInput label="% of the cash collected" inputMode="decimal" {...field("collected")} />
          <TextInput label="% of the cash due" inputMode="decimal" {...field("due")} />
          <TextInput label="% of the cost" inputMode="decimal" {...field("cost")} />
          <TextInput label={`Fixed, ${currency}`} inputMode="decimal" {...field("fixed")} />
          <TextInput label={`At least, ${currency}`} inputMode="decimal" {...field("least")} />
          <TextInput label={`At most, ${currency}`} inputMode="decimal" {...field("most")} />
          <TextInput label="% tax on top" inputMode="decimal" {...field("tax")} />
          <NativeSelect label="Account for the tax" data={accountChoices} {...field("taxAccount")} />
        </div>
      </fieldset>
      <fieldset className={classes.choices}>
        <legend>Accounts</legend>
        <div className={classes.fields}>
          <NativeSelect label="Debit" required data={accountChoices} {...field("debit")} />
          <NativeSelect
            label="The debit names"
            data={partyChoices}
            value={typed.debitParty}
            onChange={(event) => set({ debitParty: event.currentTarget.value as RuleDraft["debitParty"] })}
          />
          <NativeSelect label="Credit" required data={accountChoices} {...field("credit")} />
          <NativeSelect
            label="The credit names"
            data={partyChoices}
            value={typed.creditParty}
            onChange={(event) => set({ creditParty: event.currentTarget.value as RuleDraft["creditParty"] })}
          />
        </div>
        <TextInput label="Text of the entry" required maxLength={200} {...field("text")} />
      </fieldset>
      <fieldset className={classes.choices}>
        <legend>Which deliveries</legend>
        <p className={classes.quiet}>One name on each line, as the deliveries have it; empty for all.</p>
        <div className={classes.fields}>
          <Textarea label="Customers" rows={2} {...field("customers")} />
          <Textarea label="Drivers" rows={2} {...field("drivers")} />
          <Textarea label="Zones" rows={2} {...field("zones")} />
          <Textarea label="Service levels" rows={2} {...field("serviceLevels")} />
        </div>
      </fieldset>
      <FormProblem error={write.error} problem={problem} />
      <div className={classes.actions}>
        <Button type="submit" loading={write.isPending}>
          {rule === null ? "Add rule" : "Save rule"}
        </Button>
      </div>
    </form>
  );
}
