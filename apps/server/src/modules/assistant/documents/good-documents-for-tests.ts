import { readFile } from "node:fs/promises";
import {
  docxParagraph,
  docxTable,
  makeDocx,
  makePdf,
  pdfPage,
} from "../../../connectors/documents/documents-for-tests.ts";
import { textRow, workbook } from "../../../connectors/file/workbook-for-tests.ts";

/** A document as organisations have them, with a question and words of the passage that answers it. */
type GoodDocument = {
  name: string;
  make: () => Promise<Buffer | string> | Buffer | string;
  question: string;
  says: string;
};

const handbook = (name: string, question: string, says: string): GoodDocument => ({
  name,
  make: () => readFile(new URL(`./handbooks/${name}`, import.meta.url)),
  question,
  says,
});

/** A Word document of headings, which begin with "# ", paragraphs and tables. */
const docx = (...parts: readonly (string | readonly (readonly string[])[])[]) =>
  makeDocx(
    parts
      .map((part) => {
        if (typeof part !== "string") return docxTable(part);
        return part.startsWith("# ") ? docxParagraph(part.slice(2), { style: "berschrift1" }) : docxParagraph(part);
      })
      .join(""),
  );

const sheet = (name: string, rows: readonly (readonly string[])[]) =>
  Buffer.from(workbook({ names: [name], sheets: [rows.map((row, place) => textRow(place + 1, row)).join("")] }));

