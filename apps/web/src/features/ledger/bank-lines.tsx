import "@mantine/core/styles/Input.css";
import type { BankLine, LedgerAccount } from "@console/contracts";
import { formatCounted, formatDate, formatMoney } from "@console/figures/format";
import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { BankLineDrawer } from "./bank-line-drawer.tsx";
import classes from "./ledger.module.css";
import { useLedgerAddress } from "./use-ledger-address.ts";
import { useLedgerRights } from "./use-ledger-rights.ts";

const tableFrom = 900;
const emptyWords = {
  open: "Every line of the bank is matched or explained. Import a file for new ones.",
  matched: "No line is matched yet.",
  explained: "No line is explained.",
} as const;

/** Lines of the bank on an account in one state, and what can be done with them. */
export function BankLines({ account, state }: { account: LedgerAccount; state: BankLine["state"] }) {
  const formats = useFormats();
  const { canPost } = useLedgerRights();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 300);
  const [decided, setDecided] = useState<string | null>(null);
  const pages = usePages("listBankLines", { account: account.id, state, ...(q !== "" && { q }) });
  const counts = pages.first?.counts;
  const suggestedFor = pages.first?.suggestedFor ?? null;
  const line = pages.items.find(({ id }) => id === decided);
  const columns: RecordColumn<BankLine>[] = [
    { label: "Day", cell: ({ day }) => formatDate(day, formats) },
    ...(state === "open"
      ? [
          {
            label: "Age",
            isNumeric: true,
            cell: ({ ageDays }: BankLine) => formatCounted(ageDays, "day", formats),
          },
        ]
      : []),
    { label: "Text", cell: (own) => <LineText line={own} /> },
    {
      label: "Amount",
      isNumeric: true,
      cell: ({ amountMinor, currency }) => `${formatMoney(amountMinor, currency, formats)} ${currency}`,
    },
    {
      label: state === "open" ? "Suggestion" : state === "matched" ? "Matched with" : "Explanation",
      cell: (own) => <Outcome line={own} />,
    },
    ...(canPost
      ? [
          {
            label: "Decide",
            cell: (own: BankLine) => <LineActs line={own} onDecide={() => setDecided(own.id)} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <div className={classes.actions}>
        <TextInput
          size="xs"
          label="Search"
          placeholder="Text, reference or file"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {state === "open" && canPost && counts && counts.unambiguous > 0 && (
          <AcceptAll account={account} count={counts.unambiguous} />
        )}
        {counts && (
          <p className={classes.quiet} role="status">
            {`${formatCounted(counts.open, "line", formats)} to match · ${counts.matched} matched · ${counts.explained} explained`}
          </p>
        )}
      </div>
      {state === "open" && suggestedFor !== null && (
        <p className={classes.quiet}>{`Only the oldest ${suggestedFor} lines have suggestions.`}</p>
      )}
      <RecordTable
        name="Lines of the bank"
        columns={columns}
        rowKey={({ id }) => id}
        tableFrom={tableFrom}
        empty={<p className={classes.quiet}>{q === "" ? emptyWords[state] : "No line matches."}</p>}
        pages={pages}
      />
      {line && <BankLineDrawer line={line} account={account} onClose={() => setDecided(null)} />}
    </>
  );
}

function LineText({ line: { text, reference, counterparty, note } }: { line: BankLine }) {
  const below = [reference, counterparty].filter((part) => part !== null && part !== text);
  return (
    <>
      <span dir="auto">{text}</span>
      {below.length > 0 && (
        <span className={classes.below} dir="auto">
          {below.join(" · ")}
        </span>
      )}
      {note !== null && <span className={classes.below}>{note}</span>}
    </>
  );
}

function Outcome({ line: { match, explanation, suggestions } }: { line: BankLine }) {
  const { go } = useLedgerAddress();
  const [best] = suggestions;
  const lines = match?.lines ?? best?.lines ?? [];
  const words = match?.reason ?? explanation?.text ?? best?.reason;
  const by = match?.by ?? explanation?.by ?? null;
  if (words === undefined) return <span className={classes.quiet}>None</span>;
  return (
    <>
      <span dir="auto">{words}</span>
      <span className={classes.below}>
        {lines.map(({ entry, number, line }) => (
          <span key={`${entry} ${line}`}>
            <button
              type="button"
              className={classes.link}
              onClick={() => go({ entry })}
            >{`Entry ${number}`}</button>{" "}
          </span>
        ))}
        {by !== null && `by ${by}`}
        {suggestions.length > 1 && `${suggestions.length - 1} more`}
      </span>
    </>
  );
}

function AcceptAll({ account, count }: { account: LedgerAccount; count: number }) {
  const accept = useWrite("acceptBankSuggestions");
  const formats = useFormats();
  return (
    <Button
      size="xs"
      variant="default"
      loading={accept.isPending}
      onClick={() =>
        accept.mutate(
          { account: account.id },
          {
            onSuccess: ({ matched }) =>
              showToast({
                type: "success",
                title: "Matched",
                message: `${formatCounted(matched, "line", formats)} matched.`,
              }),
            onError: (failure) => showFailure("Not matched", failure),
          },
        )
      }
    >
      {`Accept ${formatCounted(count, "clear suggestion", formats)}`}
    </Button>
  );
}

/** The quick ways: accept what is suggested, or take back what was decided. */
function LineActs({ line, onDecide }: { line: BankLine; onDecide: () => void }) {
  const match = useWrite("matchBankLine");
  const unmatch = useWrite("unmatchBankLine");
  const explain = useWrite("explainBankLine");
  const [best] = line.suggestions;
  const fail = (failure: Error) => showFailure("Not changed", failure);
  const button = (label: string, isBusy: boolean, act: () => void) => (
    <Button size="compact-xs" variant="default" loading={isBusy} aria-label={`${label}: ${line.text}`} onClick={act}>
      {label}
    </Button>
  );
  if (line.state === "matched") {
    return button("Undo", unmatch.isPending, () => unmatch.mutate({ bankLine: line.id }, { onError: fail }));
  }
  if (line.state === "explained") {
    return button("Take back", explain.isPending, () =>
      explain.mutate({ bankLine: line.id, text: null }, { onError: fail }),
    );
  }
  return (
    <div className={classes.actions}>
      {best &&
        button("Accept", match.isPending, () =>
          match.mutate(
            { bankLine: line.id, lines: best.lines.map(({ entry, line: own }) => ({ entry, line: own })) },
            { onError: fail },
          ),
        )}
      {button("Decide", false, onDecide)}
    </div>
  );
}
