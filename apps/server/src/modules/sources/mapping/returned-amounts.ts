import type { ReturnQuestion, SourceMapping } from "@console/contracts";
import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import { readNumber } from "../../../connectors/cells/read-number.ts";
import { compileMapping } from "../computed/compile-mapping.ts";
import { countNoun } from "../count-noun.ts";
import { toWords } from "./column-words.ts";
import { decidesSign } from "./flag-words.ts";

const returnStems =
  /return|refund|retour|ruckgab|rucksend|erstatt|gutschrift|devol|devuelt|rembours|reembols|rimbors|zwrot|zwroc|terugbeta|\b(?:reso|iade)\b/;
const amountStems =
  /amount|quantity|value|total|\bunit|piece|\bpcs\b|count|\bsum|menge|betrag|anzahl|stuck|wert|montant|quantite|importe|cantidad|importo|quantita|quantidade|valor|aantal|bedrag|kwota|ilosc|tutar|adet/;

/** Whether a name is that of an amount or a quantity that came back, which is no mark of a line. */
function isReturnedAmount(column: string): boolean {
  const name = toWords(column).join(" ");
  return returnStems.test(name) && amountStems.test(name);
}

const sayUnloaded = "is not loaded: returns are lines of their own or a mark.";

/** Why a column is no mark of returns: it tells how much of a line came back, and would take off all of it. */
export function refuseReturnedAmount({ name }: { name: string }, column: string): string | null {
  return decidesSign(name) && isReturnedAmount(column) ? `“${column}” ${sayUnloaded}` : null;
}

/** Columns of what came back that hold numbers above zero and fill nothing; there is nothing to choose for them. */
export function listReturnedAmounts(mapping: SourceMapping, profiles: readonly ColumnProfile[]): ReturnQuestion[] {
  if (mapping.fact !== "sale_lines") return [];
  const used = new Set([
    ...Object.values(mapping.fields).map(({ from }) => from),
    ...compileMapping(mapping).flatMap(({ columns }) => columns),
  ]);
  return profiles.flatMap((profile): ReturnQuestion[] => {
    const { name } = profile;
    const rows = used.has(name) || !isReturnedAmount(name) ? 0 : countAboveZero(profile);
    if (rows === 0) return [];
    const evidence = `“${name}” ${sayUnloaded} It is above zero in ${countNoun(rows, "row")}.`;
    return [
      {
        column: name,
        title: name,
        evidence,
        choices: [],
        words: [],
        canLeaveOut: false,
        isAnswered: true,
        canWait: true,
      },
    ];
  });
}

/** Rows with a number above zero; where a column has too many different ones to tell, all that are not below it. */
function countAboveZero({ values, numbers, belowZero }: ColumnProfile): number {
  if (values) {
    const isAbove = (value: string) => (readNumber(value, "point") ?? readNumber(value, "comma") ?? 0) > 0;
    return values.reduce((sum, { value, rows }) => sum + (isAbove(value) ? rows : 0), 0);
  }
  const all = [numbers.point, numbers.comma, numbers.either, numbers.plain];
  return all.reduce((sum, shape) => sum + (shape?.rows ?? 0), 0) - (belowZero?.rows ?? 0);
}
