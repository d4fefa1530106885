import type { EntityDescription, EntityField, EntityRow, EntityValue } from "@console/contracts";

export type FormValues = Readonly<Record<string, EntityValue>>;

/** What a new row begins with. */
export function initialValues({ fields }: Pick<EntityDescription, "fields">): FormValues {
  return Object.fromEntries(
    fields.flatMap(({ name, isGiven, initial }) => (isGiven && initial != null ? [[name, initial]] : [])),
  );
}

/** The fields that make sense beside what stands in the others. */
export function listMeant(fields: readonly EntityField[], values: FormValues): EntityField[] {
  const isMeant = ({ when }: EntityField): boolean => {
    if (!when) return true;
    const other = fields.find(({ name }) => name === when.field);
    return when.values.includes(String(values[when.field] ?? "")) && (!other || isMeant(other));
  };
  return fields.filter(isMeant);
}

/** A value as the text of an input. */
export function toText(value: EntityValue | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The texts of a value that is a list of them. */
export function listTexts(value: EntityValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** A value as someone reads it. */
export function shownValue(field: Pick<EntityField, "choices">, value: EntityValue | undefined): string {
  const labelForField = (one: string) => field.choices.find((choice) => choice.value === one)?.label ?? one;
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) {
    const texts = value.map((one) => (typeof one === "string" ? labelForField(one) : one.label));
    return texts.length === 0 ? "–" : texts.join(", ");
  }
  if (typeof value === "object") {
    const entries = Object.entries(value);
    return entries.length === 0 ? "–" : entries.map(([name, one]) => `${name}: ${one}`).join(", ");
  }
  return labelForField(String(value));
}

/** A field of a row as someone reads it; a row that it names by its title. */
export function shownIn(field: Pick<EntityField, "name" | "choices" | "refersTo">, row: EntityRow): string {
  const title = field.refersTo ? (row[field.refersTo.title] ?? null) : null;
  return shownValue(field, title ?? row[field.name]);
}

/** What another value of a field changes; a row that it names comes with its title. */
export function toValueChange(field: EntityField, next: EntityValue, title?: string): FormValues {
  return { [field.name]: next, ...(field.refersTo && { [field.refersTo.title]: title || null }) };
}

/** The fields whose values differ from what is stored. */
export function changedValues(
  fields: readonly EntityField[],
  stored: EntityRow | null,
  values: FormValues,
): Record<string, EntityValue> {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = values[name];
      return value === undefined || isSame(stored?.[name] ?? null, value) ? [] : [[name, value]];
    }),
  );
}

/** An empty text and nothing at all are the same to a reader. */
export function isSame(a: EntityValue, b: EntityValue): boolean {
  return plain(a) === plain(b);
}

function plain(value: EntityValue): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? "" : JSON.stringify(entries);
}
