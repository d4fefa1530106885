import { expect, test } from "vitest";
import { findCurrencyMark, findHeaderCurrency } from "./currency-marks.ts";

test.each([
  ["EUR 12.50", ["EUR"]],
  ["12,50 €", ["EUR"]],
  ["12.50eur", ["EUR"]],
  ["-BHD 2.505", ["BHD"]],
  ["US$ 5", ["USD"]],
  ["(A$5.00)", ["AUD"]],
  ["CAD$5", ["CAD"]],
  ["12.50", null],
  ["12.50 pcs", null],
  ["kr 5", ["SEK", "NOK", "DKK", "ISK"]],
  ["12,50 zł", ["PLN"]],
  ["1 234,00 руб.", ["RUB"]],
  ["Rs. 500", ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"]],
])("%s is marked with %j", (amount, currencies) => {
  expect(findCurrencyMark(amount)?.currencies ?? null).toEqual(currencies);
});

test("a sign that several currencies share leaves the choice to the row", () => {
  expect(findCurrencyMark("$5")?.currencies).toEqual(expect.arrayContaining(["USD", "AUD", "CAD", "SGD"]));
  expect(findCurrencyMark("$5")?.currencies).not.toContain("EUR");
  expect(findCurrencyMark("£5")?.currencies).toEqual(expect.arrayContaining(["GBP", "EGP"]));
});

test.each([
  ["Amount (€)", "EUR"],
  ["Betrag €", "EUR"],
  ["Amount (GBP)", "GBP"],
  ["Gross £", "GBP"],
  ["Umsatz in EUR", "EUR"],
  ["cost_(usd)", "USD"],
  ["Kwota (zł)", "PLN"],
  ["Сумма (руб.)", "RUB"],
  ["Tutar (TL)", "TRY"],
  ["Amount (LE)", "EGP"],
  ["Montant payé le", null],
  ["Amount (kr)", null],
  ["Amount ($)", null],
  ["Amount", null],
  ["GRAND TOTAL ALL", null],
  ["Total (all)", null],
  ["Amount top", null],
])("the name %s tells the currency %s", (name, currency) => {
  expect(findHeaderCurrency(name)).toBe(currency);
});
