/** A column that a tenant keeps of its own, beside those that every tenant has. */
export type OwnField = { fact: string; number: number; label: string };

/** How many a tenant can keep for each table of facts: as many as the tables have columns for. */
export const mostOwnFields = 10;

const numbers = Array.from({ length: mostOwnFields }, (_, index) => index + 1);

/** The names of all of them as fields of a record, in their order. */
export const ownFieldNames: readonly string[] = numbers.map(ownFieldName);

/** The columns that hold them. */
export const ownKeys: readonly string[] = ownFieldNames.map((name) => `${name}_id`);

/** What an own field is called in a record. */
export function ownFieldName(number: number): string {
  return `own_${number}`;
}

/** The dimension that an own field is. */
export function ownDimension(fact: string, name: string): string {
  return `${fact}_${name}`;
}

/** The dimension of a field that is defined. */
export function dimensionForOwnField({ fact, number }: Pick<OwnField, "fact" | "number">): string {
  return ownDimension(fact, ownFieldName(number));
}
