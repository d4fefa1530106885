import { strToU8, zipSync } from "fflate";

/** A workbook of parts given as XML; what is left out is as plain as can be. */
export function workbook(parts: {
  sheets: readonly string[];
  texts?: readonly string[];
  styles?: string;
  properties?: string;
  extra?: Record<string, Uint8Array>;
}): Buffer {
  const { sheets, texts = [], styles = "", properties = "", extra = {} } = parts;
  const names = sheets.map((_, place) => `sheet${place + 1}`);
  const files: Record<string, Uint8Array> = {
    "xl/workbook.xml": strToU8(
      `<workbook xmlns:r="r"><workbookPr ${properties}/><sheets>${names.map((name, place) => `<sheet name="${name}" r:id="rId${place + 1}"/>`).join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `<Relationships>${names.map((name, place) => `<Relationship Id="rId${place + 1}" Target="worksheets/${name}.xml"/>`).join("")}</Relationships>`,
    ),
    "xl/sharedStrings.xml": strToU8(`<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`),
    "xl/styles.xml": strToU8(`<styleSheet>${styles}</styleSheet>`),
    ...Object.fromEntries(
      sheets.map((sheet, place) => [
        `xl/worksheets/sheet${place + 1}.xml`,
        strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
      ]),
    ),
    ...extra,
  };
  return Buffer.from(zipSync(files));
}

/** A row of texts. */
export function textRow(number: number, texts: readonly string[]): string {
  const cells = texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");
  return `<row r="${number}">${cells}</row>`;
}
