import { type ColumnProfile, ColumnProfiler } from "./column-profile.ts";
import { KeyFinder, type KeyProfile } from "./find-keys.ts";
import { WordRowCounter } from "./word-rows.ts";

/** What all rows of a source or a file tell. */
export type RowsProfile = {
  rows: number;
  /** Rows that are no rows at all. */
  broken: number;
  columns: ColumnProfile[];
  keys: KeyProfile;
};

/** Columns beyond these are not looked into; a file has a thousand at most. */
const mostColumns = 300;

/** Gathers what rows tell, one by one. */
export function profileRows(
  names: readonly string[],
  { isMachine, texts = [] }: { isMachine: boolean; texts?: readonly string[] },
) {
  const ofTexts = new Set(texts);
  const columns = new Map(
    names
      .slice(0, mostColumns)
      .map((name) => [name, new ColumnProfiler(name, isMachine && !ofTexts.has(name))] as const),
  );
  const keys = new KeyFinder(names);
  const words = new WordRowCounter();
  words.watch(columns.keys());
  let [rows, broken] = [0, 0];
  return {
    add({
      place,
      values,
      problem = null,
      texts: ownTexts = [],
    }: {
      place: string;
      values: Readonly<Record<string, string>>;
      problem?: string | null;
      texts?: readonly string[];
    }) {
      rows++;
      if (problem !== null) {
        broken++;
        return;
      }
      for (const [name, column] of columns) column.add(values[name] ?? "", place);
      for (const name of ownTexts) columns.get(name)?.addText(values[name] ?? "");
      keys.add(values);
      words.add(values);
    },
    /** A load may be several files, each of which is written in its own way. */
    endFile(file?: { isOfTexts: boolean }) {
      for (const column of columns.values()) column.endFile(file);
    },
    finish: (): RowsProfile => {
      const found = new Map(words.finish().map((column) => [column.name, column.words]));
      return {
        rows,
        broken,
        columns: [...columns].map(([name, column]) => ({ ...column.finish(), words: found.get(name) ?? [] })),
        keys: keys.finish(),
      };
    },
  };
}
