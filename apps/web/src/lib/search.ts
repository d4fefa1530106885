/** The query of an address, as the router gives it. */
export type Search = Readonly<Record<string, string | string[] | undefined>>;

/** Reads a query as plain text, a list where a name is repeated, so that `?signup=1` and `?utm_source=x` come back as they were. */
export function parseSearch(query: string): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(values);
}

/** Writes a query in the order of its names; what is undefined or null is left out. */
export function stringifySearch(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const single of [value].flat()) {
      if (single !== undefined && single !== null) query.append(name, String(single));
    }
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

type Parameters = Readonly<Record<string, (value: unknown) => unknown>>;

/** What a page reads from its address; a parameter that is set to undefined leaves the address. */
export type SearchFrom<Readers extends Parameters> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]> | undefined;
};

/** A route's `validateSearch`: reads the parameters that a page knows, and takes malformed ones as not given. */
export function createSearchReader<const Readers extends Parameters>(readers: Readers) {
  return (search: Readonly<Record<string, unknown>>): SearchFrom<Readers> => {
    const names = Object.keys(readers).filter((name) => Object.hasOwn(search, name));
    // An explicit undefined replaces the malformed value, which the router would otherwise hand on.
    return Object.fromEntries(names.map((name) => [name, readers[name]?.(search[name])])) as SearchFrom<Readers>;
  };
}

/** Puts parameters into an address and leaves the others as they are. */
export function mergeSearch(part: Search) {
  return (search: Search): Search => ({ ...search, ...part });
}

/** A parameter with one text. */
export function parseText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A parameter that may be repeated. */
export function parseTexts(value: unknown): string[] | undefined {
  const texts = [value].flat().filter((one) => typeof one === "string");
  return texts.length > 0 ? texts : undefined;
}

/** A parameter that names one of several. */
export function parseKey<Key extends string>(choices: Readonly<Record<Key, unknown>>, value: unknown): Key | undefined {
  return typeof value === "string" && Object.hasOwn(choices, value) ? (value as Key) : undefined;
}

/** For a page whose address has no parameters; foreign ones, of a campaign for instance, stay in it. */
export const noSearch = createSearchReader({});
