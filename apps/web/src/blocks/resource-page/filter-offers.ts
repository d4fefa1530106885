import type { EntityField } from "@console/contracts";
import { type FormatChoices, formatDate, formatInstant } from "@console/figures/format";
import { plainFilter } from "./resource-address.ts";

export type Offer = { value: string; label: string };

/** What a filter offers, by the name of its field. */
export type FilterOffers = Readonly<Record<string, readonly Offer[]>>;

const dayMs = 86_400_000;

/** What a filter on a field offers. Days are counted back from today, so that an address means the same for a whole day. */
export function listOffers({ type, choices }: Pick<EntityField, "type" | "choices">): Offer[] {
  if (type === "flag")
    return [
      { value: "yes", label: "Yes" },
      { value: "no", label: "No" },
    ];
  if (type === "instant" || type === "day") {
    const before = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
    return [
      { value: `>${before(1)}`, label: "In the last day" },
      { value: `>${before(7)}`, label: "In the last 7 days" },
      { value: `>${before(30)}`, label: "In the last 30 days" },
      { value: `<${before(30)}`, label: "More than 30 days ago" },
      { value: `<${before(90)}`, label: "More than 90 days ago" },
      { value: "none", label: "Never" },
    ];
  }
  if (type === "count")
    return [
      { value: ">0", label: "Some" },
      { value: "<1", label: "None" },
    ];
  return [...choices, { value: "none", label: "None" }];
}

/** Whether several values of a filter can be chosen together. */
export function takesSeveral({ type, refersTo }: Pick<EntityField, "type" | "refersTo">): boolean {
  return refersTo === null && (type === "choice" || type === "choices");
}

/** Whether a filter is a text that is typed. */
export function isTyped({ type, refersTo }: Pick<EntityField, "type" | "refersTo">): boolean {
  return refersTo === null && (type === "text" || type === "email");
}

/** What a filter says, in words. */
export function sayFilter(
  field: Pick<EntityField, "type" | "refersTo">,
  value: string,
  offers: readonly Offer[],
  formats: FormatChoices,
): string {
  const labelForValue = (one: string) => offers.find((offer) => offer.value === one)?.label ?? plainFilter(one);
  if (isTyped(field)) return value.startsWith("~") ? `contains "${plainFilter(value.slice(1))}"` : plainFilter(value);
  const whole = offers.find((offer) => offer.value === value);
  if (whole) return whole.label;
  if (takesSeveral(field)) return value.split(",").map(labelForValue).join(", ");
  const [, sign, day] = /^([<>])(\d{4}-\d\d-\d\d)$/.exec(value) ?? [];
  if (sign && day) return `${sign === "<" ? "before" : "after"} ${formatDate(day, formats)}`;
  const [since = "", until = ""] = value.split("..");
  if (until !== "" && ![since, until].some((one) => Number.isNaN(Date.parse(one))))
    return `${formatInstant(since, formats)} – ${formatInstant(until, formats)}`;
  return plainFilter(value);
}

/** At most two filters stand open: the state of a row first, then choices and names in the order of the fields. */
export function splitFilters<Field extends Pick<EntityField, "name" | "type" | "refersTo" | "isFilter">>(
  fields: readonly Field[],
): { standing: Field[]; others: Field[] } {
  const filters = fields.filter(({ isFilter }) => isFilter);
  const quick = filters.filter((field) => takesSeveral(field) || field.refersTo !== null);
  const standing = [
    ...quick.filter(({ name }) => name === "status"),
    ...quick.filter(({ name }) => name !== "status"),
  ].slice(0, 2);
  return { standing, others: filters.filter((field) => !standing.includes(field)) };
}

type OffersFor = (name: string) => readonly Offer[];

/** A filter as it is saved: days that were offered are kept by what they are called, since they move on. */
export function storeFilter(filter: string, offersFor: OffersFor): string {
  const { name, value } = readFilter(filter);
  const offer = /^[<>]\d{4}-/.test(value) ? offersFor(name).find((one) => one.value === value) : undefined;
  return offer ? `${name}:@${offer.label}` : filter;
}

/** Saved filters as they are used today; what is no longer offered is left out. */
export function restoreFilters(stored: readonly string[], offersFor: OffersFor): string[] {
  return stored.flatMap((filter) => {
    const { name, value } = readFilter(filter);
    if (!value.startsWith("@")) return [filter];
    const offer = offersFor(name).find(({ label }) => label === value.slice(1));
    return offer ? [`${name}:${offer.value}`] : [];
  });
}

function readFilter(filter: string): { name: string; value: string } {
  const [name = "", ...rest] = filter.split(":");
  return { name, value: rest.join(":") };
}
