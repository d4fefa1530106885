import type { LedgerStatement, RouteInput, Routes } from "@console/contracts";
import { countCurrencyDigits } from "@console/figures/currency";
import { Button } from "@mantine/core";
import { useState } from "react";
import { callApi } from "../../lib/api.ts";
import { saveRows } from "../../lib/save-rows.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { nameAccount } from "./use-accounts.ts";

type Line = LedgerStatement["items"][number];
type Question = RouteInput<Routes["getLedgerStatement"]>;
const linesAtOnce = 200;
const mostSavedPages = 500;

/** All lines that are asked for, with their balances, as a file. */
export function SaveStatement({ question, statement }: { question: Question; statement: LedgerStatement }) {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const lines: Line[] = [];
      // In the order of the balances, however the page is sorted.
      const wanted = { ...question, order: "oldest", limit: linesAtOnce } as const;
      const first = await callApi("getLedgerStatement", { ...wanted, page: 1 });
      if (first.pages > mostSavedPages)
        throw new Error("The statement has more than 100,000 lines. Choose fewer days.");
      lines.push(...first.items);
      for (let page = 2; page <= first.pages; page += 1) {
        lines.push(...(await callApi("getLedgerStatement", { ...wanted, page })).items);
      }
      if (!isComplete(first, lines)) throw new Error("The book has changed while it was read. Save it again.");
      saveRows(writeRows(first, lines), `statement-${nameFile(question, statement)}`);
    } catch (failure) {
      showFailure("Not saved", failure);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button size="xs" variant="default" loading={isSaving} onClick={() => void save()}>
      Save as CSV
    </Button>
  );
}

function nameFile({ customer, supplier, driver, branch }: Question, { account }: LedgerStatement): string {
  const party = customer ?? supplier ?? driver ?? branch;
  return [party, account?.code].filter((part) => part !== undefined).join("-");
}

/** Whether lines that were read page by page are those that the first page told of. */
function isComplete({ shown }: LedgerStatement, lines: readonly Line[]): boolean {
  const sum = (side: "debitMinor" | "creditMinor") => lines.reduce((total, line) => total + line[side], 0);
  return (
    lines.length === shown.lines && sum("debitMinor") === shown.debitMinor && sum("creditMinor") === shown.creditMinor
  );
}

function writeRows(statement: LedgerStatement, lines: readonly Line[]): (string | number | null)[][] {
  const { currency, openingMinor, closingMinor, notShownMinor } = statement;
  const unit = 10 ** countCurrencyDigits(currency);
  const money = (minor: number) => minor / unit;
  const sum = (text: string, balance: number) => ["", "", "", "", text, "", "", "", "", money(balance)];
  return [
    [
      "Day",
      "Value day",
      "Entry",
      "Account",
      "Text",
      "Reference",
      "Due day",
      `Debit ${currency}`,
      `Credit ${currency}`,
      `Balance ${currency}`,
      `Open ${currency}`,
    ],
    sum("Opening balance", openingMinor),
    ...lines.map((line) => [
      line.postingDay,
      line.valueDay,
      line.number,
      nameAccount(line.account),
      line.text,
      line.reference ?? "",
      line.dueDay ?? "",
      line.debitMinor === 0 ? "" : money(line.debitMinor),
      line.creditMinor === 0 ? "" : money(line.creditMinor),
      money(line.balanceMinor),
      line.openMinor === null ? "" : money(line.openMinor),
    ]),
    ...(notShownMinor === 0 ? [] : [sum("Not shown", notShownMinor)]),
    sum("Closing balance", closingMinor),
  ];
}
