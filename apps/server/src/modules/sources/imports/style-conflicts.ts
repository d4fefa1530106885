import type { ImportPreview } from "@console/contracts";
import type { CertainStyle, ColumnProfile } from "../../../connectors/cells/column-profile.ts";

/** A column whose days or numbers are read, and what of its style that takes. */
export type StyledColumn = { column: ColumnProfile; needs: keyof CertainStyle };

const decimalWords = { comma: "with a decimal comma", point: "with a decimal point" } as const;
const dateWords = {
  dmy: "with the day before the month",
  mdy: "with the month before the day",
} as const;

const mostNamed = 3;

/** The columns that files of one load write in ways that exclude each other: no choice would read all of them right. */
export function findStyleConflicts(
  columns: readonly StyledColumn[],
  fileNames: readonly string[],
): ImportPreview["conflicts"] {
  const conflicts = new Map<string, ImportPreview["conflicts"][number]>();
  for (const { column, needs } of columns) {
    const filesByStyle = new Map<string, string[]>();
    for (const [index, certain] of column.files.entries()) {
      const words = wordStyle(certain, needs);
      if (words !== null) filesByStyle.set(words, [...(filesByStyle.get(words) ?? []), fileNames[index] ?? ""]);
    }
    if (filesByStyle.size < 2) continue;
    const parts = [...filesByStyle].map(([words, names]) => `${words} in ${joinNames(names)}`);
    const message = `"${column.name}" is written ${parts.join(" and ")}. Load these files separately.`;
    conflicts.set(`${needs} ${column.name}`, { column: column.name, message });
  }
  return [...conflicts.values()];
}

function wordStyle({ decimal, dates }: CertainStyle, needs: keyof CertainStyle): string | null {
  if (needs === "decimal") return decimal && decimalWords[decimal];
  return dates && dateWords[dates];
}

function joinNames(names: readonly string[]): string {
  const more = names.length - mostNamed;
  if (more > 0) return `${names.slice(0, mostNamed).join(", ")} and ${more} more`;
  return names.join(", ");
}
