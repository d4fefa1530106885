import type { Context } from "../context.ts";
import { AppError } from "../errors.ts";
import { isMailAddress } from "../mail/mail-address.ts";
import { columnForField, type Entity, type FieldSpec, isWritten } from "./entity.ts";
import { findPictureProblem } from "./read-picture.ts";

const longestText = 200;
const longestLines = 5000;
const largestCount = 1_000_000_000;
const mostAttributes = 50;

/** A value in the form of its field, or what is wrong with it. */
type Read = { value: unknown } | { problem: string };

/** A field as far as its values are concerned. */
type Readable = Omit<FieldSpec, "initial" | "column" | "edit">;

/** Reads what was given for some fields; all that is wrong is told at once. */
export async function readFields(
  specs: Readonly<Record<string, Readable>>,
  input: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const problems: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (!spec) {
      problems[name] = `There is no such field. Use one of: ${Object.keys(specs).join(", ")}.`;
      continue;
    }
    const read = await readValue(spec, value);
    if ("value" in read) values[name] = read.value;
    else problems[name] = read.problem;
  }
  refuse(problems);
  return values;
}

/** Refuses a new row that lacks a field which every row needs, and fills in what it begins with. */
export async function completed(
  context: Context,
  specs: Readonly<Record<string, FieldSpec>>,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const filled: Record<string, unknown> = { ...values };
  for (const [name, spec] of Object.entries(specs)) {
    if (spec.initial !== undefined && (filled[name] ?? null) === null) filled[name] = await initialValue(context, spec);
  }
  const lacking = Object.entries(specs).filter(
    ([name, spec]) => spec.isRequired && (filled[name] ?? null) === null && isMeant(name, specs, filled),
  );
  refuse(Object.fromEntries(lacking.map(([name, spec]) => [name, missing(spec)])));
  return filled;
}

/** Whether a field makes sense beside the values of the others. */
function isMeant(
  name: string,
  specs: Readonly<Record<string, FieldSpec>>,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const { when } = specs[name] ?? {};
  return !when || (when.values.includes(String(values[when.field] ?? "")) && isMeant(when.field, specs, values));
}

/** What a field of a new row begins with. */
export async function initialValue(
  context: Context,
  { initial }: FieldSpec,
): Promise<string | number | boolean | null> {
  return (typeof initial === "function" ? await initial(context) : initial) ?? null;
}

/** The fields that may be given for a new row, or for one that is there. */
export function writable({ fields }: Entity, isNew: boolean): Record<string, FieldSpec> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, spec]) => isWritten(spec) && (isNew || spec.edit !== "once")),
  );
}

/** Fills in what a caller has no choice about. */
export function withForcedValues(
  context: Context,
  specs: Readonly<Record<string, FieldSpec>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const filled: Record<string, unknown> = { ...values };
  for (const [name, { forcedValue }] of Object.entries(specs)) {
    const own = forcedValue?.(context) ?? null;
    if (own !== null) filled[name] ??= own;
  }
  return filled;
}

/** Refuses to name rows that are not there, or that the caller may not name. */
export async function requireReferences(
  context: Context,
  specs: Readonly<Record<string, FieldSpec>>,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const problems: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const { refersTo, label = name } = specs[name] ?? {};
    if (!refersTo || typeof value !== "string" || (await refersTo.isAvailable(context, value))) continue;
    problems[name] = `There is no such ${label.toLowerCase()}.`;
  }
  refuse(problems);
}

/** Values as the columns of the table. */
export function toColumns({ fields }: Entity, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const column = fields[name]?.column;
      const columnValue = fields[name]?.type === "attributes" ? JSON.stringify(value) : value;
      return [typeof column === "string" ? column : columnForField(name), columnValue];
    }),
  );
}

function refuse(problems: Record<string, string>): void {
  const names = Object.keys(problems);
  if (names.length === 0) return;
  const message = `Check ${names.length === 1 ? "this field" : "these fields"}: ${names.join(", ")}.`;
  throw new AppError("invalid_input", message, { fields: problems });
}

function missing({ label, type, refersTo }: Readable): string {
  return refersTo || type === "choice" || type === "day" || type === "picture"
    ? `Choose ${label.toLowerCase()}.`
    : `Enter ${label.toLowerCase()}.`;
}

