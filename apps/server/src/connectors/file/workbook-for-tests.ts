import { strToU8, zipSync } from "fflate";

type Parts = {
  texts?: readonly string[];
  styles?: string;
  properties?: string;
  /** What people call the sheets. */
  names?: readonly string[];
};

/** The files of a workbook by their names, each as XML; what is left out is as plain as can be. */
export function workbookParts(sheets: readonly string[], parts: Parts = {}): Record<string, string> {
  const { texts = [], styles = "", properties = "" } = parts;
  const names = sheets.map((_, place) => `sheet${place + 1}`);
  const named = names
    .map((name, place) => `<sheet name="${parts.names?.[place] ?? name}" r:id="rId${place + 1}"/>`)
    .join("");
  const related = names
    .map((name, place) => `<Relationship Id="rId${place + 1}" Target="worksheets/${name}.xml"/>`)
    .join("");
  const files: Record<string, string> = {
    "xl/workbook.xml": `<workbook xmlns:r="r"><workbookPr ${properties}/><sheets>${named}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${related}</Relationships>`,
    "xl/sharedStrings.xml": `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
  };
  for (const [place, sheet] of sheets.entries()) {
    files[`xl/worksheets/sheet${place + 1}.xml`] = `<worksheet><sheetData>${sheet}</sheetData></worksheet>`;
  }
  return files;
}

/** A workbook of parts given as XML. */
export function workbook({
  sheets,
  extra = {},
  ...parts
}: Parts & { sheets: readonly string[]; extra?: Record<string, Uint8Array> }): Buffer {
  const files: Record<string, Uint8Array> = {};
  for (const [name, text] of Object.entries(workbookParts(sheets, parts))) files[name] = strToU8(text);
  return Buffer.from(zipSync(Object.assign(files, extra)));
}

/** A row of texts. */
export function textRow(number: number, texts: readonly string[]): string {
  const cells = texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");
  return `<row r="${number}">${cells}</row>`;
}
