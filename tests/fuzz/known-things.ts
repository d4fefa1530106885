import type { Random } from "./random.ts";

/** Something that an answer told of: its id, and what else a call about it must say. */
export type Thing = {
  id: string;
  along: Readonly<Record<string, string | number>>;
  lists: Readonly<Record<string, readonly string[]>>;
};
type Pool = { things: Map<string, Thing[]>; texts: Map<string, string[]> };
type Along = Record<string, string | number>;

/** What was learned from answers: ids that exist lead deeper than any that are made up. */
export type Known = {
  remember(person: string, path: string, given: Along, answer: unknown): void;
  /** A thing of the first kind that there is any of, most often one that the person has seen. */
  thing(random: Random, person: string, kinds: readonly string[]): Thing | null;
  text(random: Random, person: string, name: string): string | null;
};

const mostOfKind = 120;
const mostTexts = 40;
const mostNodes = 3000;
const longestText = 200;
const longestId = 2000;
const identities = ["id", "uid", "key", "name"];
/** While the product is worked on, people of tenants are answered 503 as documented: that is not to be switched on. */
const untouchable = /^maintenance\./;

export function createKnown(carried: ReadonlySet<string>): Known {
  const pools = new Map<string, Pool>();
  const all: Pool = { things: new Map(), texts: new Map() };

  const poolForPerson = (person: string) => {
    const pool = pools.get(person) ?? { things: new Map(), texts: new Map() };
    pools.set(person, pool);
    return pool;
  };
  const poolFor = (random: Random, person: string, has: (pool: Pool) => boolean) => {
    const own = poolForPerson(person);
    const isElsewhere = random.oneIn(8);
    return has(own) && !isElsewhere ? own : all;
  };

  return {
    remember(person, path, given, answer) {
      const budget = { nodes: mostNodes };
      for (const pool of [poolForPerson(person), all]) {
        budget.nodes = mostNodes;
        walk({ pool, carried, budget }, answer, nounInPath(path), given);
      }
    },
    thing(random, person, kinds) {
      const kind = kinds.find((one) => all.things.has(one));
      if (kind === undefined) return null;
      const pool = poolFor(random, person, ({ things }) => things.has(kind));
      return random.pick(pool.things.get(kind) ?? []);
    },
    text(random, person, name) {
      if (!all.texts.has(name)) return null;
      const pool = poolFor(random, person, ({ texts }) => texts.has(name));
      return random.pick(pool.texts.get(name) ?? []);
    },
  };
}

type Walk = { pool: Pool; carried: ReadonlySet<string>; budget: { nodes: number } };

function walk(walked: Walk, value: unknown, kind: string, along: Along): void {
  if (walked.budget.nodes-- <= 0 || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) walk(walked, item, kind, along);
    return;
  }
  const entries = Object.entries(value);
  const own: Along = { ...along };
  const lists: Record<string, string[]> = {};
  for (const [name, one] of entries) {
    if (walked.carried.has(name) && (typeof one === "string" || typeof one === "number")) own[name] = one;
    if (Array.isArray(one) && one.every((item) => typeof item === "string")) lists[name] = one.slice(0, 100);
  }
  const id = identities.map((name) => (value as Record<string, unknown>)[name]).find(isIdentity);
  if (id !== undefined) {
    own[kind.replace(/s$/, "")] = id;
    const before = walked.pool.things.get(kind)?.find((thing) => thing.id === id);
    // A list tells less of a thing than the thing itself did.
    const thing = { id, along: { ...before?.along, ...own }, lists: { ...before?.lists, ...lists } };
    keep(walked.pool.things, kind, thing, mostOfKind, (one) => one.id === id);
  }
  for (const [name, one] of entries) {
    if (isKept(one)) keep(walked.pool.texts, name, one, mostTexts, (text) => text === one);
    const file = typeof one === "string" ? /\/api\/exports\/files\/([^?]+)/.exec(one)?.[1] : undefined;
    if (file)
      keep(walked.pool.things, "files", { id: file, along, lists: {} }, mostOfKind, ({ id: at }) => at === file);
    for (const text of lists[name] ?? [])
      if (isKept(text)) keep(walked.pool.texts, name, text, mostTexts, (t) => t === text);
    walk(walked, one, name === "items" || name === "row" ? kind : name, own);
  }
}

const isKept = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= longestText && !untouchable.test(value);

const isIdentity = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= longestId && !untouchable.test(value);

/** What is known anew takes the place of what was known of it, or of the oldest. */
function keep<Item>(pool: Map<string, Item[]>, name: string, item: Item, most: number, isSame: (one: Item) => boolean) {
  const items = pool.get(name) ?? [];
  pool.set(name, items);
  const at = items.findIndex(isSame);
  if (at !== -1) items[at] = item;
  else if (items.push(item) > most) items.shift();
}

const verbs = new Set(["cancel", "impact", "map", "mute", "owner", "preview", "replay", "run", "start", "test"]);

/** What an address tells of: its last part that is no parameter and nothing that is done. */
export function nounInPath(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && !part.startsWith("{") && !verbs.has(part));
  const [before = "", noun = ""] = parts.slice(-2);
  if (noun !== "rows") return noun;
  return parts[1] === "admin" ? before : `${before}-rows`;
}
