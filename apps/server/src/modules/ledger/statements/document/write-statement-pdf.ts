import { type LedgerStatement, ledgerAgeingBuckets } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { formatDate, formatInstant, formatMoney } from "@console/figures/format";
import { AppError } from "../../../../platform/errors.ts";
import { ink, Pen, type TextStyle } from "../../../reports/index.ts";
import type { StatementDocument, StatementRequest } from "./statement-document.ts";
import { StatementSheet } from "./statement-sheet.ts";
import { type StatementWords, statementWords } from "./statement-words.ts";

type Line = LedgerStatement["items"][number];
type Column = { label: string; width: number; isNumeric?: true };

const body: TextStyle = { size: 8.5, colour: ink.text };
const strong: TextStyle = { size: 8.5, colour: ink.text, isStrong: true };
const quiet: TextStyle = { size: 8, colour: ink.secondary };
const lineHeight = 16;
const gap = 8;

/** A statement of account as PDF on A4: from the right to the left where its language is read so. */
export async function* writeStatementPdf(statement: StatementDocument): AsyncGenerator<Buffer> {
  const words = statementWords[statement.language];
  // Loaded with the first PDF, so that a start does not wait for it.
  const { default: PDFDocument } = await import("pdfkit");
  const file = new PDFDocument({
    size: "A4",
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: statement.language,
    displayTitle: true,
    pdfVersion: "1.7",
    info: {
      Title: `${words.title}, ${nameStatement(statement.request, statement.statement.account)}`,
      Author: statement.tenant,
      Producer: "Console",
    },
  });
  await new StatementPaper(new Pen(file), statement, words).draw();
  file.end();
  for await (const chunk of file) yield chunk as Buffer;
}

/** Whose statement it is. */
export function nameStatement(request: StatementRequest, account: { code: string; name: string } | null): string {
  const parties = [request.customer, request.supplier, request.driver, request.branch];
  return [...(account ? [`${account.code} ${account.name}`] : []), ...parties.flatMap((party) => party ?? [])].join(
    ", ",
  );
}

/** The paper of one statement. */
class StatementPaper {
  readonly #document: StatementDocument;
  readonly #words: StatementWords;
  readonly #sheet: StatementSheet;

