import type { Product } from "../product/run-product.ts";
import { createKnown, type Known } from "./known-things.ts";
import { type Asked, type Forms, makeRequest, type Operation, type Target } from "./make-request.ts";
import { everyone, isStill, type Person, uidIn } from "./people.ts";
import type { Prepared } from "./prepare-product.ts";
import { createRandom } from "./random.ts";

export type Answer = { status: number; text: string };
type Headers = Record<string, string>;
type Seen = { person: Person; target: Target; asked: Asked; answer: Answer };

/** What is the same after every start: who asks, what can be asked, and what there is. */
export type Scene = {
  prepared: Prepared;
  people: readonly Person[];
  targets: readonly Target[];
  forms: Forms;
  seen: readonly Seen[];
  spared: ReadonlySet<string>;
};
/** A product that runs, with those who have signed in to it and what is known of it. */
export type Stage = { product: Product; headers: Map<string, Headers>; known: Known };

const longestAnswer = 400_000;

/** Looks at a product that nobody has changed yet. */
export async function readScene(prepared: Prepared): Promise<Scene> {
  const people = everyone(prepared.link);
  const product = await prepared.start();
  try {
    const targets = await readTargets(product);
    const headers = await enterAll(product, people);
    const forms = await readForms(product, headers.get("superadmin") ?? {}, targets);
    const signedIn = [...headers.values()].filter(({ authorization }) => authorization).map(uidIn);
    const spared = new Set([...signedIn, ...prepared.spared]);
    const scene: Scene = { prepared, people, targets, forms, seen: [], spared };
    return { ...scene, seen: await lookAround(scene, { product, headers, known: listKnown(scene) }) };
  } finally {
    await product.kill("SIGTERM");
  }
}

/** Starts the product as it was prepared, whatever was done to the one before. */
export async function openStage(scene: Scene): Promise<Stage> {
  const product = await scene.prepared.start();
  return { product, headers: await enterAll(product, scene.people), known: listKnown(scene) };
}

async function enterAll(product: Product, people: readonly Person[]): Promise<Map<string, Headers>> {
  const headers = new Map<string, Headers>();
  for (const person of people) headers.set(person.name, await person.enter(product));
  return headers;
}

function listKnown({ prepared, targets, seen }: Scene): Known {
  const inPaths = targets.flatMap(({ operation }) => operation.parameters ?? []).filter((one) => one.in === "path");
  const carried = [...inPaths.map(({ name }) => name), "version", "kind", "metric", "tookan_id"];
  const known = createKnown(new Set(carried));
  const { tookanId, key } = prepared.link;
  known.remember("all", "/api/sources/{source}/imports", {}, prepared.draft);
  known.remember(
    "all",
    "/",
    {},
    {
      choices: ["columns:delivery_count", "dashboard"].map((id) => ({ id })),
      openings: [
        { id: "by key", tookan_id: tookanId, key },
        { id: "bare", tookan_id: "1001" },
      ],
      followed: prepared.follows.map((follow) => ({ key: follow })),
    },
  );
  for (const { person, target, asked, answer } of seen) learn(known, person, target, asked, answer);
  return known;
}

export function learn(known: Known, person: Person, target: Target, { about }: Asked, { status, text }: Answer): void {
  if (status < 200 || status > 299 || !text.startsWith("{") || text.length > longestAnswer) return;
  known.remember(person.name, target.path, about, JSON.parse(text));
}

/** The routes of the contract, as the product documents them. */
async function readTargets({ url }: Product): Promise<Target[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path: route, operation })),
  );
}

async function readForms({ url }: Product, headers: Headers, targets: readonly Target[]): Promise<Forms> {
  const read = async (place: string) => (await fetch(`${url}${place}`, { headers })).json();
  const described = targets
    .map(({ path }) => /^\/api\/admin\/(\w+)\/description$/.exec(path))
    .filter((match) => match !== null);
  const entities: Forms["entities"] = new Map(
    await Promise.all(described.map(async ([place, name = ""]) => [name, await read(place)] as const)),
  );
  const { groups } = (await read("/api/admin/settings")) as { groups: { settings: Forms["settings"] }[] };
  const settings = groups.flatMap((group) => group.settings).filter(({ name }) => !name.startsWith("maintenance."));
  return { entities, settings };
}

/** Reads what there is, so that requests can be about it: first what needs no id, then what is known by one. */
async function lookAround(scene: Scene, stage: Stage): Promise<Seen[]> {
  const seen: Seen[] = [];
  const reads = scene.targets.filter(isRead).toSorted((one, other) => countParameters(one) - countParameters(other));
  for (const person of scene.people) {
    for (const target of reads.filter(({ operation }) => person.permissions.has(operation["x-permission"]))) {
      const { operation } = target;
      const needed = { ...operation, parameters: (operation.parameters ?? []).filter((one) => one.required) };
      const times = countParameters(target) === 0 ? 1 : person.role === "superadmin" ? 8 : 2;
      for (let time = 0; time < times; time++) {
        const asked = makeRequest(createRandom(time), {
          base: stage.product.url,
          person: person.name,
          target: { ...target, operation: needed },
          known: stage.known,
          forms: scene.forms,
          spared: scene.spared,
          isPlain: true,
        });
        const answer = await send(stage, person, asked);
        learn(stage.known, person, target, asked, answer);
        seen.push({ person, target, asked, answer });
      }
    }
  }
  return seen;
}

/** Sessions are left out: they are others after each start. */
const isRead = ({ method, path, operation }: Target) =>
  method === "GET" && !path.includes("sessions") && operation.responses[200]?.content["application/json"] !== undefined;
const countParameters = ({ path }: Target) => path.split("{").length - 1;

export async function send(
  { headers }: Stage,
  person: Person,
  { url, method, headers: own, body }: Asked,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...headers.get(person.name), ...own },
    signal: AbortSignal.timeout(60_000),
    ...(body !== undefined && { body }),
  });
  // A stream goes on for good: its head is all that is looked at.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const text = isStream ? "" : await response.text();
  if (isStream) await response.body?.cancel();
  return { status: response.status, text };
}

/** Someone who is no longer who it was, and whom no new sign-in helps. */
export async function findLost({ product, headers }: Stage, people: Iterable<Person>): Promise<Person | null> {
  for (const person of people) {
    if (await isStill(person, product, headers.get(person.name) ?? {})) continue;
    const entered = await person.enter(product).catch(() => null);
    if (!entered || !(await isStill(person, product, entered))) return person;
    headers.set(person.name, entered);
  }
  return null;
}
