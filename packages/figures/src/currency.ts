let codes: ReadonlySet<string> | null = null;

/** Whether a text is the code of a currency by ISO 4217, such as USD. */
export function isCurrency(text: string): boolean {
  codes ??= new Set(Intl.supportedValuesOf("currency"));
  return codes.has(text);
}

const digitsCache = new Map<string, number>();

/** How many decimals a currency has: none for JPY, two for USD, three for KWD. */
export function countCurrencyDigits(currency: string): number {
  const cached = digitsCache.get(currency);
  if (cached !== undefined) return cached;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  digitsCache.set(currency, digits);
  return digits;
}