async function readValue(spec: Readable, input: unknown): Promise<Read> {
  if (input === null || input === "") {
    return spec.isRequired ? { problem: missing(spec) } : { value: spec.type === "choices" ? [] : null };
  }
  const read = await readTyped(spec, input);
  if ("problem" in read || typeof read.value !== "string" || !spec.check) return read;
  const problem = spec.check(read.value);
  return problem === null ? read : { problem };
}

function readTyped(spec: Readable, input: unknown): Read | Promise<Read> {
  switch (spec.type) {
    case "text":
      return readText(input, spec.max ?? longestText);
    case "lines":
      return readText(input, spec.max ?? longestLines);
    case "email":
      return readEmail(input);
    case "choice":
      return readChoice(spec, input);
    case "choices":
      return readChoices(spec, input);
    case "flag":
      return readFlag(input);
    case "count":
      return readCount(input, spec.max ?? largestCount);
    case "instant":
    case "day":
      return readTime(input, spec.type);
    case "attributes":
      return readAttributes(input);
    case "picture":
      return readPicture(input);
    case "changes":
      return { problem: "This is set by the product." };
  }
}

function readText(input: unknown, max: number): Read {
  if (typeof input !== "string") return { problem: "Enter a text." };
  const text = input.trim();
  if (text.includes("\0")) return { problem: "Remove the NUL character." };
  return text.length > max ? { problem: `Use at most ${max} characters.` } : { value: text };
}

function readEmail(input: unknown): Read {
  const text = typeof input === "string" ? input.trim().toLowerCase() : "";
  return isMailAddress(text) ? { value: text } : { problem: "Enter an email address such as name@company.com." };
}

function readChoice({ choices = {} }: Readable, input: unknown): Read {
  const options = Object.entries(choices);
  const text = plain(String(input));
  const option = options.find(([value, label]) => plain(value) === text || plain(label) === text);
  return option ? { value: option[0] } : { problem: `Choose one of: ${options.map(([, label]) => label).join(", ")}.` };
}

function readChoices(spec: Readable, input: unknown): Read {
  const list = Array.isArray(input) ? input : String(input).split(/[,;]/);
  const values: unknown[] = [];
  for (const one of list) {
    const read = spec.choices ? readChoice(spec, one) : readText(one, longestText);
    if ("problem" in read) return read;
    if (read.value === "") continue;
    const problem = spec.checkEach?.(String(read.value)) ?? null;
    if (problem !== null) return { problem };
    values.push(read.value);
  }
  return { value: [...new Set(values)] };
}

const yes = new Set(["true", "yes", "y", "1", "on"]);
const no = new Set(["false", "no", "n", "0", "off"]);

function readFlag(input: unknown): Read {
  const word = String(input).toLowerCase();
  if (yes.has(word)) return { value: true };
  return no.has(word) ? { value: false } : { problem: "Choose yes or no." };
}

function readCount(input: unknown, max: number): Read {
  const number = typeof input === "number" ? input : /^\s*\d+\s*$/.test(String(input)) ? Number(input) : Number.NaN;
  return Number.isSafeInteger(number) && number >= 0 && number <= max
    ? { value: number }
    : { problem: `Enter a whole number from 0 to ${max.toLocaleString("en-US")}.` };
}

function readTime(input: unknown, type: "instant" | "day"): Read {
  const text = String(input);
  const isRight = /^\d{4}-\d{2}-\d{2}/.test(text) && text.length <= 40 && !Number.isNaN(Date.parse(text));
  if (!isRight) return { problem: type === "day" ? "Enter a day such as 2026-01-31." : "Enter a day and time." };
  return { value: type === "day" ? text.slice(0, 10) : new Date(text) };
}

function readAttributes(input: unknown): Read {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return { problem: "Enter names and values." };
  const entries = Object.entries(input);
  const isRight = entries.every(
    ([name, value]) =>
      /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,59}$/u.test(name) && typeof value === "string" && value.length <= 500,
  );
  if (!isRight)
    return { problem: "Names have letters, digits, spaces, dots and hyphens; values at most 500 characters." };
  return entries.length > mostAttributes
    ? { problem: `Use at most ${mostAttributes} attributes.` }
    : { value: Object.fromEntries(entries) };
}

async function readPicture(input: unknown): Promise<Read> {
  const problem = await findPictureProblem(input);
  return problem === null ? { value: input } : { problem };
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "");
}
