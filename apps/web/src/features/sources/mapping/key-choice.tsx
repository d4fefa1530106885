import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Radio.css";
import "@mantine/core/styles/ScrollArea.css";
import type { DuplicateRule, ImportPreview, SourceMapping, TargetField } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { Button, MultiSelect, Radio } from "@mantine/core";
import classes from "./mapping.module.css";

type Props = {
  columns: readonly { name: string }[];
  mapping: SourceMapping;
  /** What all rows of a file tell of its keys; left out where a source is read piece by piece. */
  keys?: ImportPreview["keys"];
  error?: string | undefined;
  formats: FormatChoices;
  onMapping: (mapping: SourceMapping) => void;
};

const rules: readonly { value: DuplicateRule; label: string; help: string }[] = [
  { value: "last", label: "The later row counts", help: "For lists in which later rows correct earlier ones." },
  { value: "first", label: "The first row counts", help: "Later rows are ignored." },
  {
    value: "each",
    label: "Every line counts",
    help: "Even equal lines of one file count, and the key is not used. A line that an earlier load also has counts once. A corrected line counts in addition to the earlier one.",
  },
];

/** The columns that tell rows apart, and what rows of one load become that share them. */
export function KeyChoice({ columns, mapping, keys, error, formats, onMapping }: Props) {
  const chosen = chosenKey(mapping);
  const isOpen = isRuleOpen(keys, mapping);
  const rule = mapping.duplicates ?? (isOpen ? "" : "last");
  const change = (names: string[]) => onMapping(withKey(mapping, names));
  const [best] = keys?.candidates ?? [];
  const isBest = best && best.columns.join("\n") === chosen.join("\n");
  return (
    <div className={classes.keys}>
      <MultiSelect
        label="Key"
        description="The columns that together identify a row. If none is chosen, the whole row is its key."
        placeholder={chosen.length === 0 ? "The whole row" : ""}
        data={columns.map(({ name }) => name)}
        value={chosen}
        maxValues={8}
        error={error}
        searchable
        disabled={rule === "each"}
        onChange={change}
      />
      {keys && (
        <p className={classes.evidence} data-unclear={(rule !== "each" && isRepeated(keys, chosen)) || undefined}>
          {keyWords(keys, chosen, (value) => formatNumber(value, formats))}{" "}
          {best && best.repeats === 0 && !isBest && rule !== "each" && (
            <Button size="compact-xs" variant="subtle" onClick={() => change(best.columns)}>
              Use {best.columns.join(" + ")}
            </Button>
          )}
        </p>
      )}
      <Radio.Group
        label="Rows of one load with the same key"
        value={rule}
        error={isOpen ? "Rows of this file share this key. Choose what they become." : undefined}
        onChange={(value) => onMapping({ ...mapping, duplicates: value as DuplicateRule })}
      >
        <div className={classes.rules}>
          {rules.map(({ value, label, help }) => (
            <Radio key={value} size="xs" value={value} label={label} description={help} />
          ))}
        </div>
      </Radio.Group>
    </div>
  );
}

/** Whether rows of a file share their key, and nobody has said which of them counts. */
export function isRuleOpen(keys: Pick<ImportPreview["keys"], "shared"> | undefined, mapping: SourceMapping): boolean {
  const [key, ...more] = chosenKey(mapping);
  return (
    mapping.duplicates === undefined && key !== undefined && more.length === 0 && keys?.shared.includes(key) === true
  );
}

/** Whether rows of a table are told apart by a key of their source; rows of lists are by what they are about. */
export function hasKey(fields: readonly Pick<TargetField, "name">[]): boolean {
  return fields.some(({ name }) => name === "source_key");
}

/** The columns of a mapping's key. */
export function chosenKey({ keyColumns, fields }: SourceMapping): string[] {
  if (keyColumns && keyColumns.length > 0) return keyColumns;
  const { from } = fields.source_key ?? {};
  return from ? [from] : [];
}

/** The same mapping with another key. */
export function withKey(mapping: SourceMapping, names: readonly string[]): SourceMapping {
  const { keyColumns: _, fields, ...rest } = mapping;
  const { source_key: __, ...others } = fields;
  const [only, ...more] = names;
  if (only === undefined) return { ...rest, fields: others };
  if (more.length === 0) return { ...rest, fields: { ...others, source_key: { from: only } } };
  return { ...rest, fields: others, keyColumns: [...names] };
}

function isRepeated(keys: ImportPreview["keys"], chosen: readonly string[]): boolean {
  return !keys.candidates.some(
    ({ columns, repeats }) => repeats === 0 && columns.every((name) => chosen.includes(name)),
  );
}

/** What the file's rows tell of a key. */
function keyWords(keys: ImportPreview["keys"], chosen: readonly string[], number: (value: number) => string): string {
  const rows = `${number(keys.rows)} ${keys.rows === 1 ? "row" : "rows"}`;
  const equal =
    keys.equalRows > 0
      ? ` ${number(keys.equalRows)} ${keys.equalRows === 1 ? "row is" : "rows are"} equal to an earlier one in every column.`
      : "";
  if (chosen.length > 0 && !isRepeated(keys, chosen)) {
    const own = keys.candidates.find(({ columns }) => columns.join("\n") === chosen.join("\n"));
    const empty = own && own.empty > 0 ? ` It is empty in ${number(own.empty)} of them.` : "";
    return `It identifies all ${rows}.${empty}${equal}`;
  }
  const [best] = keys.candidates;
  const shared = chosen.length > 0 ? "Some rows share this key. " : "";
  if (best && best.repeats === 0) return `${shared}${best.columns.join(" + ")} identifies all ${rows}.${equal}`;
  if (best) {
    return `${shared}No columns identify all ${rows}: the best, ${best.columns.join(" + ")}, leave ${number(best.repeats)} that repeat.${equal}`;
  }
  return `${shared}No column is filled in all ${rows}.${equal}`;
}
