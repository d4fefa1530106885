/** The grounds that an accent stands on as text, in each theme: the least favourable one. */
const grounds = { light: [246, 247, 249], dark: [21, 26, 33] } as const;
/** How much of the accent a quiet ground holds, as the pages mix it. */
const quietShare = 0.1;
const leastContrast = 4.5;

type Colour = readonly [number, number, number];

/** What is wrong with a colour as the accent of a theme; null when it can be read there. */
export function colourProblem(text: string, theme: keyof typeof grounds): string | null {
  const colour = readColour(text);
  if (!colour) return "Enter a colour such as #2a55d9.";
  const ground = grounds[theme];
  const quiet = ground.map((part, index) => part + quietShare * ((colour[index] ?? 0) - part)) as unknown as Colour;
  const contrast = Math.min(measureContrast(colour, ground), measureContrast(colour, quiet));
  if (contrast >= leastContrast) return null;
  const other = theme === "light" ? "darker" : "lighter";
  // Rounded down, so that it never reads as enough.
  const ratioText = (Math.floor(contrast * 10) / 10).toFixed(1);
  return `Choose a ${other} colour: its contrast with the background is ${ratioText}:1 and must be at least ${leastContrast}:1.`;
}

function readColour(text: string): Colour | null {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (!parts) return null;
  const [, red = "", green = "", blue = ""] = parts;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function measureContrast(a: Colour, b: Colour): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/** As WCAG defines it. */
function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
