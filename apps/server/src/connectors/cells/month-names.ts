/** The months from January on, with their short forms, as each language writes them. */
const monthsByLanguage: Readonly<Record<string, string>> = {
  english: `january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sept sep,
    october oct, november nov, december dec`,
  french: `janvier janv jan, fevrier fevr fev, mars mar, avril avr, mai, juin, juillet juill juil, aout aou,
    septembre sept sep, octobre oct, novembre nov, decembre dec`,
  german: `januar janner jaenner jan, februar feber feb, marz maerz mrz mar, april apr, mai, juni jun, juli jul,
    august aug, september sept sep, oktober okt, november nov, dezember dez`,
  spanish: `enero ene, febrero feb, marzo mar, abril abr, mayo may, junio jun, julio jul, agosto ago,
    septiembre setiembre sept sep set, octubre oct, noviembre nov, diciembre dic`,
  portuguese: `janeiro jan, fevereiro fev, marco mar, abril abr, maio mai, junho jun, julho jul, agosto ago,
    setembro set, outubro out, novembro nov, dezembro dez`,
  dutch: `januari jan, februari feb, maart mrt, april apr, mei, juni jun, juli jul, augustus aug, september sept sep,
    oktober okt, november nov, december dec`,
  italian: `gennaio genn gen, febbraio febbr feb, marzo mar, aprile apr, maggio magg mag, giugno giu, luglio lug,
    agosto ago, settembre sett set, ottobre ott, novembre nov, dicembre dic`,
  russian: `январь января янв, февраль февраля февр фев, март марта мар, апрель апреля апр, май мая, июнь июня июн,
    июль июля июл, август августа авг, сентябрь сентября сент сен, октябрь октября окт, ноябрь ноября нояб ноя, декабрь декабря дек`,
  ukrainian: `січень січня січ, лютий лютого лют, березень березня бер, квітень квітня квіт, травень травня трав, червень червня черв,
    липень липня лип, серпень серпня серп, вересень вересня вер, жовтень жовтня жовт, листопад листопада лист, грудень грудня груд`,
  polish: `styczeń stycznia sty, luty lutego lut, marzec marca mar, kwiecień kwietnia kwi, maj maja, czerwiec czerwca cze, lipiec lipca lip,
    sierpień sierpnia sie, wrzesień września wrz, październik października paź, listopad listopada lis, grudzień grudnia gru`,
  czech: `leden ledna led, únor února úno, březen března bře, duben dubna dub, květen května kvě, červen června, červenec července,
    srpen srpna srp, září zář, říjen října říj, listopad listopadu lis, prosinec prosince pro`,
  turkish: `ocak oca, şubat şub, mart, nisan nis, mayıs, haziran haz, temmuz tem, ağustos ağu, eylül eyl, ekim eki, kasım kas, aralık ara`,
  arabic: `يناير جانفي, فبراير شباط فيفري, مارس آذار, أبريل إبريل نيسان أفريل, مايو أيار ماي, يونيو يونيه حزيران جوان,
    يوليو يوليه تموز جويلية يوليوز, أغسطس أوت غشت, سبتمبر أيلول شتنبر, أكتوبر, نوفمبر نونبر, ديسمبر دجنبر`,
  swedish: `januari jan, februari feb, mars mar, april apr, maj, juni jun, juli jul, augusti aug, september sep, oktober okt, november nov,
    december dec`,
  danish:
    "januar jan, februar feb, marts mar, april apr, maj, juni jun, juli jul, august aug, september sep, oktober okt, november nov, december dec",
  norwegian:
    "januar jan, februar feb, mars mar, april apr, mai, juni jun, juli jul, august aug, september sep, oktober okt, november nov, desember des",
  finnish: `tammikuu tammikuuta, helmikuu helmikuuta, maaliskuu maaliskuuta, huhtikuu huhtikuuta, toukokuu toukokuuta,
    kesäkuu kesäkuuta, heinäkuu heinäkuuta, elokuu elokuuta, syyskuu syyskuuta, lokakuu lokakuuta, marraskuu marraskuuta,
    joulukuu joulukuuta`,
  hungarian: `január jan, február febr feb, március márc, április ápr, május máj, június jún, július júl, augusztus aug, szeptember szept,
    október okt, november nov, december dec`,
  romanian: `ianuarie ian, februarie feb, martie mar, aprilie apr, mai, iunie iun, iulie iul, august aug, septembrie sept,
    octombrie oct, noiembrie noi, decembrie dec`,
  indonesian: `januari jan, februari feb, maret mar, april apr, mei, juni jun, juli jul, agustus agu, september sep, oktober okt,
    november nov, desember des`,
  greek: `ιανουάριος ιανουαρίου ιαν, φεβρουάριος φεβρουαρίου φεβ, μάρτιος μαρτίου μαρ, απρίλιος απριλίου απρ, μάιος μαΐου μαϊ,
    ιούνιος ιουνίου ιουν, ιούλιος ιουλίου ιουλ, αύγουστος αυγούστου αυγ, σεπτέμβριος σεπτεμβρίου σεπ, οκτώβριος οκτωβρίου οκτ,
    νοέμβριος νοεμβρίου νοε, δεκέμβριος δεκεμβρίου δεκ`,
};

