import { type Maker, makeText, makeValue } from "./make-value.ts";
import type { Random } from "./random.ts";

/** A field of a form, as the product describes it. */
type Field = {
  name: string;
  type: string;
  choices: { value: string }[];
  max: number | null;
  isRequired: boolean;
  isGiven: boolean;
  isChanged: boolean;
  isSortable: boolean;
  isFilter: boolean;
};
export type EntityForm = { fields: Field[]; acts: { name: string; fields: Field[] }[] };
export type SettingForm = { name: string; field: Field; min: number | null };

/** Values for the fields of a form; those that must be given always, the others at times. */
export function makeFields(maker: Maker, fields: readonly Field[]): Record<string, unknown> {
  const given = fields.filter(({ isRequired }) => isRequired || maker.random.oneIn(3));
  return Object.fromEntries(given.map((field) => [field.name, makeField(maker, field)]));
}

/** What a list is put in order by. */
export function makeSort(random: Random, { fields }: EntityForm): string {
  const sortable = fields.filter(({ isSortable }) => isSortable);
  return `${random.pick(["", "-"])}${random.pick(sortable).name}`;
}

/** What a list is narrowed to. */
export function makeFilter(random: Random, { fields }: EntityForm): string {
  const { name, choices } = random.pick(fields.filter(({ isFilter }) => isFilter));
  const others = ["none", ">2026-01-01", "<2027-01-01T00:00:00Z", "north,south"];
  return `${name}:${random.pick([...choices.map(({ value }) => value), ...others])}`;
}

/** Other values for a setting or two. */
export function makeSettings(maker: Maker, forms: readonly SettingForm[]): Record<string, unknown> {
  const chosen = Array.from({ length: 1 + maker.random.below(2) }, () => maker.random.pick(forms));
  return Object.fromEntries(chosen.map(({ name, field, min }) => [name, makeField(maker, field, min ?? 0)]));
}

function makeField(maker: Maker, field: Field, least = 1): unknown {
  const { random } = maker;
  if (maker.bentOneIn > 0 && random.oneIn(maker.bentOneIn)) return makeValue({ ...maker, bentOneIn: 1 }, "", {});
  const name = field.name.split(".").at(-1) ?? "";
  const text = { type: "string", maxLength: field.max ?? 120 };
  switch (field.type) {
    case "choice":
      return random.pick(field.choices).value;
    case "choices":
      if (field.choices.length === 0) return [makeText(maker, name, text)];
      return field.choices.filter(() => random.oneIn(2)).map(({ value }) => value);
    case "flag":
      return random.oneIn(2);
    case "count":
      return least + random.below(Math.min((field.max ?? 100) - least, 1000) + 1);
    case "instant":
      return makeText(maker, name, { format: "date-time" });
    case "day":
      return makeText(maker, name, { format: "date" });
    case "email":
      return makeText(maker, name, { format: "email" });
    case "attributes":
      return { region: makeText(maker, "region", {}) };
    case "picture":
      return makeText(maker, "picture", {});
    default:
      return makeText(maker, name, text);
  }
}

/** A file as people send them: rows that fit, rows that do not, and what is no table at all. */
export function makeFile(maker: Maker, form: EntityForm | undefined): { name: string; content: string } {
  const { random } = maker;
  if (maker.bentOneIn > 0 && random.oneIn(3)) return random.pick(strangeFiles);
  const rows = 1 + random.below(6);
  if (!form) {
    const lines = Array.from(
      { length: rows },
      (_, row) => `f${random.below(500)},r${row},2026-03-0${row + 1} 10:00,Seef,1,9.50`,
    );
    return { name: "sales.csv", content: ["id,receipt number,sale date,branch,qty,gross", ...lines].join("\n") };
  }
  const fields = form.fields.filter(({ isGiven }) => isGiven);
  const line = () => fields.map((field) => JSON.stringify(String(makeField(maker, field)))).join(",");
  return {
    name: "rows.csv",
    content: [fields.map(({ name }) => name).join(","), ...Array.from({ length: rows }, line)].join("\n"),
  };
}

const strangeFiles = [
  { name: "empty.csv", content: "" },
  { name: "head.csv", content: "email,name\n" },
  { name: "quote.csv", content: 'email,name\n"never closed,x\n' },
  { name: "wide.csv", content: `${"a,".repeat(3000)}\n${"1,".repeat(3000)}\n` },
  { name: "zero.csv", content: "email,name\n\u0000,\u0000\n" },
  { name: "same.csv", content: "email,email,email\na@fuzz.test,b@fuzz.test,c@fuzz.test\n" },
  { name: "rows.xlsx", content: "PK\u0003\u0004 no archive" },
  { name: "rows.ndjson", content: '{"email":"a@fuzz.test"}\n{\n[]\nnull\n' },
  { name: "../../rows.csv", content: "__proto__,constructor\n1,2\n" },
];
