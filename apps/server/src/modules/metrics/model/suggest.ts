/** The names nearest to what was typed, best first; none when nothing is near. */
export function nearestNames(typed: string, names: readonly string[], most = 3): string[] {
  const needle = plain(typed.slice(0, 64));
  const scored = names.map((name) => {
    const candidate = plain(name);
    const contains = needle.length >= 3 && (candidate.includes(needle) || needle.includes(candidate));
    return { name, distance: contains ? 1 : editDistance(needle, candidate) };
  });
  const near = scored.filter(
    ({ name, distance }) => distance <= Math.max(2, Math.floor(Math.min(needle.length, name.length) / 3)),
  );
  return near
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name, "en"))
    .slice(0, most)
    .map(({ name }) => name);
}

/** `a, b and c` */
export function listed(names: readonly string[], word: "and" | "or" = "and"): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
}

function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[b.length] ?? 0;
}
