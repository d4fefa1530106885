import "@mantine/core/styles/Input.css";
import { type FileEncoding, fileEncodings, type ImportPreview, type RouteInput, type Routes } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { NativeSelect } from "@mantine/core";
import { useWrite } from "../../../lib/queries.ts";
import { encodingWords } from "./encoding-words.ts";
import { wordRows } from "./file-list.tsx";
import classes from "./import-page.module.css";

type File = ImportPreview["files"][number];
type Props = {
  tenantId: string;
  run: string;
  files: readonly File[];
  /** The files have been read anew. */
  onChanged: () => void;
  formats: FormatChoices;
};

/** How the files are read, for those that leave a choice: which worksheet, and in which encoding. */
export function ReadingChoice({ tenantId, run, files, onChanged, formats }: Props) {
  const change = useWrite("changeReading");
  const fields = files.flatMap((file, index) => {
    const owner = files.length > 1 ? ` of ${file.name}` : "";
    return listFields(file, formats).map(({ label, toChoice, ...rest }) => ({
      ...rest,
      key: `${label} ${index}`,
      label: `${label}${owner}`,
      choose: (value: string) =>
        change.mutate({ tenantId, run, files: [{ file: index, ...toChoice(value) }] }, { onSuccess: onChanged }),
    }));
  });
  if (fields.length === 0) return null;
  return (
    <>
      <div className={classes.readings}>
        {fields.map(({ key, label, value, data, choose }) => (
          <NativeSelect
            key={key}
            label={label}
            value={value}
            data={data}
            disabled={change.isPending}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        ))}
      </div>
      {change.isPending && (
        <p role="status" className={classes.quiet}>
          Reading the file again
        </p>
      )}
      {change.error && (
        <p role="alert" className={classes.problem}>
          {change.error.message}
        </p>
      )}
    </>
  );
}

type Choice = Omit<RouteInput<Routes["changeReading"]>["files"][number], "file">;

type Field = {
  label: string;
  value: string;
  data: { value: string; label: string }[];
  toChoice: (value: string) => Choice;
};

/** What a file leaves to choose. */
function listFields({ form, worksheets, hasEncodings, rows, gaps }: File, formats: FormatChoices): Field[] {
  const fields: Field[] = [];
  const { months = [], areMonthsRows = false, fillDown = [] } = form;
  // What was chosen of a file stays while something else is.
  const chosen: Choice = {
    ...(form.worksheet !== null && { worksheet: form.worksheet }),
    ...(hasEncodings && { encoding: form.encoding as FileEncoding }),
    ...(months.length > 0 && { months: areMonthsRows ? "rows" : "columns" }),
    ...(fillDown.length > 0 && { fillDown }),
  };
  if (worksheets.length > 1) {
    fields.push({
      label: "Worksheet",
      value: form.worksheet ?? "",
      data: worksheets.map((sheet) => ({ value: sheet.name, label: labelSheet(sheet, formats) })),
      toChoice: (worksheet) => ({ worksheet }),
    });
  }
  if (hasEncodings) {
    fields.push({
      label: "Encoding",
      value: form.encoding,
      data: fileEncodings.map((encoding) => ({ value: encoding, label: encodingWords[encoding] })),
      toChoice: (encoding) => ({ ...chosen, encoding: encoding as FileEncoding }),
    });
  }
  if (months.length > 0) {
    fields.push({
      label: "Months",
      value: areMonthsRows ? "rows" : "columns",
      data: [
        { value: "rows", label: `${months[0]} to ${months.at(-1)}: a row for each` },
        { value: "columns", label: "Left as columns" },
      ],
      toChoice: (value) => ({ ...chosen, months: value === "rows" ? "rows" : "columns" }),
    });
  }
  for (const column of [...fillDown, ...gaps.map((gap) => gap.column)]) {
    const gap = gaps.find((one) => one.column === column);
    const others = fillDown.filter((name) => name !== column);
    fields.push({
      label: `Empty cells of ${column}`,
      value: gap ? "empty" : "above",
      data: [
        {
          value: "empty",
          label: gap ? `Left empty (${formatNumber(gap.rows, formats)} of ${wordRows(rows, formats)})` : "Left empty",
        },
        { value: "above", label: "Filled from the row above" },
      ],
      toChoice: (value) => ({ ...chosen, fillDown: value === "above" ? [...others, column] : others }),
    });
  }
  return fields;
}

function labelSheet({ name, rows }: File["worksheets"][number], formats: FormatChoices): string {
  return rows === null ? name : `${name} (${wordRows(rows, formats)})`;
}
