/**
 * What sources call the members of fixed lists, in German, French, Spanish, Italian, Dutch, Polish, Portuguese and Turkish,
 * then in Russian, Ukrainian, Czech, Swedish, Danish, Romanian, Greek, Arabic, Chinese and Japanese.
 */
const wordLists: Readonly<Record<string, string>> = {
  Planned: `scheduled, assigned, unassigned, pending, geplant, offen, ausstehend, planifié, planifiée, en attente, planificado, planificada, pendiente,
    pianificato, in attesa, gepland, in behandeling, zaplanowane, zaplanowany, oczekuje, planejado, planeado, pendente, planlandı, beklemede,
    запланировано, ожидает, в ожидании, заплановано, очікує, naplánováno, čeká, planerad, väntar, planlagt, afventer, planificat, în așteptare, προγραμματισμένο, σε αναμονή, مخطط, قيد الانتظار, 待配送, 未配送, 配達予定`,
  "Out for delivery": `in transit, on the way, en route, dispatched, picked up, unterwegs, in zustellung, in auslieferung, en cours de livraison, en livraison,
    en reparto, en camino, in consegna, in transito, onderweg, w doręczeniu, w drodze, em entrega, a caminho, dağıtımda, yolda,
    в пути, доставляется, в дорозі, na cestě, doručuje se, under leverans, på väg, under levering, undervejs, în livrare, în curs de livrare, προς παράδοση, καθ οδόν, قيد التوصيل, خارج للتوصيل, 配送中, 配達中`,
  Delivered: `successful, success, completed, complete, zugestellt, geliefert, ausgeliefert, livré, livrée, entregado, entregada, consegnato, consegnata, bezorgd,
    geleverd, afgeleverd, doręczone, doręczona, dostarczone, dostarczono, entregue, teslim edildi,
    доставлено, доставлен, доставлена, вручено, doručeno, levererad, levererat, leveret, livrat, livrată, παραδόθηκε, παραδομένο, تم التوصيل, تم التسليم, 已送达, 已签收, 配達完了, 配達済み`,
  Failed: `unsuccessful, undelivered, not delivered, delivery failed, failed attempt, fehlgeschlagen, nicht zugestellt, gescheitert, échoué, échouée, non livré, fallido, fallida, no entregado, fallito,
    non consegnato, mislukt, niet bezorgd, nieudane, niedoręczone, falhou, não entregue, başarısız, teslim edilemedi,
    не доставлено, не доставлен, неудача, nedoručeno, misslyckad, misslyckades, mislykket, nelivrat, nelivrată, eșuat, απέτυχε, δεν παραδόθηκε, لم يتم التوصيل, فشل, فشل التوصيل, 配送失败, 配達失敗, 不在`,
  Returned: `returned to sender, return to sender, rto, retour, retourniert, zurückgesendet, retourné, retournée, devuelto, devuelta, restituito, reso, geretourneerd, zwrócone,
    zwrot, devolvido, devolvida, iade, iade edildi,
    возвращено, возврат, возвращён, повернено, повернення, vráceno, returnerad, retur, returneret, returnat, επιστράφηκε, επιστροφή, مرتجع, تم الإرجاع, 已退回, 已退货, 返品, 返送`,
  Draft: `entwurf, brouillon, borrador, bozza, concept, szkic, wersja robocza, rascunho, taslak,
    черновик, чернетка, koncept, utkast, kladde, ciornă, πρόχειρο, مسودة, 草稿, 下書き`,
  "In review": `in prüfung, zur prüfung, en révision, en cours de révision, en revisión, in revisione, in beoordeling,
    w trakcie przeglądu, w weryfikacji, em revisão, em análise, incelemede,
    на рассмотрении, на проверке, на розгляді, ke kontrole, under granskning, til gennemsyn, în revizuire, υπό έλεγχο, قيد المراجعة, 审核中, 審査中, レビュー中`,
  Approved: `genehmigt, freigegeben, approuvé, approuvée, aprobado, aprobada, approvato, goedgekeurd, zatwierdzone, zatwierdzony, aprovado, aprovada, onaylandı,
    одобрено, утверждено, согласовано, затверджено, погоджено, schváleno, godkänd, godkänt, godkendt, aprobat, aprobată, εγκρίθηκε, εγκεκριμένο, موافق عليه, معتمد, 已批准, 已审批, 承認済み, 承認`,
  Rejected: `abgelehnt, refusé, refusée, rejeté, rejetée, rechazado, rechazada, rifiutato, respinto, afgewezen, geweigerd, odrzucone, odrzucony, rejeitado, rejeitada, reddedildi,
    отклонено, отказано, відхилено, zamítnuto, avslagen, avvisad, afvist, respins, respinsă, απορρίφθηκε, مرفوض, 已拒绝, 已驳回, 却下, 否認`,
  Signed: `unterschrieben, unterzeichnet, signé, signée, firmado, firmada, firmato, ondertekend, podpisane, podpisany, assinado, assinada, imzalandı,
    подписано, подписан, підписано, podepsáno, signerad, undertecknad, underskrevet, semnat, semnată, υπογράφηκε, υπογεγραμμένο, موقع, تم التوقيع, 已签署, 署名済み, 締結済み`,
  Expired: `abgelaufen, expiré, expirée, vencido, vencida, caducado, scaduto, verlopen, wygasłe, wygasła, wygasły, expirado, expirada, süresi doldu,
    истёк, истек, просрочено, закінчився, vypršelo, utgången, udløbet, expirat, expirată, έληξε, ληγμένο, منتهي, منتهي الصلاحية, 已过期, 已到期, 期限切れ, 満了`,
  Receipt: `wareneingang, zugang, eingang, einlagerung, entrée, réception, entrada, recepción, ricevimento, carico, ontvangst,
    przyjęcie, recebimento, giriş, mal kabul, приход, поступление, надходження, příjem, inleverans, modtagelse, recepție, παραλαβή,
    استلام, وارد, 入库, 入庫, goods receipt, purchase receipt, inbound, 101, 501`,
  Issue: `warenausgang, abgang, ausgang, entnahme, auslagerung, sortie, salida, despacho, uscita, scarico, uitgifte, wydanie, saída,
    çıkış, расход, списание, відпуск, výdej, uttag, udlevering, ieșire, εξαγωγή, صرف, صادر, 出库, 出庫, goods issue, outbound, 201, 221, 241, 251, 261, 281, 551, 601`,
  Transfer: `umlagerung, umbuchung, transfert, traslado, transferencia, trasferimento, verplaatsing, przesunięcie, transferência,
    перемещение, переміщення, převod, överföring, overførsel, μεταφορά, نقل, تحويل, 调拨, 移動, transfer in, transfer out, stock transfer, 301, 303, 305, 309, 311, 313, 315`,
  Adjustment: `korrektur, bestandskorrektur, inventurdifferenz, ajustement, ajuste, rettifica, correctie, korekta, düzeltme,
    корректировка, коригування, úprava, justering, ajustare, διόρθωση, تسوية, 调整, 調整, inventory adjustment, stock adjustment, 701, 702`,
  Return:
    "retoure, rückgabe, rücklieferung, retour, devolución, reso, zwrot, devolução, iade, возврат, повернення, vrácení, retur, επιστροφή, مرتجع, 退货, 返品",
  Opening: `anfangsbestand, eröffnungsbestand, eröffnung, stock initial, ouverture, saldo inicial, inventario inicial, apertura,
    giacenza iniziale, beginvoorraad, bilans otwarcia, stan początkowy, saldo de abertura, açılış, начальный остаток, opening stock, opening balance,
    initial stock, 561`,
  Income:
    "revenue, sales, erlös, erlöse, ertrag, erträge, produit, produits, ingreso, ingresos, ricavo, ricavi, opbrengst, przychód, przychody, receita, gelir, доход, выручка, дохід, إيراد, إيرادات, 收入, 収益",
  Expense:
    "expenses, cost, costs, aufwand, aufwendungen, kosten, charge, charges, gasto, gastos, costo, costi, lasten, koszt, koszty, despesa, gider, расход, витрати, مصروف, مصروفات, 费用, 費用",
  Receivable:
    "receivables, accounts receivable, forderung, forderungen, debitor, debitoren, créances, cuentas por cobrar, crediti, debiteuren, należności, contas a receber, alacaklar, дебиторская задолженность, ذمم مدينة, 应收账款, 売掛金",
  Payable:
    "payables, accounts payable, verbindlichkeit, verbindlichkeiten, kreditor, kreditoren, dettes, cuentas por pagar, debiti, crediteuren, zobowiązania, contas a pagar, borçlar, кредиторская задолженность, ذمم دائنة, 应付账款, 買掛金",
  Cash: "bank, cash and bank, kasse, banque, caisse, banco, caja, banca, cassa, kas, kasa, caixa, banka, касса, банк, نقد, بنك, 现金, 現金",
};

/** A word in small letters without accents and signs. */
export function plainChoice(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** What each word means; in another list it may mean something else. */
const choicesByWord = indexChoices();

function indexChoices(): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const [choice, words] of Object.entries(wordLists)) {
    for (const word of words.split(",").map(plainChoice)) index.set(word, [...(index.get(word) ?? []), choice]);
  }
  return index;
}

/** The member of a fixed list that a text names, by itself or in another language; undefined where it names none. */
export function findChoice(choices: readonly string[], text: string): string | undefined {
  const plain = plainChoice(text);
  const own = choices.find((choice) => plainChoice(choice) === plain);
  if (own !== undefined) return own;
  const [meant, ...others] = (choicesByWord.get(plain) ?? []).filter((choice) => choices.includes(choice));
  // A word for two members of one list tells neither.
  return others.length === 0 ? meant : undefined;
}
