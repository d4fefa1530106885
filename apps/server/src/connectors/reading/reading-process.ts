import { setPriority } from "node:os";
import { SourceProblem } from "../connector.ts";
import { openFile } from "../file/open-file.ts";
import { profileFiles } from "./profile-files.ts";
import { readingLimits, tooMuchMemory } from "./reading-limits.ts";
import type { ReadingAnswer, ReadingQuestion, Readings } from "./reading-task.ts";

const watchMs = 50;
const calm = 5;

/** Reads what others wrote, in a process that can be ended at any moment without harm to anyone else. */
async function* read(question: ReadingQuestion): AsyncGenerator<unknown, void> {
  switch (question.ask) {
    case "fileProfile":
      return yield* profileFiles(question.task);
    case "file":
      return yield* readFile(question.task);
    // Documents and databases need libraries that tables do not, which take longer to load than a table: each once it comes.
    case "document":
      return yield* (await import("../documents/read-document.ts")).readDocument(question.task);
    case "documentArchive":
      return yield* (await import("../documents/unpack-documents.ts")).unpackDocuments(question.task);
    case "sqlTest":
      yield await (await import("../sql/read-query.ts")).testQuery(question.task);
      return;
    case "sqlRead":
      return yield* (await import("../sql/read-query.ts")).readQuery(question.task);
    default:
  }
}

async function* readFile({
  path,
  name,
  choice,
  from,
}: Readings["file"]["task"]): AsyncGenerator<Readings["file"]["part"], void> {
  const { form, columns, read } = await openFile(path, name, choice);
  yield { form, columns };
  yield* read(from);
}

let current: AsyncGenerator<unknown, void> | null = null;

async function answer(question: ReadingQuestion): Promise<ReadingAnswer> {
  try {
    if (question.ask === "stop") {
      await current?.return();
      return { is: "end" };
    }
    if (question.ask !== "next") current = read(question);
    const { value, done } = (await current?.next()) ?? { value: undefined, done: true };
    return done ? { is: "end" } : { is: "part", part: value };
  } catch (error) {
    if (error instanceof SourceProblem) return { is: "problem", kind: error.kind, message: error.message };
    // A text or a buffer that is larger than any may be: there is memory left, but not for this.
    if (error instanceof RangeError && /string length|allocation/i.test(error.message)) process.exit(tooMuchMemory);
    return { is: "error", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

// Requests go first: a reading takes what they leave of the processor.
setPriority(calm);
setInterval(() => {
  if (process.memoryUsage.rss() > readingLimits.residentMegabytes * 1024 ** 2) process.exit(tooMuchMemory);
}, watchMs);
// A terminal tells every process of the product to end; this one ends with the one that has started it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
// Whoever has started it may have ended while it came up.
if (!process.connected) process.exit();
process.on("message", (question: ReadingQuestion) => {
  void answer(question).then((answered) => process.send?.(answered));
});
