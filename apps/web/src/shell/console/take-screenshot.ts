import { drawSvg, ownStyleSheets, readAsData } from "../../lib/draw-svg.ts";

/** The longest side of a picture; a larger window is drawn smaller. */
const longestSide = 2000;

/** What is no part of the page as it is remarked on, and what is never shown, passwords that are made readable too. */
const leftOut =
  "[data-portal], input[type=password], .mantine-PasswordInput-innerInput, head, script, noscript, iframe, video";

/** Draws the part of the page that the window shows, from a copy of it: nothing of it moves, nothing is asked of anyone. */
export async function takeScreenshot(): Promise<HTMLCanvasElement> {
  const { innerWidth: width, innerHeight: height, devicePixelRatio } = globalThis;
  const page = copyPage();
  const style = await readStyles();
  const scale = Math.min(devicePixelRatio, longestSide / Math.max(width, height));
  const ground = getComputedStyle(document.body).backgroundColor;
  const text = writeSvg(page, style, { width, height });
  return drawSvg(text, { width: width * scale, height: height * scale, ground });
}

/** The page as it stands, with what a copy loses: what was typed and drawn, and where it is scrolled to. */
function copyPage(): HTMLElement {
  const page = document.documentElement;
  const copy = page.cloneNode(true) as HTMLElement;
  const originals = page.querySelectorAll("*");
  const copies = [...copy.querySelectorAll("*")];
  for (const [index, original] of originals.entries()) {
    const twin = copies[index];
    if (twin instanceof HTMLElement && original instanceof HTMLElement) keepLook(original, twin);
  }
  for (const element of copy.querySelectorAll(leftOut)) element.remove();
  const body = copy.querySelector("body");
  if (body) body.style.cssText += `; margin: ${-scrollY}px 0 0 ${-scrollX}px; width: ${page.clientWidth}px`;
  return copy;
}

function keepLook(original: HTMLElement, twin: HTMLElement): void {
  if (original instanceof HTMLCanvasElement) twin.replaceWith(drawn(original, twin));
  else if (original instanceof HTMLImageElement) twin.replaceWith(drawn(original, twin));
  else if (original instanceof HTMLTextAreaElement) twin.textContent = original.value;
  else if (original instanceof HTMLInputElement) {
    twin.setAttribute("value", original.value);
    twin.toggleAttribute("checked", original.checked);
  } else if (original instanceof HTMLOptionElement) twin.toggleAttribute("selected", original.selected);
  const { scrollTop, scrollLeft } = original;
  const isScrolled = (scrollTop > 0 || scrollLeft > 0) && original !== document.scrollingElement;
  if (isScrolled) {
    for (const child of twin.children) {
      if (child instanceof HTMLElement) child.style.translate = `${-scrollLeft}px ${-scrollTop}px`;
    }
  }
  if (getComputedStyle(original).position === "sticky") unstick(original, twin);
}

/** A copy does not scroll, so that what sticks is put where it stuck. */
function unstick(original: HTMLElement, twin: HTMLElement): void {
  const stuck = original.getBoundingClientRect();
  const { position } = original.style;
  original.style.position = "static";
  const flowing = original.getBoundingClientRect();
  original.style.position = position;
  twin.style.position = "relative";
  twin.style.inset = `${stuck.top - flowing.top}px auto auto ${stuck.left - flowing.left}px`;
}

/** A picture that carries its own pixels; one of another host keeps only its place. */
function drawn(picture: HTMLCanvasElement | HTMLImageElement, twin: HTMLElement): HTMLElement {
  const image = document.createElement("img");
  for (const { name, value } of twin.attributes)
    if (!/^(src|srcset|sizes|loading)$/.test(name)) image.setAttribute(name, value);
  const { width, height } = picture.getBoundingClientRect();
  image.style.width = `${width}px`;
  image.style.height = `${height}px`;
  try {
    image.setAttribute("src", pixelsOf(picture));
  } catch {
    image.style.visibility = "hidden";
  }
  return image;
}

function pixelsOf(picture: HTMLCanvasElement | HTMLImageElement): string {
  if (picture instanceof HTMLCanvasElement) return picture.toDataURL();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return canvas.toDataURL();
}

/** All rules of the page, with its fonts in them. */
async function readStyles(): Promise<string> {
  const sheets = [...ownStyleSheets(), ...document.adoptedStyleSheets];
  const texts = sheets.map(async (sheet) => {
    const text = [...sheet.cssRules].map(({ cssText }) => cssText).join("\n");
    const fonts = new Set([...text.matchAll(/url\("([^"]+\.woff2)"\)/g)].map(([, url = ""]) => url));
    let own = text;
    for (const url of fonts) own = own.replaceAll(url, await readAsData(new URL(url, sheet.href ?? document.baseURI)));
    return own;
  });
  return `${(await Promise.all(texts)).join("\n")}\n* { animation: none !important; transition: none !important }`;
}

/** The copy as a drawing. Its root has what the page's has, because colours are chosen there. */
function writeSvg(page: HTMLElement, style: string, { width, height }: { width: number; height: number }): string {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  for (const { name, value } of page.attributes) svg.setAttribute(name, value);
  svg.setAttribute("width", `${width}`);
  svg.setAttribute("height", `${height}`);
  const place = document.createElementNS(namespace, "foreignObject");
  place.setAttribute("width", "100%");
  place.setAttribute("height", "100%");
  place.append(page);
  svg.append(place);
  const written = new XMLSerializer().serializeToString(svg);
  // A style element in this document would be the page's own, which its policy refuses.
  const rules = `<style>${style.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</style>`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML knows none of them
  return written.replace("<foreignObject", (begin) => rules + begin).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, "");
}
