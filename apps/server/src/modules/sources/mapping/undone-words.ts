import type { SourceMapping } from "@console/contracts";
import type { RawRow } from "../../../connectors/connector.ts";
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

/** Why a row is left out: someone has said so of a word in it; null where it is not. */
export function findLeftOut(values: RawRow["values"], { leftOutWords = {} }: SourceMapping) {
  for (const [column, words] of Object.entries(leftOutWords)) {
    const word = ownText(values, column)?.trim();
    if (word && words.includes(word)) return { field: "is_return", message: `Left out: ${word}.` };
  }
  return null;
}