const html = (language: string, title: string, body: string) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body><nav>Menu</nav><main>${body}</main><footer>© 2026</footer></body></html>`;

export const goodDocuments: readonly GoodDocument[] = [
  handbook("returns-policy.md", "How long do customers have to return something?", "within 30 days"),
  handbook("driver-handbook.md", "What is the number of roadside assistance?", "0800 555 010"),
  handbook("opening-hours.md", "Are branches open on public holidays?", "closed on public holidays except Airport"),
  handbook("people-handbook.md", "From which day on is a doctor's certificate needed?", "from the third day on"),
  handbook("cash-handling.md", "How large is the float in a till?", "200 euros"),
  handbook("contract-archive.md", "How long are leases kept in the archive?", "30 years"),
  handbook("warehouse-manual.md", "Where are heavy goods put away?", "lowest level"),
  handbook("service-desk.md", "When is a laptop replaced?", "after four years"),
  {
    name: "fire-safety.pdf",
    make: () =>
      makePdf([
        pdfPage("# Fire alarm", "Leave everything, take the stairs and meet at the flagpole beside car park B."),
        pdfPage("# Extinguishers", "Foam extinguishers hang beside every lift. They are inspected each March."),
      ]),
    question: "Where do we meet after a fire alarm?",
    says: "flagpole",
  },
  {
    name: "Reisekosten.pdf",
    make: () =>
      makePdf([
        pdfPage(
          "# Reisekosten",
          "Belege für Reisekosten werden innerhalb von drei Monaten eingereicht.",
          "# Übernachtung",
          "Hotelzimmer kosten höchstens 120 Euro je Nacht. Frühstück wird abgezogen.",
        ),
      ]),
    question: "Was darf ein Hotelzimmer kosten?",
    says: "120 Euro",
  },
  {
    name: "garantie.pdf",
    make: () =>
      makePdf([
        pdfPage("# Garantie commerciale", "La garantie des appareils électroménagers dure deux ans."),
        pdfPage("# Pièces détachées", "Les pièces détachées sont disponibles pendant dix ans à l'atelier de Lyon."),
      ]),
    question: "Où trouver les pièces détachées ?",
    says: "atelier de Lyon",
  },
  {
    name: "vacaciones.pdf",
    make: () =>
      makePdf([
        pdfPage("# Vacaciones", "Las vacaciones se solicitan con seis semanas de antelación al encargado de turno."),
      ]),
    question: "¿Con cuánta antelación se solicitan las vacaciones?",
    says: "seis semanas",
  },
  {
    name: "tariff-2026.pdf",
    make: () =>
      makePdf([
        (pdf) => {
          pdf.font("Helvetica-Bold").fontSize(18).text("Courier tariff");
          pdf.font("Helvetica").fontSize(11);
          const rows = [
            ["Zone", "Up to 5 kg", "Up to 20 kg"],
            ["Inner harbour", "4.20", "7.90"],
            ["Northern islands", "11.50", "19.80"],
          ];
          for (const [row, cells] of rows.entries()) {
            for (const [column, cell] of cells.entries())
              pdf.text(cell, 60 + column * 150, 120 + row * 20, { lineBreak: false });
          }
        },
      ]),
    question: "What is the courier tariff to the northern islands?",
    says: "Northern islands | 11.50 | 19.80",
  },
  {
    name: "Datenschutz.docx",
    make: () =>
      docx(
        "# Auskunft",
        "Anfragen von Kunden nach ihren Daten beantwortet die Datenschutzbeauftragte binnen eines Monats.",
        "# Löschung",
        "Bewerbungen werden sechs Monate nach der Absage gelöscht.",
      ),
    question: "Wann werden Bewerbungen gelöscht?",
    says: "sechs Monate nach der Absage",
  },
  {
    name: "fornitori.docx",
    make: () =>
      docx("# Pagamenti", "I fornitori sono pagati a sessanta giorni dalla fattura.", [
        ["Fornitore", "Referente"],
        ["Cartiera Bassi", "Giulia Rossi"],
      ]),
    question: "Quando sono pagati i fornitori?",
    says: "sessanta giorni",
  },
  {
    name: "visitors.docx",
    make: () =>
      docx("# Visitors", "Visitors sign in at the reception and wear a yellow badge.", [
        ["Site", "Reception desk"],
        ["Quarry Lane", "extension 4417"],
        ["Mill Street", "extension 4420"],
      ]),
    question: "Which extension has the reception desk at Quarry Lane?",
    says: "extension 4417",
  },
  {
    name: "ziekmelding.docx",
    make: () => docx("# Ziekmelding", "Medewerkers melden zich ziek vóór half negen bij de teamleider."),
    question: "Wanneer melden medewerkers zich ziek?",
    says: "half negen",
  },
  {
    name: "сроки-хранения.docx",
    make: () => docx("# Сроки хранения", "Кассовые чеки хранятся пять лет в архиве бухгалтерии."),
    question: "Где хранятся кассовые чеки?",
    says: "архиве бухгалтерии",
  },
  {
    name: "loyalty.html",
    make: () =>
      html(
        "en",
        "Loyalty card",
        "<h1>Loyalty card</h1><h2>Points</h2><p>Every euro earns one point; 250 points become a voucher.</p><h2>Lost card</h2><p>A lost loyalty card is blocked by the hotline and its points move to the new one.</p>",
      ),
    question: "What happens to the points of a lost loyalty card?",
    says: "points move to the new one",
  },
  {
    name: "entregas.html",
    make: () =>
      html(
        "pt",
        "Entregas",
        "<h1>Entregas</h1><p>As entregas ao domicílio são gratuitas a partir de oitenta euros.</p><table><tr><th>Cidade</th><th>Prazo</th></tr><tr><td>Braga</td><td>dois dias</td></tr></table>",
      ),
    question: "Quando são gratuitas as entregas ao domicílio?",
    says: "oitenta euros",
  },
  {
    name: "reklamacje.html",
    make: () =>
      html(
        "pl",
        "Reklamacje",
        "<h1>Reklamacje</h1><p>Sklep rozpatruje reklamacje w ciągu czternastu dni od zgłoszenia.</p>",
      ),
    question: "W ciągu ilu dni sklep rozpatruje reklamacje?",
    says: "czternastu dni",
  },
  {
    name: "iade.htm",
    make: () => html("tr", "İade", "<h1>İade</h1><p>İade edilen ürünler fatura ile birlikte şubeye getirilir.</p>"),
    question: "İade edilen ürünler nereye getirilir?",
    says: "şubeye getirilir",
  },
  {
    name: "返品.md",
    make: () => "# 返品\n\n商品は購入から三十日以内に返品できます。\n\n# 営業時間\n\n港店は朝七時に開きます。\n",
    question: "港店は何時に開きますか",
    says: "朝七時",
  },
  {
    name: "سياسة-الإجازات.txt",
    make: () => "سياسة الإجازات\n\nيطلب الموظف الإجازة السنوية قبل أربعة أسابيع من مدير الفرع.\n",
    question: "متى يطلب الموظف الإجازة السنوية؟",
    says: "أربعة أسابيع",
  },
  {
    name: "telephone list.txt",
    make: () =>
      Buffer.from("TELEPHONE LIST\n\nCaretaker of the Gävle site: 026 555 33.\n\nCanteen: 026 555 40.\n", "latin1"),
    question: "What is the number of the caretaker in Gävle?",
    says: "026 555 33",
  },
  {
    name: "utf16-notes.txt",
    make: () =>
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from("SHIFT NOTES\r\n\r\nThe freezer in bay nine is defrosted on the first Tuesday.\r\n", "utf16le"),
      ]),
    question: "When is the freezer in bay nine defrosted?",
    says: "first Tuesday",
  },
  {
    name: "spare-parts.csv",
    make: () => "part;shelf;supplier\nV-belt 13x900;C14;Kuhn\nOil filter W712;C15;Brandt\nWiper 60 cm;D02;Kuhn\n",
    question: "On which shelf is the oil filter W712?",
    says: "C15",
  },
  {
    name: "担当者.csv",
    make: () => "支店,担当者,内線\n大阪,田中花子,118\n札幌,佐藤健,231\n",
    question: "札幌の担当者は誰ですか",
    says: "佐藤健",
  },
  {
    name: "allergens.xlsx",
    make: () =>
      sheet("Allergens", [
        ["Dish", "Contains"],
        ["Lentil curry", "celery, mustard"],
        ["Fish pie", "fish, milk, gluten"],
      ]),
    question: "Which allergens does the lentil curry contain?",
    says: "celery, mustard",
  },
  {
    name: "wartungsplan.xlsx",
    make: () =>
      sheet("Wartungsplan", [
        ["Anlage", "Intervall", "Verantwortlich"],
        ["Kühlhaus", "vierteljährlich", "Herr Öztürk"],
        ["Rolltor", "jährlich", "Frau Maier"],
      ]),
    question: "Wer ist für das Kühlhaus verantwortlich?",
    says: "Herr Öztürk",
  },
];
