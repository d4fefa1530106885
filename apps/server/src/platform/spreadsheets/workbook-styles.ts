import type { FormatChoices } from "@console/figures/format";
import type { StyledColumn } from "./export-column.ts";
import { xmlText } from "./sheet-text.ts";

/** Number formats in the order of the styles; each has a plain and a bold style. */
const formats = ["General", "#,##0", "#,##0.0", "#,##0.00", "#,##0.000", "#,##0.0000", "0.0%", "instant", "day"];

/** How days are written in each order; a bare slash would be the separator of the program that opens the file. */
const dayCodes: Record<FormatChoices["dateFormat"], string> = {
  auto: "d mmm yyyy",
  dmy: "dd\\/mm\\/yyyy",
  mdy: "mm\\/dd\\/yyyy",
  ymd: "yyyy-mm-dd",
};
const firstOwnFormat = 164;
const heads = ["head", "headRight"] as const;

/** The number of a cell's style: of a column, of plain text (null), or of a column's head. */
export function styleNumber(of: StyledColumn | null | (typeof heads)[number], isBold: boolean): number {
  if (typeof of === "string") return formats.length * 2 + heads.indexOf(of);
  return (of ? Math.max(0, formats.indexOf(numberFormatFor(of))) : 0) * 2 + (isBold ? 1 : 0);
}

function numberFormatFor({ kind, decimals, isPercent }: StyledColumn): string {
  if (kind === "instant" || kind === "day") return kind;
  if (isPercent) return "0.0%";
  if (kind !== "number" || decimals === null) return "General";
  return decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
}

/** The part of a workbook that says how its cells look. */
export function stylesXml(dateFormat: FormatChoices["dateFormat"]): string {
  const day = dayCodes[dateFormat];
  const codes: Record<string, string> = { day, instant: `${day} hh:mm` };
  const numberFormats = formats.map(
    (format, place) =>
      `<numFmt numFmtId="${firstOwnFormat + place}" formatCode="${xmlText(codes[format] ?? format)}"/>`,
  );
  const cells = formats.flatMap((_, place) => [cellStyle(place, 0, 0, ""), cellStyle(place, 1, 0, "")]);
  const headCells = [cellStyle(0, 1, 2, ""), cellStyle(0, 1, 2, '<alignment horizontal="right"/>')];
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="${formats.length}">${numberFormats.join("")}</numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEFF1F4"/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${cells.length + headCells.length}">${[...cells, ...headCells].join("")}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;
}

function cellStyle(format: number, font: number, fill: number, inside: string): string {
  const id = format === 0 ? 0 : firstOwnFormat + format;
  const applied = `applyNumberFormat="1" applyFont="1" applyFill="1"${inside ? ' applyAlignment="1"' : ""}`;
  const attributes = `numFmtId="${id}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" ${applied}`;
  return inside ? `<xf ${attributes}>${inside}</xf>` : `<xf ${attributes}/>`;
}
