import { xmlText } from "./sheet-text.ts";

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const media = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const mostLetters = 31;

/** The names of a workbook's sheets: without what is forbidden in them, short enough, and each only once. */
export class SheetNames {
  readonly all: string[] = [];

  add(title: string): void {
    const clean = title
      .replace(/[\p{Cc}[\]:*?/\\]/gu, " ")
      .replace(/\s+/g, " ")
      .replace(/^['\s]+|['\s]+$/g, "");
    const taken = new Set(this.all.map((name) => name.toLowerCase()));
    // A spreadsheet keeps this name for itself.
    const wanted = clean === "" || clean.toLowerCase() === "history" ? `Rows ${clean}`.trim() : clean;
    let name = cut(wanted, mostLetters);
    for (let number = 2; taken.has(name.toLowerCase()); number++) {
      name = `${cut(wanted, mostLetters - ` ${number}`.length)} ${number}`;
    }
    this.all.push(name);
  }

  lastPath(): string {
    return `xl/worksheets/sheet${this.all.length}.xml`;
  }
}

/** By letters, so that none of two halves is left over. */
function cut(text: string, most: number): string {
  let kept = "";
  for (const letter of text)
    if (kept.length + letter.length <= most) kept += letter;
    else break;
  return kept.trimEnd();
}

export function workbookXml(names: readonly string[]): string {
  const sheets = names.map(
    (name, place) => `<sheet name="${xmlText(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`,
  );
  // What is looked at first is the first table.
  const view = `<bookViews><workbookView activeTab="${names.length > 1 ? 1 : 0}"/></bookViews>`;
  return `${head}<workbook xmlns="${main}" xmlns:r="${relations}">${view}<sheets>${sheets.join("")}</sheets></workbook>`;
}

export function workbookRelationsXml(names: readonly string[]): string {
  const sheets = names.map((_, place) => relation(place + 1, "worksheet", `worksheets/sheet${place + 1}.xml`));
  return relationsXml([...sheets, relation(names.length + 1, "styles", "styles.xml")]);
}

export function rootRelationsXml(): string {
  return relationsXml([relation(1, "officeDocument", "xl/workbook.xml")]);
}

function relationsXml(inside: string[]): string {
  return `${head}<Relationships xmlns="${packaged}/relationships">${inside.join("")}</Relationships>`;
}

function relation(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;
}

export function contentTypesXml(names: readonly string[]): string {
  const sheets = names.map((_, place) => override(`/xl/worksheets/sheet${place + 1}.xml`, "worksheet"));
  const parts = [override("/xl/workbook.xml", "sheet.main"), override("/xl/styles.xml", "styles"), ...sheets];
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>';
  return `${head}<Types xmlns="${packaged}/content-types">${defaults}${parts.join("")}</Types>`;
}

function override(part: string, kind: string): string {
  return `<Override PartName="${part}" ContentType="${media}.${kind}+xml"/>`;
}
