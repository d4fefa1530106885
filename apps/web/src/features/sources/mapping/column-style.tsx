import type { FieldMapping, SourceColumn, TargetField } from "@console/contracts";
import { NativeSelect } from "@mantine/core";
import classes from "./mapping.module.css";

type Props = {
  field: Pick<TargetField, "label" | "type" | "monthEnd">;
  mapped: FieldMapping;
  column: SourceColumn | undefined;
  onChange: (mapped: FieldMapping) => void;
};

type Dates = NonNullable<FieldMapping["dates"]>;
type Decimal = NonNullable<FieldMapping["decimal"]>;

const dateWords: Record<Dates, string> = {
  iso: "2026-11-14",
  dmy: "Day/month: 14/11/2026",
  mdy: "Month/day: 11/14/2026",
  ymd: "2026/11/14",
  unix: "Seconds since 1970",
  excel: "Spreadsheet date numbers",
};
const decimalWords: Record<Decimal, string> = { point: "1,234.56", comma: "1.234,56" };
const firstYears = [1900, 1930, 1950, 1970, 2000];

/** How the days or the numbers of a field's column are written: what its values tell, and what someone chooses instead. */
export function ColumnStyle({ field, mapped, column, onChange }: Props) {
  const { label, type } = field;
  const isDate = type === "day" || type === "instant";
  const isNumber = type === "number" || type === "quantity" || type === "money";
  if (!mapped.from || (!isDate && !isNumber)) return null;
  const told = isDate ? column?.dates : column?.decimal;
  const chosen = isDate ? mapped.dates : mapped.decimal;
  const words: Record<string, string> = isDate ? dateWords : decimalWords;
  const isUnclear = told?.isSure === false && chosen === undefined;
  const change = (value: string) => {
    const { dates: _, decimal: __, ...rest } = mapped;
    if (value === "") onChange(rest);
    else onChange(isDate ? { ...rest, dates: value as Dates } : { ...rest, decimal: value as Decimal });
  };
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={`How ${label} is written`}
        value={chosen ?? ""}
        error={isUnclear ? "Choose the format." : undefined}
        data={[
          { value: "", label: told?.isSure ? `${words[told.style]} (as found)` : "As found" },
          ...Object.entries(words).map(([value, text]) => ({ value, label: text })),
        ]}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      {isDate && (column?.dates?.shortYears ?? 0) > 0 && (
        <NativeSelect
          size="xs"
          aria-label={`Two-digit years in ${label}`}
          value={String(mapped.firstYear ?? 1970)}
          data={firstYears.map((year) => ({ value: String(year), label: `Years ${year} to ${year + 99}` }))}
          onChange={({ currentTarget }) => onChange({ ...mapped, firstYear: Number(currentTarget.value) })}
        />
      )}
      <MonthChoice field={field} mapped={mapped} column={column} onChange={onChange} />
      {told && (
        <p className={classes.evidence} data-unclear={isUnclear || undefined}>
          {told.evidence}
        </p>
      )}
    </>
  );
}

/** Whether each day counts on itself or stands for its whole month, where a field takes months and the days may be such. */
function MonthChoice({ field: { label, monthEnd }, mapped, column, onChange }: Props) {
  const months = monthEnd ? column?.months : undefined;
  if (!months) return null;
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={`What ${label} stands for`}
        value={(mapped.isMonth ?? months.isFound) ? "month" : "day"}
        data={[
          { value: "day", label: "Each day" },
          { value: "month", label: "Whole month" },
        ]}
        onChange={({ currentTarget }) => onChange({ ...mapped, isMonth: currentTarget.value === "month" })}
      />
      <p className={classes.evidence}>{months.evidence}</p>
    </>
  );
}
