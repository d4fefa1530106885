import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bomb, bombs } from "../../../connectors/file/bombs-for-tests.ts";
import { isFullLength } from "../../../testing/test-length.ts";
import { type ImportFixture, manager, openImportFixture, sales, tenantId, toFile } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

/** Beside what the process held before. */
const mostMegabytes = 300;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heldMegabytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 ** 2;
}

/** The most memory that this process holds while something is done, and whether it answers meanwhile. */
async function watched<Result>(work: () => Promise<Result>) {
  let [megabytes, answers] = [0, 0];
  const atFirst = heldMegabytes();
  const probes: Promise<void>[] = [];
  const look = () => {
    // What other tests in this process left behind is no memory that the bomb holds.
    if (heldMegabytes() - atFirst > mostMegabytes) collectGarbage();
    megabytes = Math.max(megabytes, heldMegabytes() - atFirst);
    const answer = fixture.testApp.app.inject({ url: "/healthz" });
    probes.push(answer.then(({ statusCode }) => void (statusCode === 200 && answers++)));
  };
  const watch = setInterval(look, 20);
  try {
    const working = work();
    // At once too: some bombs are refused before the first interval is over.
    look();
    const result = await working;
    await Promise.all(probes);
    return { result, megabytes, answers, asked: probes.length };
  } finally {
    clearInterval(watch);
  }
}

async function wordsAbout(bomb: Bomb, file: string) {
  const { status, body } = await fixture.send(createReadStream(file), { draft: "1", name: "bomb" });
  if (status !== 202) return { file: body.error.message };
  const run = `/api/tenants/${tenantId}/imports/${body.run.id}`;
  const preview = await fixture.call("POST", `${run}/preview`, { isDryRun: true }, manager);
  const messages = preview.body.counts.problems.map(({ message }: { message: string }) => message);
  await fixture.call("POST", `${run}/cancel`, {}, manager);
  return { row: messages.find((message: string) => "row" in bomb.words && message === bomb.words.row) };
}

const selected = bombs.filter(({ isQuick }) => isFullLength || isQuick);

test.each(selected.map((bomb) => [bomb.name, bomb] as const))(
  "%s fails alone and in words, and everything else goes on",
  async (_, bomb) => {
    const file = path.join(fixture.dataDir, "bomb");
    await bomb.write(file);
    const { result, megabytes, answers, asked: probes } = await watched(() => wordsAbout(bomb, file));
    await rm(file);
    expect(result).toEqual(bomb.words);
    expect(megabytes).toBeLessThan(mostMegabytes);
    expect(answers).toBe(probes);
    expect((await fixture.send(toFile(sales("after", 3)), { draft: "1" })).status).toBe(202);
  },
);
