import "@mantine/core/styles/Input.css";
import { type FileEncoding, fileEncodings, type ImportPreview } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
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

type Field = {
  label: string;
  value: string;
  data: { value: string; label: string }[];
  toChoice: (value: string) => { worksheet?: string; encoding?: FileEncoding };
};

/** What a file leaves to choose. */
function listFields({ form, worksheets, hasEncodings }: File, formats: FormatChoices): Field[] {
  const fields: Field[] = [];
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
      toChoice: (encoding) => ({ encoding: encoding as FileEncoding }),
    });
  }
  return fields;
}

function labelSheet({ name, rows }: File["worksheets"][number], formats: FormatChoices): string {
  return rows === null ? name : `${name} (${wordRows(rows, formats)})`;
}
