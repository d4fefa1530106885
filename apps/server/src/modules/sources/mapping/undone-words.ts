import { anyWord, type SourceMapping } from "@console/contracts";
import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import { shapeDate } from "../../../connectors/cells/read-date.ts";
import type { RawRow } from "../../../connectors/connector.ts";
import { toWords } from "./column-words.ts";
import { isKindName, listParts, plainWord, readFlagWord } from "./flag-words.ts";
import { ownText } from "./own-text.ts";

const list = (words: string) => words.trim().split(/\s*,\s*/);

/** Words that say of a line that it never became a sale, or not yet. */
const undoneWords = new Set(
  list(`cancelled, canceled, cancel, cancellation, void, voided, failed, declined, pending, unpaid, rejected, refused, abandoned, expired,
  awaiting payment, pending payment, payment pending, not paid, on hold, no show, pro forma, proforma, annulliert, abgebrochen, abgelehnt,
  ausstehend, unbezahlt, fehlgeschlagen, ungültig, annulé, annulée, annule, annulation, en attente, impayé, impayée, échoué, échouée, refusé,
  refusée, anulado, anulada, anulacion, anulación, cancelado, cancelada, pendiente, impagado, impagada, no pagado, rechazado, rechazada,
  fallido, fallida, pendente, recusado, não pago, annullato, annullata, in attesa, in sospeso, non pagato, rifiutato, fallito, anulowane,
  anulowany, anulowana, anulowano, oczekujące, oczekuje, nieopłacone, nieopłacony, odrzucone, nieudane, geannuleerd, in afwachting,
  onbetaald, mislukt, geweigerd, iptal, iptal edildi, beklemede, ödenmedi, başarısız, reddedildi, отменён, отменен, отменено, отменена,
  аннулирован, аннулировано, ожидает, не оплачен, не оплачено, скасовано, скасований, ακυρώθηκε, ακυρωμένο, ακυρωμένη, ملغى, ملغي,
  ملغاة, 已取消, 取消, 作废, 待付款, 未付款, キャンセル, 未払い, 保留`),
);
/** The same in columns of types and of states; elsewhere they may name goods, as a draft beer. */
const undoneKinds = new Set(
  list(`draft, quote, quotation, estimate, storno, storniert, stornorechnung, entwurf, angebot, brouillon, devis, borrador, presupuesto,
  rascunho, estorno, estornado, bozza, preventivo, szkic, concept, offerte, taslak, черновик, чернетка, 草稿, 下書き`),
);

/** Whether a word says of its row that it is no sale, or none yet; in a column of states also as one word of several. */
export function namesUndone(value: string, { column, isOfFew }: { column: string; isOfFew: boolean }): boolean {
  const word = plainWord(value);
  if (isUndoneName(column)) return readFlagWord("", value) === true;
  if (!isKindName(column)) return isOfFew && undoneWords.has(word);
  const isUndone = (part: string) => undoneWords.has(part) || undoneKinds.has(part);
  return isUndone(word) || (isOfFew && listParts(word).some(isUndone));
}

/** Whether a column says by its name of which lines its marks are: "Cancelled", "Is void". */
function isUndoneName(column: string): boolean {
  return listParts(plainWord(column)).some((part) => undoneWords.has(part));
}

/** How the words begin by which columns of days name what was cancelled; a quote or a draft has its day as well. */
const undoneStems =
  /^(?:cancel|void|storn|estorn|annul|anul|geannul|iptal|отмен|аннул|скасов|ануль|ακυρ|ملغ|الغاء|إلغاء|取消|作废|作廢|キャンセル|declin|reject|refus)/u;

/** Whether a column says by its name that its days are those on which lines were cancelled: "Cancelled on", "Storno am". */
export function namesUndoneDays(column: string): boolean {
  return toWords(column).some((word) => undoneStems.test(word));
}

/** Rows of a column that have a day. */
export function countDays({ dates }: Pick<ColumnProfile, "dates">): number {
  const { dmy, mdy, either, iso, unix, excel } = dates;
  return [dmy, mdy, either, iso, unix, excel].reduce((sum, shape) => sum + (shape?.rows ?? 0), 0);
}

/** Whether a text is a day on which something was cancelled; a date of zeros says that nothing was. */
export function isUndoneDay(text: string): boolean {
  const shape = shapeDate(text)?.shape;
  return shape !== undefined && shape !== "month" && readFlagWord("", text) !== false;
}

/** Why a row is left out: someone has said so of a word in it; null where it is not. */
export function findLeftOut(values: RawRow["values"], { leftOutWords = {} }: SourceMapping) {
  for (const [column, words] of Object.entries(leftOutWords)) {
    const word = ownText(values, column)?.trim();
    const isAny = words.includes(anyWord) && word !== undefined && isUndoneDay(word);
    if (word && (isAny || words.includes(word)))
      return { field: "is_return", message: `Left out: ${isAny ? `${column} ` : ""}${word}.` };
  }
  return null;
}
