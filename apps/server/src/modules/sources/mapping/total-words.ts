const list = (words: string) => new Set(words.trim().split(/\s*,\s*/));

/** Words that stand where a name would and say that a row sums other rows up. */
const totals =
  list(`total, totals, grand total, sub total, subtotal, sum, overall total, gesamt, gesamtsumme, insgesamt, summe, zwischensumme,
  endsumme, total général, total general, sous total, suma total, totaal, subtotaal, eindtotaal,
  totale, totale generale, subtotale, subtotal geral, total geral, suma, razem, ogółem, suma częściowa, toplam, genel toplam,
  ara toplam, итого, всего, общий итог, разом, усього, σύνολο, γενικό σύνολο, المجموع, الإجمالي, 合计, 总计, 小计, 合計, 小計, 総計`);
/** The same of a row that is the average of others. Words that also name goods, as media, are none of them. */
const averages =
  list(`average, averages, avg, overall average, mean value, median, durchschnitt, mittelwert, ø, moyenne, moyenne générale, promedio,
  valor medio, média, valore medio, gemiddelde, gemiddeld, średnia, ortalama, genel ortalama, среднее, среднее значение, середнє,
  μέσος όρος, المتوسط, متوسط, 平均, 平均值`);

/** Whether a text says of its row that it is made of others, beside which it would count a second time. */
export function isTotalWord(text: string): boolean {
  const word = plainTotal(text);
  return totals.has(word) || averages.has(word);
}

/** What a row is that has such a word. */
export function describeTotal(text: string): string {
  return averages.has(plainTotal(text))
    ? "the row is the average of others, and would count beside them."
    : "the row sums up others, and would count twice.";
}

function plainTotal(text: string): string {
  if (text.length > 40) return "";
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll("\u0307", "")
    .replace(/[\s_-]+/g, " ");
  return word.replace(/\s*[:=.]+$/, "");
}
