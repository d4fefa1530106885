import type { SourceMapping, TargetField } from "@console/contracts";
import { countCurrencyDigits, isCurrency } from "@console/figures/currency";
import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";

/**
 * The same columns, where those of amounts in a currency without decimals can only have signs for thousands: 1,200 yen are
 * no 1.2. A column with both signs, or with numbers that have decimals, stays as it is.
 */
export function inWholeAmounts(
  profiles: readonly ColumnProfile[],
  { fields }: Pick<SourceMapping, "fields">,
  { targets, currency }: { targets: readonly Pick<TargetField, "name" | "type">[]; currency: string },
): ColumnProfile[] {
  const { from = "", constant = "", values: names = {} } = fields.currency ?? {};
  const given = profiles.find(({ name }) => name === from);
  const codes = given ? (given.values ?? []).map(({ value }) => names[value] ?? value) : [constant || currency];
  const isWhole = (code: string) => isCurrency(code.toUpperCase()) && countCurrencyDigits(code.toUpperCase()) === 0;
  if ((from !== "" && !given) || codes.length === 0 || !codes.every(isWhole)) return [...profiles];
  const amounts = new Set(targets.filter(({ type }) => type === "money").map(({ name }) => fields[name]?.from));
  return profiles.map((profile) => {
    const { either, ...numbers } = profile.numbers;
    if (!amounts.has(profile.name) || !either || numbers.point || numbers.comma) return profile;
    const { commas = 0 } = profile;
    // The sign before thousands is not the one before decimals.
    const sign = commas === either.rows ? "point" : commas === 0 ? "comma" : null;
    return sign === null ? profile : { ...profile, numbers: { ...numbers, [sign]: either } };
  });
}
