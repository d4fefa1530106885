import { isCurrency } from "@console/figures/currency";
import { wrongField } from "../../../platform/errors.ts";

export function requireCurrency(currency: string | null, field = "currency"): void {
  if (currency !== null && !isCurrency(currency)) throw wrongField(field, `${currency} is not a currency.`);
}
