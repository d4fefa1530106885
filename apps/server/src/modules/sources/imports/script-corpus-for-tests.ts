import { encode } from "../../../connectors/file/encode-for-tests.ts";
import type { CorpusFile } from "./file-corpus-for-tests.ts";

const lines = (...rows: string[]) => `${rows.join("\n")}\n`;

/** Sales in other languages and scripts, each with what it must become by its own names and digits. */
export const scriptFiles: readonly CorpusFile[] = [
  {
    name: "Russian names and months",
    content: encode(
      lines("Номер чека;Дата;Филиал;Товар;Количество;Сумма", "s1;5 апреля 2011 г.;Seef;Хлеб;1;12,50"),
      "windows-1251",
    ),
    stored: ["s1 2011-04-05 1250"],
  },
  {
    name: "Ukrainian names and months",
    content: lines("Номер замовлення;Дата;Філія;Кількість;Сума", "s2;5 жовтня 2011;Seef;1;12,50"),
    stored: ["s2 2011-10-05 1250"],
  },
  {
    name: "Greek names and months",
    content: encode(
      lines("Απόδειξη;Ημερομηνία;Κατάστημα;Ποσότητα;Ποσό", "s3 Αθήνα;5 Μαΐου 2011;Seef;1;12,50"),
      "windows-1253",
    ),
    stored: ["s3 Αθήνα 2011-05-05 1250"],
  },
  {
    name: "Turkish names and months",
    content: encode(
      lines("Fiş No;Satış Tarihi;Şube;Ürün;Miktar;Tutar", "s4;5 Ağustos 2011;Seef;Şeftali;1;12,50"),
      "windows-1254",
    ),
    stored: ["s4 2011-08-05 1250"],
  },
  {
    name: "Polish names and months",
    content: lines("Numer paragonu;Data sprzedaży;Oddział;Ilość;Kwota", "s5;5 października 2011;Seef;1;12,50"),
    stored: ["s5 2011-10-05 1250"],
  },
  {
    name: "Arabic names and digits",
    content: lines("رقم الفاتورة,التاريخ,الفرع,الكمية,المبلغ", "s6,٢٠٢٤-٠٥-٠٣,Seef,١,١٢٫٥"),
    stored: ["s6 2024-05-03 1250"],
  },
  {
    name: "Chinese names and dates",
    content: lines("订单号,日期,门店,数量,金额", "s7,2024年5月3日,Seef,1,12.50"),
    stored: ["s7 2024-05-03 1250"],
  },
  {
    name: "Japanese names, dates and digits of full width",
    content: lines("注文番号,販売日,店舗,数量,金額", "s8,２０２４／０５／０３,Seef,１,１２．５０"),
    stored: ["s8 2024-05-03 1250"],
  },
  {
    name: "dates as mails write them",
    content: lines("Transaction no,Verkauft am,Menge,Betrag", 's9,"Tue, 05 Apr 2011 10:00:00 +0200",1,12.50'),
    stored: ["s9 2011-04-05 1250"],
  },
  {
    name: "times with an h",
    content: lines(
      "TransactionNumber,Verkauft am,Menge,Betrag",
      "sa,05/04/2011 16h30,1,12.50",
      "sa,25/04/2011 16h30,1,12.50",
    ),
    stored: ["sa 2011-04-05 1250", "sa 2011-04-25 1250"],
  },
  {
    name: "two digits of years that come first, as the days behind them tell",
    content: lines(
      "小票号,Verkauft am,Menge,Betrag",
      ...["31", "12", "07", "08", "25"].map((day, place) => `sb${place},16-05-${day},1,12.50`),
    ),
    stored: ["31", "12", "07", "08", "25"].map((day, place) => `sb${place} 2016-05-${day} 1250`),
  },
  {
    name: "Arabic months",
    content: lines("رقم الفاتورة,التاريخ,الفرع,الكمية,المبلغ", "sc,5 أكتوبر 2024,Seef,1,12.5"),
    stored: ["sc 2024-10-05 1250"],
  },
  {
    name: "weeks, of which only those with a day are days",
    content: lines(
      "Auftragsnr,Verkauft am,Menge,Betrag",
      "sd,2016-W23-2,1,12.50",
      "se,2016-W23-1,1,12.50",
      "sf,2016-W23,1,12.50",
    ),
    stored: ["sd 2016-06-07 1250", "se 2016-06-06 1250"],
    rejected: ['line 4: "2016-W23" is a week, and every row needs a day of it, such as 2016-06-06.'],
  },
  {
    name: "years of Japanese eras",
    content: lines("伝票番号,日付,店舗,数量,金額", "sg,令和5年11月3日,Seef,1,12.5", "sh,H31.4.30,Seef,1,7"),
    stored: ["sg 2023-11-03 1250", "sh 2019-04-30 700"],
  },
  {
    name: "months of the Levant and the Maghreb",
    content: lines(
      "رقم الفاتورة,التاريخ,الفرع,الكمية,المبلغ",
      "si,5 كانون الأول 2024,Seef,1,12.5",
      "sj,6 جويلية 2024,Seef,1,7",
    ),
    stored: ["si 2024-12-05 1250", "sj 2024-07-06 700"],
  },
  {
    name: "rows within one JSON object",
    content: JSON.stringify({
      page: 1,
      data: [
        { id: "sk", gross: 1 },
        { id: "sl", gross: 2 },
      ],
    }),
    refused: "The file is one JSON object, with its rows in “data”. Upload these as NDJSON: one object per line.",
  },
];