  constructor(pen: Pen, document: StatementDocument, words: StatementWords) {
    this.#document = document;
    this.#words = words;
    this.#sheet = new StatementSheet(pen, {
      isRightward: document.language === "ar",
      onPage: () => this.#drawPageHead(),
    });
  }

  async draw(): Promise<void> {
    this.#drawTitle();
    this.#drawPairs(this.#describe());
    await this.#drawLines();
    this.#drawPairs(this.#sumUp());
    this.#drawAgeing();
    this.#drawBankDetails();
    const { generatedAt, formats, timeZone } = this.#document;
    const { generated, page, signs } = this.#words;
    this.#sheet.drawFeet(
      (number, count) => `${page} ${number} / ${count}`,
      `${signs} · ${generated} ${formatInstant(generatedAt, this.#isEnglish ? formats : { ...formats, dateFormat: "ymd" })} ${timeZone}`,
    );
  }

  get #isEnglish(): boolean {
    return this.#document.language === "en";
  }

  /** Names of months are English: other languages have days in figures. */
  #sayDay(day: string): string {
    return this.#isEnglish ? formatDate(day, this.#document.formats) : day;
  }

  #sayMoney(minor: number, currency = this.#document.statement.currency): string {
    return formatMoney(minor, currency, this.#document.formats);
  }

  #drawTitle(): void {
    const sheet = this.#sheet;
    const { logo, tenant } = this.#document;
    if (logo) sheet.drawPicture(logo, { width: 140, height: 44 });
    const whole = { from: 0, width: sheet.width };
    sheet.write(tenant, whole, sheet.y + 10, { size: 10, colour: ink.secondary });
    sheet.write(this.#words.title, whole, sheet.y + 32, { size: 18, isStrong: true, colour: ink.text });
    sheet.y += 44;
    sheet.rule(ink.strongBorder);
    sheet.y += 6;
  }

  #drawPageHead(): void {
    const sheet = this.#sheet;
    const half = sheet.width / 2;
    sheet.write(
      `${this.#words.title}, ${nameStatement(this.#document.request, this.#document.statement.account)}`,
      { from: 0, width: half },
      sheet.y,
      strong,
    );
    sheet.write(this.#document.tenant, { from: half, width: half, side: "end" }, sheet.y, quiet);
    sheet.y += 8;
    sheet.rule(ink.strongBorder);
    sheet.y += 6;
  }

  #describe(): [string, string][] {
    const { request, statement, timeZone } = this.#document;
    const { account, currency, openingMinor } = statement;
    const words = this.#words;
    const filter = this.#sayFilter();
    return [
      ...(account ? [[words.account, `${account.code} ${account.name}`] as [string, string]] : []),
      ...(["customer", "supplier", "driver", "branch"] as const).flatMap((kind): [string, string][] =>
        request[kind] === undefined ? [] : [[words[kind], request[kind]]],
      ),
      [words.currency, currency],
      [words.days, this.#sayDays()],
      [words.timeZone, timeZone],
      ...(filter === "" ? [] : [[words.filter, filter] as [string, string]]),
      [words.opening, this.#sayMoney(openingMinor)],
    ];
  }

  #sayDays(): string {
    const { from, to } = this.#document.statement;
    const words = this.#words;
    if (from === null && to === null) return words.allDays;
    if (to === null) return `${words.since} ${this.#sayDay(from ?? "")}`;
    const last = this.#sayDay(addDays(to, -1));
    return from === null ? `${words.until} ${last}` : `${this.#sayDay(from)} – ${last}`;
  }

  #sayFilter(): string {
    const { q, side, leastMinor, mostMinor, openOnly } = this.#document.request;
    const words = this.#words;
    return [
      ...(q ? [`"${q}"`] : []),
      ...(openOnly === "1" ? [words.openAlone] : []),
      ...(side ? [side === "debit" ? words.debitsAlone : words.creditsAlone] : []),
      ...(leastMinor === undefined ? [] : [`${words.from} ${this.#sayMoney(leastMinor)}`]),
      ...(mostMinor === undefined ? [] : [`${words.upTo} ${this.#sayMoney(mostMinor)}`]),
    ].join(" · ");
  }

  /** Labels with what they say, one under the other. */
  #drawPairs(pairs: readonly [string, string][]): void {
    const sheet = this.#sheet;
    const labelWidth = 130;
    for (const [label, value] of pairs) {
      const lines = sheet.pen.wrap(value, body, sheet.width - labelWidth, 4);
      sheet.ensureRoom(13 * lines.length + 2);
      sheet.write(label, { from: 0, width: labelWidth - gap }, sheet.y + 11, quiet);
      for (const line of lines) {
        sheet.y += 13;
        sheet.write(line, { from: labelWidth, width: sheet.width - labelWidth }, sheet.y - 2, body);
      }
    }
    sheet.y += 14;
  }

  get #columns(): Column[] {
    const { day, entry, text, debit, credit, balance } = this.#words;
    const widths = { day: 68, entry: 40, amount: 82 };
    const rest = this.#sheet.width - widths.day - widths.entry - 3 * widths.amount;
    return [
      { label: day, width: widths.day },
      { label: entry, width: widths.entry },
      { label: text, width: rest },
      { label: debit, width: widths.amount, isNumeric: true },
      { label: credit, width: widths.amount, isNumeric: true },
      { label: balance, width: widths.amount, isNumeric: true },
    ];
  }

  #drawRow(columns: readonly Column[], cells: readonly string[], style = body): void {
    const sheet = this.#sheet;
    let from = 0;
    for (const [place, { width, isNumeric }] of columns.entries()) {
      const room = { from, width: width - gap, ...(isNumeric && { side: "end" as const }) };
      sheet.write(cells[place] ?? "", room, sheet.y + 11, style);
      from += width;
    }
    sheet.y += lineHeight;
    sheet.rule();
  }

  /** Every line that is asked for. What was printed must give the closing balance, or there is no paper. */
  async #drawLines(): Promise<void> {
    const { statement, lines } = this.#document;
    const columns = this.#columns;
    const head = () =>
      this.#drawRow(
        columns,
        columns.map(({ label }) => label),
        { ...quiet, isStrong: true },
      );
    head();
    let moved = 0;
    let printed = 0;
    for await (const items of lines) {
      for (const line of items) {
        if (this.#sheet.ensureRoom(lineHeight)) head();
        this.#drawRow(columns, this.#sayLine(line));
        moved += line.debitMinor - line.creditMinor;
        printed += 1;
      }
    }
    if (printed === 0) this.#drawRow(columns, ["", "", this.#words.nothing]);
    const { openingMinor, closingMinor, notShownMinor, shown } = statement;
    if (printed !== shown.lines || openingMinor + moved + notShownMinor !== closingMinor) {
      throw new AppError("conflict", "The lines of the statement do not add up to its closing balance.");
    }
    this.#sheet.y += 8;
  }

  #sayLine(line: Line): string[] {
    const text = line.reference === null ? line.text : `${line.text}, ${line.reference}`;
    return [
      this.#sayDay(line.postingDay),
      String(line.number),
      text,
      line.debitMinor === 0 ? "" : this.#sayMoney(line.debitMinor),
      line.creditMinor === 0 ? "" : this.#sayMoney(line.creditMinor),
      this.#sayMoney(line.balanceMinor),
    ];
  }

  #sumUp(): [string, string][] {
    const { openingMinor, shown, notShownMinor, closingMinor, lines } = this.#document.statement;
    const words = this.#words;
    const isFiltered = this.#sayFilter() !== "";
    const [opening, closing] = [this.#sayMoney(openingMinor), this.#sayMoney(closingMinor)];
    const parts = [opening, this.#sayMoney(shown.debitMinor - shown.creditMinor), this.#sayMoney(notShownMinor)];
    return [
      [words.opening, opening],
      [words.shownDebits, this.#sayMoney(shown.debitMinor)],
      [words.shownCredits, this.#sayMoney(shown.creditMinor)],
      ...(isFiltered
        ? [[`${words.notShown} (${lines - shown.lines})`, this.#sayMoney(notShownMinor)] as [string, string]]
        : []),
      [words.closing, closing],
      [words.check, words.addsUp],
      ["", `${parts.join(" + ")} = ${closing}`],
    ];
  }

  #drawAgeing(): void {
    const { ageing } = this.#document;
    if (!ageing) return;
    const words = this.#words;
    const labels = ledgerAgeingBuckets.map((bucket, place) => (place === 0 ? words.notDue : bucket));
    const width = this.#sheet.width / (labels.length + 2);
    const columns: Column[] = [words.currency, ...labels, words.total].map((label, place) => ({
      label,
      width,
      ...(place > 0 && { isNumeric: true as const }),
    }));
    this.#sheet.ensureRoom(60 + lineHeight * ageing.rows.length);
    this.#drawHeading(`${words.ageing} ${this.#sayDay(ageing.asOf)}`, words.ageingNote);
    this.#drawRow(
      columns,
      columns.map(({ label }) => label),
      { ...quiet, isStrong: true },
    );
    for (const { currency, buckets, total } of ageing.rows) {
      this.#drawRow(columns, [currency, ...[...buckets, total].map((minor) => this.#sayMoney(minor, currency))]);
    }
    this.#sheet.y += 14;
  }

  #drawBankDetails(): void {
    const { bankDetails } = this.#document;
    if (bankDetails === null) return;
    const sheet = this.#sheet;
    const lines = sheet.pen.wrap(bankDetails, body, sheet.width);
    sheet.ensureRoom(24 + 13);
    this.#drawHeading(this.#words.bank);
    for (const line of lines) {
      sheet.ensureRoom(13);
      sheet.y += 13;
      sheet.write(line, { from: 0, width: sheet.width }, sheet.y - 2, body);
    }
  }

  #drawHeading(text: string, note?: string): void {
    const sheet = this.#sheet;
    const whole = { from: 0, width: sheet.width };
    sheet.y += 16;
    sheet.write(text, whole, sheet.y - 4, { size: 11, isStrong: true, colour: ink.text });
    if (note === undefined) return;
    sheet.y += 12;
    sheet.write(note, whole, sheet.y - 3, quiet);
  }
}
