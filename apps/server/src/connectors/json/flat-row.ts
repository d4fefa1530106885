/**
 * The values of a JSON object as texts: its own by their names, nested ones by their JSON pointers; empty ones are left
 * out. The names of those that were texts before are added to `texts`.
 */
export function flatRow(row: object, texts?: Set<string>): Record<string, string> {
  const values: Record<string, string> = {};
  const visit = (value: unknown, pointer: string, depth: number) => {
    if (value === null || value === undefined || value === "") return;
    if (typeof value !== "object") {
      const name = depth === 1 ? pointer.slice(1) : pointer;
      values[name] = String(value);
      if (typeof value === "string") texts?.add(name);
    } else if (depth < deepest) {
      for (const [name, inner] of Object.entries(value)) visit(inner, `${pointer}/${escaped(name)}`, depth + 1);
    }
  };
  visit(row, "", 0);
  return values;
}

const deepest = 6;

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** What a JSON pointer points at; undefined where there is nothing. */
export function pointedAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string, unknown>)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return current;
}
