import { type Picture, tableForPicture } from "@console/figures/picture";
import { drawSvg, ownStyleSheets, readAsData } from "../../lib/draw-svg.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import { saveRows } from "../../lib/save-rows.ts";

/** How much finer than the screen a saved picture is. */
const scale = 2;
/** The ground around it, in pixels of the screen. */
const margin = 16;
const drawn = [
  "fill",
  "fill-rule",
  "stroke",
  "stroke-linecap",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
  "font-variant-numeric",
];

/** Saves a drawing as it is seen, colours and ground of the page included. */
export async function savePng(svg: SVGSVGElement, name: string): Promise<void> {
  const box = svg.getBoundingClientRect();
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin];
  const text = await writeSvg(svg, width, height);
  const canvas = await drawSvg(text, { width: width * scale, height: height * scale, ground: groundBehind(svg) });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("This browser cannot write the picture.");
  saveBlob(blob, `${name}.png`);
}

/** Saves the values of a picture as they are, for a spreadsheet. */
export function saveCsv(picture: Picture, name: string, notes: readonly string[]): void {
  const { columns, rows } = tableForPicture(picture);
  const lines = [columns.map(({ label }) => label), ...rows.map(({ cells }) => cells.map(({ value }) => value))];
  saveRows(lines, name, notes);
}

/** The drawing with every colour written out, since a picture of its own knows nothing of the page. */
async function writeSvg(svg: SVGSVGElement, width: number, height: number): Promise<string> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const seen = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, index) => {
    const original = seen[index];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const property of drawn) element.setAttribute(property, style.getPropertyValue(property));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `${-margin} ${-margin} ${width} ${height}`);
  copy.setAttribute("width", String(width * scale));
  copy.setAttribute("height", String(height * scale));
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = await writeFont(getComputedStyle(svg).fontFamily);
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}

/** The first font of the page with its letters inside; nothing where the page has none of its own. */
async function writeFont(family: string): Promise<string> {
  const wanted = family.split(",")[0]?.replaceAll('"', "").trim();
  const rules = ownStyleSheets().flatMap((sheet) =>
    [...sheet.cssRules].map((rule) => ({ rule, base: sheet.href ?? location.href })),
  );
  for (const { rule, base } of rules) {
    if (!(rule instanceof CSSFontFaceRule)) continue;
    const isWanted = rule.style.getPropertyValue("font-family").replaceAll('"', "") === wanted;
    const address = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src"))?.[1];
    if (!isWanted || !address) continue;
    const letters = await readAsData(new URL(address, base));
    return `@font-face{font-family:"${wanted}";font-weight:100 900;src:url("${letters}")}`;
  }
  return "";
}

/** The first opaque ground behind a drawing. */
function groundBehind(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const ground = getComputedStyle(at).backgroundColor;
    if (ground && ground !== "transparent" && ground !== "rgba(0, 0, 0, 0)") return ground;
  }
  return "#ffffff";
}
