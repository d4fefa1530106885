import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../testing/until.ts";
import { SourceProblem } from "../connector.ts";
import { bombs } from "../file/bombs-for-tests.ts";
import { profileSentFiles } from "./read-sent-file.ts";
import { readingLimits } from "./reading-limits.ts";
import { createReadingPool, ReaderEnded, type ReadingPool } from "./reading-pool.ts";

let folder: string;
let slow: { path: string; name: string; from: null };
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reading-"));
  slow = { path: path.join(folder, "slow"), name: "slow.xlsx", from: null };
  // The one that takes longest: seconds pass before it is refused.
  await bombs.find(({ name }) => name.includes("60 large sheets"))?.write(slow.path);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function withPool(pool: ReadingPool, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    pool.close();
    await until(async () => countProcesses() === 0);
  }
}

const countProcesses = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;

async function readAll(pool: ReadingPool, task: Parameters<typeof pool.read<"file">>[1], signal: AbortSignal) {
  const columns: string[] = [];
  for await (const part of pool.read("file", task, signal)) if ("form" in part) columns.push(...part.columns);
  return columns;
}

const unending = () => new AbortController().signal;

test("a reading that nobody waits for any more ends at once, and its process with it", async () => {
  const pool = createReadingPool();
  await withPool(pool, async () => {
    const gone = new AbortController();
    const reading = readAll(pool, slow, gone.signal);
    await until(async () => countProcesses() === 1);
    gone.abort(new Error("gone"));
    await expect(reading).rejects.toThrow("gone");
    await until(async () => countProcesses() === 0);
  });
});

test("a reading that takes longer than it may is stopped and says so", async () => {
  const pool = createReadingPool({}, { fileMs: 1000, sqlMs: readingLimits.sqlMs });
  await withPool(pool, async () => {
    const failure = await readAll(pool, slow, unending()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SourceProblem);
    expect(failure).toMatchObject({
      kind: "limit",
      message: "Reading was stopped: nothing came within 1 seconds. Read less at once, then try again.",
    });
    await until(async () => countProcesses() === 0);
  });
});

test("a process reads one file after another, also when only the beginning of one was wanted", async () => {
  const pool = createReadingPool();
  await withPool(pool, async () => {
    const small = path.join(folder, "small.csv");
    await writeFile(small, "id,name\n1,a\n2,b\n");
    const task = { path: small, name: "small.csv", from: null };
    for await (const part of pool.read("file", task, unending())) {
      expect("form" in part).toBe(true);
      break;
    }
    expect(await readAll(pool, task, unending())).toEqual(["id", "name"]);
    await expect(readAll(pool, { ...task, path: `${small}.gone` }, unending())).rejects.toThrow("no longer here");
    expect(await readAll(pool, task, unending())).toEqual(["id", "name"]);
  });
});

/** The processes that this one has started and that read. */
function listReaders(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
  return children.map(Number).filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").includes("reading-process");
    } catch {
      return false;
    }
  });
}

test("a file whose process is killed is read on by another one, row for row", async () => {
  const pool = createReadingPool();
  await withPool(pool, async () => {
    const long = path.join(folder, "long.csv");
    const count = 12_000;
    await writeFile(long, `id,name\n${Array.from({ length: count }, (_, n) => `${n},a`).join("\n")}\n`);
    const ids: string[] = [];
    let [heads, kills] = [0, 0];
    for await (const part of pool.read("file", { path: long, name: "long.csv", from: null }, unending())) {
      if ("form" in part) heads++;
      else ids.push(...part.rows.map(({ values }) => values.id ?? ""));
      if (kills++ > 1) continue;
      for (const id of listReaders()) process.kill(id, "SIGKILL");
    }
    expect([heads, ids.length, new Set(ids).size]).toEqual([1, count, count]);
  });
});

test("a file whose process is killed again and again says so, and is no mistake of ours", async () => {
  const pool = createReadingPool();
  await withPool(pool, async () => {
    const killing = setInterval(() => {
      for (const id of listReaders()) process.kill(id, "SIGKILL");
    }, 5);
    const failure = await readAll(pool, slow, unending())
      .catch((error: unknown) => error)
      .finally(() => clearInterval(killing));
    expect(failure).toBeInstanceOf(ReaderEnded);
  });
});

test("people whose file cannot be read because its process was killed are told to try again", async () => {
  const ended = {
    // biome-ignore lint/correctness/useYield: it ends before it has given anything
    async *read(): AsyncGenerator<never, void> {
      throw new ReaderEnded(new Error("SIGKILL"));
    },
    close() {},
  };
  const slots = { take: async () => () => {} };
  const reading = { pool: ended, slots } as unknown as Parameters<typeof profileSentFiles>[0];
  const parts = profileSentFiles(reading, [], { tenantId: "north", signal: unending() });
  await expect(parts.next()).rejects.toMatchObject({ kind: "unavailable", retryAfterSeconds: 30 });
});