/** A word in small letters without accents. */
function plainWord(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Months of two words or two letters, as the one word that others use for them. */
const rareMonths: readonly (readonly [RegExp, string])[] = [
  [/كانون (?:ال)?ثاني/g, "يناير"],
  [/تشرين (?:ال)?اول/g, "اكتوبر"],
  [/تشرين (?:ال)?ثاني/g, "نوفمبر"],
  [/كانون (?:ال)?اول/g, "ديسمبر"],
  [/(?<=^|[\s\d./-])اب(?=$|[\s\d./-])/g, "اغسطس"],
];

/** A text whose months are one word each. */
function joinMonths(plain: string): string {
  if (!/[\u0600-\u06ff]/.test(plain)) return plain;
  return rareMonths.reduce((text, [words, month]) => text.replace(words, month), plain);
}

/** The days of the week that may stand before a day, in the same languages. */
const weekdays = new Set(
  `monday mon tuesday tues tue wednesday wed thursday thurs thur thu friday fri saturday sat sunday sun
  lundi lun mardi mar mercredi mer jeudi jeu vendredi ven samedi sam dimanche dim
  montag mo dienstag di mittwoch mi donnerstag do freitag fr samstag sonnabend sa sonntag so
  lunes martes miercoles mie jueves jue viernes vie sabado sab domingo dom
  segunda seg terca ter quarta qua quinta qui sexta sex
  maandag ma dinsdag woensdag wo vrijdag vr zaterdag za zondag zo donderdag
  lunedi martedi mercoledi giovedi gio venerdi domenica`
    .trim()
    .split(/\s+/),
);

const monthsByName = indexMonths();

/** A name that means another month in another language tells nothing. */
function indexMonths(): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  const unclear = new Set<string>();
  for (const list of Object.values(monthsByLanguage)) {
    for (const [index, names] of list.split(",").entries()) {
      for (const name of plainWord(names).trim().split(/\s+/)) {
        const month = months.get(name) ?? index + 1;
        if (month !== index + 1) unclear.add(name);
        months.set(name, month);
      }
    }
  }
  for (const name of unclear) months.delete(name);
  return months;
}

const dayFirst =
  /^(\d{1,2})(?:\.|st|nd|rd|th|er|o|a)?(?:[-/. ]| de | of )(\p{L}{3,12})\.?,?(?:[-/. ]| del? )(\d{4}|\d{2})(?:[t, ]+(.*))?$/u;
const monthFirst = /^(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:[t, ]+(.*))?$/u;
const leadingWord = /^([a-z]{2,10})(?:-feira)?[.,]* /;

/** A day whose month is a word, as it is written. */
export type NamedDate = { year: string; month: number; day: string; time: string | undefined };

/** The day in a text whose month is a whole word of one of the languages; null where there is none. */
export function parseNamedDate(text: string): NamedDate | null {
  if (!/\p{L}{2}/u.test(text)) return null;
  const plain = joinMonths(plainWord(text).replace(/\s+/g, " "));
  const [lead, word = ""] = leadingWord.exec(plain) ?? [];
  return matchDate(plain) ?? (lead !== undefined && weekdays.has(word) ? matchDate(plain.slice(lead.length)) : null);
}

function matchDate(text: string): NamedDate | null {
  const [, day = "", name = "", year = "", time] = dayFirst.exec(text) ?? [];
  const month = monthsByName.get(name);
  if (month !== undefined) return { year, month, day, time };
  const [, otherName = "", otherDay = "", otherYear = "", otherTime] = monthFirst.exec(text) ?? [];
  const otherMonth = monthsByName.get(otherName);
  return otherMonth === undefined ? null : { year: otherYear, month: otherMonth, day: otherDay, time: otherTime };
}

/** The month in a text that is a word and a year, in any order; null where it is none. */
export function parseNamedMonth(text: string): { year: string; month: string } | null {
  const plain = joinMonths(plainWord(text));
  const [, before, name = "", after] =
    /^(?:(\d{4})[-/. ]+)?(\p{L}{3,12})\.?(?:[-/.,' ]+(?:de |del )?(\d{4}|\d{2}))?$/u.exec(plain) ?? [];
  const month = monthsByName.get(name);
  const year = before ?? after;
  return month === undefined || year === undefined || (before && after) ? null : { year, month: String(month) };
}

/** The month that a text alone names, from 1 on; null where it is none. */
export function readMonthName(text: string): number | null {
  return monthsByName.get(joinMonths(plainWord(text)).trim().replace(/\.$/, "")) ?? null;
}
