/** Draws a written SVG on a ground, in pixels of the canvas. */
export async function drawSvg(
  text: string,
  { width, height, ground }: { width: number; height: number; ground: string },
): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot draw the picture.");
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The style sheets of the page that can be read: the rules of another origin cannot. */
export function ownStyleSheets(): CSSStyleSheet[] {
  return [...document.styleSheets].filter(({ href }) => !href || new URL(href).origin === location.origin);
}

/** A file of the page, such as a font, as a text that a picture can hold: pictures load nothing themselves. */
export async function readAsData(address: URL): Promise<string> {
  const blob = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
