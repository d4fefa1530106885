import "@mantine/core/styles/Input.css";
import { mostBankDetails } from "@console/contracts/ledger-words";
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import classes from "./ledger.module.css";
import { useLedgerRights } from "./use-ledger-rights.ts";

/** Where customers pay to, as it stands on statements. */
export function BankDetails() {
  const { canManage } = useLedgerRights();
  const { data } = useQuery(read("getLedgerSettings", {}));
  const [typed, setTyped] = useState<string | null>(null);
  const save = useWrite("changeLedgerSettings");
  if (!data || !canManage) return null;
  const stored = data.bankDetails ?? "";
  const text = typed ?? stored;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate(
      { bankDetails: text },
      {
        onSuccess: () => {
          setTyped(null);
          showToast({ type: "success", title: "Saved", message: "The bank details are on statements from now on." });
        },
        onError: (failure) => showFailure("Not saved", failure),
      },
    );
  };
  return (
    <form className={classes.actions} onSubmit={send} aria-label="Bank details">
      <Textarea
        size="xs"
        className={classes.account}
        label="Bank details on statements"
        description="Where customers pay to. Empty for none."
        rows={4}
        maxLength={mostBankDetails}
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={save.isPending} disabled={text === stored}>
        Save bank details
      </Button>
    </form>
  );
}
