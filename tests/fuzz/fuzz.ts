import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { errorBody, errorStatus } from "@console/contracts";
import { makeRequest, type Target } from "./make-request.ts";
import type { Person } from "./people.ts";
import { prepareProduct } from "./prepare-product.ts";
import { createRandom } from "./random.ts";
import { type Answer, findLost, learn, openStage, readScene, type Scene, type Stage, send } from "./stage.ts";
import { createTally } from "./tally.ts";

const atOnce = 6;
/** After so many waves everyone is asked for a sign of life. */
const signEvery = 20;
const tellEvery = 300;

const option = (name: string, initial: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? initial : Number(process.argv[at + 1]);
};
const seed = option("seed", Math.floor(Math.random() * 1e9));
const requests = option("requests", 20_000);
const say = (line: string) => process.stdout.write(`${line}\n`);

type Turn = { person: Person; target: Target };

/** Every route in the name of every role, those that the role may call more often; in another order in each round. */
function* takeTurns({ targets, people }: Scene): Generator<Turn, never> {
  const roles = [...new Set(people.map(({ role }) => role))].map((role) => people.filter((one) => one.role === role));
  for (let round = 0; ; round++) {
    const random = createRandom(seed, -1 - round);
    const turns: Turn[] = [];
    for (const target of targets)
      for (const members of roles) {
        const permission = target.operation["x-permission"];
        const isAllowed = permission === "public" || members.some(({ permissions }) => permissions.has(permission));
        for (let time = 0; time < (isAllowed ? 3 : 1); time++) turns.push({ target, person: random.pick(members) });
      }
    yield* random.shuffle(turns);
  }
}

/** What is wrong with an answer: an error of ours, a status that is not documented, or a refusal in another form. */
function isWrong({ operation }: Target, { status, text }: Answer): boolean {
  if (status >= 500 || !(String(status) in operation.responses)) return true;
  if (status < 400) return false;
  const refusal = text.startsWith("{") ? errorBody.safeParse(JSON.parse(text)).data : undefined;
  return !refusal || errorStatus[refusal.error.kind] !== status;
}

/** Why a request was refused. */
function describeAnswer({ status, text }: Answer): string {
  const refusal = status >= 400 && text.startsWith("{") ? errorBody.safeParse(JSON.parse(text)).data : undefined;
  return refusal ? ` → ${refusal.error.message} ${JSON.stringify(refusal.error.fields ?? {})}` : "";
}

/** Some requests that are sent together. All are made before any is sent, so that a seed asks the same again. */
function makeWave(scene: Scene, stage: Stage, turns: Generator<Turn, never>, first: number) {
  return Array.from({ length: Math.min(atOnce, requests - first) }, (_, place) => {
    const number = first + place;
    const { person, target } = turns.next().value;
    const random = createRandom(seed, number);
    const asked = makeRequest(random, {
      base: stage.product.url,
      person: person.name,
      target,
      known: stage.known,
      forms: scene.forms,
      spared: scene.spared,
    });
    // Half of them come from addresses of their own, the others meet the limits for one.
    asked.headers["x-forwarded-for"] = random.oneIn(2) ? "10.9.9.9" : `10.1.${number >> 8}.${number & 255}`;
    return { number, person, target, asked };
  });
}

async function fuzz(scene: Scene) {
  const tally = createTally();
  const transcript: string[] = [];
  const output: string[] = [];
  const turns = takeTurns(scene);
  let stage = await openStage(scene);
  try {
    for (let wave = 0; wave * atOnce < requests; wave++) {
      const asked = makeWave(scene, stage, turns, wave * atOnce);
      const answers = await Promise.all(
        asked.map((one) =>
          send(stage, one.person, one.asked).catch((error: Error) => ({ status: 0, text: error.message })),
        ),
      );
      const doubted = new Set<Person>();
      for (const [place, { number, person, target, asked: request }] of asked.entries()) {
        const answer = answers[place] as Answer;
        const { status, text } = answer;
        tally.add(person, target, status);
        transcript.push(`${number} ${person.name} ${status} ${request.told}${describeAnswer(answer)}`);
        if (isWrong(target, answer))
          tally.findings.push({ number, person: person.name, told: request.told, status, answer: text.slice(0, 500) });
        if (status === 401 && person.permissions.has(target.operation["x-permission"])) doubted.add(person);
        learn(stage.known, person, target, request, answer);
      }
      const lost = await findLost(stage, wave % signEvery === signEvery - 1 ? scene.people : doubted);
      if (lost) {
        transcript.push(`${lost.name} was lost: started anew`);
        tally.starts += 1;
        await stage.product.kill("SIGTERM");
        output.push(stage.product.output());
        stage = await openStage(scene);
      }
      if (wave % tellEvery === tellEvery - 1) say(`${(wave + 1) * atOnce} requests …`);
    }
  } finally {
    await stage.product.kill("SIGTERM");
    output.push(stage.product.output());
    keep(`${seed}.txt`, transcript);
    keep(`${seed}.log`, output);
  }
  tally.logged = output.flatMap(errorsIn);
  return tally;
}

/** What the product logged as an error while it ran. */
function errorsIn(output: string): string[] {
  const lines = (output.split("\nStopping")[0] ?? "").split("\n").filter((line) => line.startsWith('{"level":"error"'));
  return lines.map((line) => {
    const { msg, job, err } = JSON.parse(line) as { msg: string; job?: string; err?: { message: string } };
    return [msg, job, err?.message].filter(Boolean).join(": ");
  });
}

/** What was asked and answered, request by request, and what the product said meanwhile, to be looked at afterwards. */
function keep(name: string, lines: readonly string[]): void {
  const place = path.resolve(".cache/fuzz");
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, name), `${lines.join("\n")}\n`);
}

const folder = mkdtempSync(path.join(tmpdir(), "fuzz-"));
try {
  say(`Seed ${seed}: ask the same again with --seed ${seed} --requests ${requests}`);
  const scene = await readScene(await prepareProduct(folder));
  const began = performance.now();
  const tally = await fuzz(scene);
  const seconds = Math.round((performance.now() - began) / 1000);
  for (const { number, person, told, status, answer } of tally.findings.slice(0, 50))
    say(`#${number} ${status} as ${person}: ${told}\n    ${answer}`);
  for (const line of tally.lines()) say(line);
  for (const line of new Set(tally.logged)) say(`The product logged: ${line}`);
  const hollow = tally.hollowRoles();
  if (hollow.length > 0) say(`Too little is answered to tell anything of: ${hollow.join(", ")}.`);
  say(
    `${requests} requests in ${seconds} s, ${tally.starts} starts, ${tally.findings.length} answers that were wrong.`,
  );
  process.exitCode = tally.findings.length > 0 || hollow.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
