/** What sources call the members of fixed lists, in German, French, Spanish, Italian, Dutch, Polish, Portuguese and Turkish. */
const wordLists: Readonly<Record<string, string>> = {
  Planned: `geplant, offen, ausstehend, planifié, planifiée, en attente, planificado, planificada, pendiente,
    pianificato, in attesa, gepland, in behandeling, zaplanowane, zaplanowany, oczekuje, planejado, planeado, pendente, planlandı, beklemede`,
  "Out for delivery": `unterwegs, in zustellung, in auslieferung, en cours de livraison, en livraison,
    en reparto, en camino, in consegna, in transito, onderweg, w doręczeniu, w drodze, em entrega, a caminho, dağıtımda, yolda`,
  Delivered: `zugestellt, geliefert, ausgeliefert, livré, livrée, entregado, entregada, consegnato, consegnata, bezorgd,
    geleverd, afgeleverd, doręczone, doręczona, dostarczone, dostarczono, entregue, teslim edildi`,
  Failed: `fehlgeschlagen, nicht zugestellt, gescheitert, échoué, échouée, non livré, fallido, fallida, no entregado, fallito,
    non consegnato, mislukt, niet bezorgd, nieudane, niedoręczone, falhou, não entregue, başarısız, teslim edilemedi`,
  Returned: `retour, retourniert, zurückgesendet, retourné, retournée, devuelto, devuelta, restituito, reso, geretourneerd, zwrócone,
    zwrot, devolvido, devolvida, iade, iade edildi`,
  Draft: "entwurf, brouillon, borrador, bozza, concept, szkic, wersja robocza, rascunho, taslak",
  "In review": `in prüfung, zur prüfung, en révision, en cours de révision, en revisión, in revisione, in beoordeling,
    w trakcie przeglądu, w weryfikacji, em revisão, em análise, incelemede`,
  Approved:
    "genehmigt, freigegeben, approuvé, approuvée, aprobado, aprobada, approvato, goedgekeurd, zatwierdzone, zatwierdzony, aprovado, aprovada, onaylandı",
  Rejected:
    "abgelehnt, refusé, refusée, rejeté, rejetée, rechazado, rechazada, rifiutato, respinto, afgewezen, geweigerd, odrzucone, odrzucony, rejeitado, rejeitada, reddedildi",
  Signed:
    "unterschrieben, unterzeichnet, signé, signée, firmado, firmada, firmato, ondertekend, podpisane, podpisany, assinado, assinada, imzalandı",
  Expired:
    "abgelaufen, expiré, expirée, vencido, vencida, caducado, scaduto, verlopen, wygasłe, wygasła, wygasły, expirado, expirada, süresi doldu",
};

/** A word in small letters without accents and signs. */
export function plainChoice(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

const choicesByWord = new Map(
  Object.entries(wordLists).flatMap(([choice, words]) =>
    words.split(",").map((word) => [plainChoice(word), choice] as const),
  ),
);

/** The member of a fixed list that a text names, by itself or in another language; undefined where it names none. */
export function findChoice(choices: readonly string[], text: string): string | undefined {
  const plain = plainChoice(text);
  const own = choices.find((choice) => plainChoice(choice) === plain);
  if (own !== undefined) return own;
  const meant = choicesByWord.get(plain);
  return meant !== undefined && choices.includes(meant) ? meant : undefined;
}
