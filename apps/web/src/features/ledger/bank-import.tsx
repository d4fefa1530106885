import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Checkbox.css";
import type { BankField, BankMapping, BankPreview, LedgerAccount, RouteInput, Routes } from "@console/contracts";
import { formatCounted, formatDate, formatInstant, formatMoney } from "@console/figures/format";
import { Button, Checkbox, FileInput, NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { PlainColumn } from "../../blocks/plain-table/plain-table.tsx";
import { WideTable } from "../../blocks/plain-table/wide-table.tsx";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { uploadFile } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { Problem } from "./bank-line-drawer.tsx";
import classes from "./ledger.module.css";
import { nameAccount } from "./use-accounts.ts";

/** The fields of a mapping in the order in which they are asked for. */
const fields: Readonly<Record<BankField, string>> = {
  day: "Day",
  amount: "Amount",
  moneyOut: "Money out",
  moneyIn: "Money in",
  direction: "In or out (CR, DR)",
  text: "Text",
  reference: "Reference",
  counterparty: "Counterparty",
  currency: "Currency",
};
const dateStyles = {
  dmy: "Day first (31/12/2026)",
  mdy: "Month first (12/31/2026)",
  ymd: "Year first, two digits (26/12/31)",
  iso: "Year first (2026-12-31)",
  unix: "Seconds since 1970",
  excel: "Numbers of a spreadsheet",
} as const;
const decimalSigns = { point: "Point (1,250.50)", comma: "Comma (1.250,50)" } as const;

type Props = { account: LedgerAccount; onClose: () => void };
type Input = RouteInput<Routes["importBankFile"]>;

/** Takes in a file: it is chosen, its columns are checked on the first rows, and then its new lines are stored. */
export function BankImport({ account, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<BankPreview | null>(null);
  const [mapping, setMapping] = useState<BankMapping | null>(null);
  const [worksheet, setWorksheet] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const formats = useFormats();

  async function send(own: File, parts: Partial<Input>) {
    setBusy(true);
    setError(null);
    try {
      return await uploadFile("importBankFile", { account: account.id, ...parts }, own);
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error("The file could not be read."));
      return null;
    } finally {
      setBusy(false);
    }
  }
  async function look(own: File, chosen: BankMapping | null, sheet: string | null) {
    const answer = await send(own, {
      isPreview: "1",
      ...(chosen && { mapping: JSON.stringify(chosen) }),
      ...(sheet !== null && { worksheet: sheet }),
    });
    if (!answer?.preview) return;
    setPreview(answer.preview);
    setMapping(answer.preview.mapping);
  }
  async function take() {
    if (!file || !mapping) return;
    const answer = await send(file, {
      mapping: JSON.stringify(mapping),
      ...(worksheet !== null && { worksheet }),
    });
    if (!answer?.import) return;
    const { rowsWritten, rowsDuplicate, rowsRejected, rowsPosted } = answer.import;
    const counts = [
      formatCounted(rowsWritten, "new line", formats),
      formatCounted(rowsDuplicate, "duplicate", formats),
      `${rowsRejected} rejected`,
      ...(rowsPosted > 0 ? [`${rowsPosted} posted by rules`] : []),
    ];
    showToast({ type: "success", title: "File imported", message: `${counts.join(", ")}.` });
    await refetchTopic("ledger");
    onClose();
  }
  const change = (part: Partial<BankMapping>) => {
    if (!file || !mapping) return;
    const next = Object.fromEntries(Object.entries({ ...mapping, ...part }).filter(([, value]) => value !== undefined));
    setMapping(next);
    void look(file, next, worksheet);
  };
  return (
    <SideDrawer
      title={`Import a file for ${nameAccount(account)}`}
      closeLabel="Close the import"
      width={980}
      onClose={onClose}
    >
      <div className={classes.stack}>
        <p className={classes.quiet}>
          CSV, TSV or XLSX of a bank or courier, up to 20 MB. You see how its rows are read before anything is stored.
          Lines that were imported before are counted as duplicates.
        </p>
        <FileInput
          label="File"
          placeholder="Choose a file"
          accept=".csv,.tsv,.txt,.xlsx"
          data-autofocus
          value={file}
          onChange={(next) => {
            setFile(next);
            setPreview(null);
            setMapping(null);
            setWorksheet(null);
            if (next) void look(next, null, null);
          }}
        />
        <Problem error={error} />
        {isBusy && !preview && (
          <p className={classes.quiet} role="status">
            Reading the file
          </p>
        )}
        {preview && mapping && (
          <>
            {preview.takenBefore !== null && (
              <p className={classes.problem}>
                {`This file was imported on ${formatInstant(preview.takenBefore, formats)} already.`}
              </p>
            )}
            <MappingFields
              preview={preview}
              mapping={mapping}
              onChange={change}
              onWorksheet={(sheet) => {
                setWorksheet(sheet);
                if (file) void look(file, null, sheet);
              }}
            />
            {preview.questions.length > 0 && (
              <ul className={classes.problem} aria-label="To be chosen">
                {preview.questions.map(({ field, message }) => (
                  <li key={`${field} ${message}`}>{message}</li>
                ))}
              </ul>
            )}
            <PreviewRows preview={preview} />
            <div className={classes.actions}>
              <Button
                loading={isBusy}
                disabled={preview.counts === null || preview.takenBefore !== null}
                onClick={() => void take()}
              >
                Import lines
              </Button>
              <p className={classes.quiet} role="status">
                {preview.counts &&
                  `${formatCounted(preview.counts.read, "row", formats)}: ${preview.counts.written} new, ${preview.counts.duplicate} duplicate, ${preview.counts.rejected} rejected.`}
              </p>
            </div>
          </>
        )}
      </div>
    </SideDrawer>
  );
}

type MappingProps = {
  preview: BankPreview;
  mapping: BankMapping;
  onChange: (part: Partial<BankMapping>) => void;
  onWorksheet: (sheet: string) => void;
};

function MappingFields({ preview, mapping, onChange, onWorksheet }: MappingProps) {
  const columns = preview.columns.map(({ name, examples }) => ({
    value: name,
    label: examples[0] === undefined ? name : `${name} (${examples[0]})`,
  }));
  const choices = (words: Readonly<Record<string, string>>) => [
    { value: "", label: "As the rows tell" },
    ...Object.entries(words).map(([value, label]) => ({ value, label })),
  ];
  return (
    <fieldset className={classes.fields} aria-label="Columns">
      {preview.worksheets.length > 1 && (
        <NativeSelect
          size="xs"
          label="Worksheet"
          value={preview.worksheet ?? ""}
          data={preview.worksheets}
          onChange={(event) => onWorksheet(event.currentTarget.value)}
        />
      )}
      {(Object.keys(fields) as BankField[]).map((field) => (
        <NativeSelect
          key={field}
          size="xs"
          label={fields[field]}
          value={mapping[field] ?? ""}
          data={[{ value: "", label: "No column" }, ...columns]}
          onChange={(event) => onChange({ [field]: event.currentTarget.value || undefined })}
        />
      ))}
      <NativeSelect
        size="xs"
        label="Days are written"
        value={mapping.dates ?? ""}
        data={choices(dateStyles)}
        onChange={(event) => onChange({ dates: (event.currentTarget.value || undefined) as BankMapping["dates"] })}
      />
      <NativeSelect
        size="xs"
        label="Decimal sign"
        value={mapping.decimal ?? ""}
        data={choices(decimalSigns)}
        onChange={(event) => onChange({ decimal: (event.currentTarget.value || undefined) as BankMapping["decimal"] })}
      />
      <Checkbox
        label="Written from the other side: what it calls in went out"
        checked={mapping.isOtherSide ?? false}
        onChange={(event) => onChange({ isOtherSide: event.currentTarget.checked || undefined })}
      />
    </fieldset>
  );
}

type PreviewRow = BankPreview["rows"][number];

function PreviewRows({ preview }: { preview: BankPreview }) {
  const formats = useFormats();
  const columns: PlainColumn<PreviewRow>[] = [
    { id: "row", label: "Row", isNumeric: true, isHeader: true, cell: ({ row }) => row },
    { id: "day", label: "Day", cell: ({ day }) => (day === null ? "" : formatDate(day, formats)) },
    {
      id: "amount",
      label: "Amount",
      isNumeric: true,
      cell: ({ amountMinor, currency }) =>
        amountMinor === null || currency === null ? "" : `${formatMoney(amountMinor, currency, formats)} ${currency}`,
    },
    { id: "text", label: "Text", cell: ({ text, problem }) => (problem === null ? text : `Rejected: ${problem}`) },
    { id: "reference", label: "Reference", cell: ({ reference }) => reference },
    { id: "counterparty", label: "Counterparty", cell: ({ counterparty }) => counterparty },
  ];
  if (preview.rows.length === 0) return null;
  return <WideTable name="First rows" columns={columns} rows={preview.rows} rowKey={({ row }) => String(row)} />;
}
