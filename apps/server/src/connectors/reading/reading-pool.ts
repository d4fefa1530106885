import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import type { Socket } from "node:net";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SourceProblem } from "../connector.ts";
import { readingLimits, tooMuchMemory } from "./reading-limits.ts";
import type { ReadingAnswer, ReadingKind, ReadingQuestion, Readings } from "./reading-task.ts";

/** A process that reads has ended without a word: someone or the system has killed it. */
export class ReaderEnded extends SourceProblem {
  constructor(cause: unknown) {
    super(
      "passing",
      "The process that reads the data was stopped by the system, also when it was tried again. Try later.",
    );
    this.cause = cause;
  }
}

/** Processes that read files and other databases. What happens to one of them happens to its reading alone. */
export type ReadingPool = {
  /** The parts of a reading, each read when it is asked for. The signal ends it at once. */
  read<Kind extends ReadingKind>(
    kind: Kind,
    task: Readings[Kind]["task"],
    signal: AbortSignal,
  ): AsyncGenerator<Readings[Kind]["part"], void>;
  /** Ends all of them. */
  close(): void;
};

const idleMs = 10_000;
const mostIdle = 2;
const stopMs = 1000;
/** So many processes may end before a piece is read. */
const mostDeaths = 3;
const keptErrorCharacters = 4000;

/** Makes a pool. Its processes know of the environment only what is given here. */
export function createReadingPool(
  environment: Readonly<Record<string, string>> = {},
  { fileMs, sqlMs }: Pick<typeof readingLimits, "fileMs" | "sqlMs"> = readingLimits,
): ReadingPool {
  const running = new Set<ReadingProcess>();
  const idle: ReadingProcess[] = [];

  const take = (): ReadingProcess => {
    const idleProcess = idle.pop();
    if (idleProcess) {
      idleProcess.wake();
      return idleProcess;
    }
    const started = new ReadingProcess(environment, (ended) => {
      running.delete(ended);
      const place = idle.indexOf(ended);
      if (place >= 0) idle.splice(place, 1);
    });
    running.add(started);
    return started;
  };

  const keep = (process: ReadingProcess): void => {
    if (idle.length >= mostIdle) {
      process.kill();
      return;
    }
    idle.push(process);
    process.rest();
  };

  /** Files are there still when their process is gone: another one reads on where that had come to. */
  async function* read<Kind extends ReadingKind>(kind: Kind, task: Readings[Kind]["task"], signal: AbortSignal) {
    let [ownTask, deaths, hasHead, hasPart] = [task, 0, false, false];
    for (;;) {
      try {
        for await (const part of readOnce(kind, ownTask, signal)) {
          if (kind === "file" && "form" in part) {
            if (hasHead) continue;
            hasHead = true;
          }
          hasPart = true;
          yield part;
          if (kind !== "file" || !("next" in part)) continue;
          ownTask = { ...ownTask, from: part.next };
          deaths = 0;
        }
        return;
      } catch (error) {
        deaths++;
        const isOfFiles = kind === "file" || kind === "fileProfile";
        // A document is read from its beginning only.
        const canBegin = (kind === "document" || kind === "documentArchive") && !hasPart;
        if (!(error instanceof ReaderEnded) || !(isOfFiles || canBegin) || deaths >= mostDeaths) throw error;
      }
    }
  }

  async function* readOnce<Kind extends ReadingKind>(kind: Kind, task: Readings[Kind]["task"], signal: AbortSignal) {
    signal.throwIfAborted();
    const process = take();
    const limitMs = kind === "sqlTest" || kind === "sqlRead" ? sqlMs : fileMs;
    let question = { ask: kind, task } as ReadingQuestion;
    let isWhole = false;
    let isOpen = false;
    try {
      for (;;) {
        const answer = await process.ask(question, limitMs, signal);
        if (answer.is !== "part") {
          isWhole = answer.is !== "error";
          throwProblem(answer);
          return;
        }
        isOpen = true;
        yield answer.part as Readings[Kind]["part"];
        isOpen = false;
        question = { ask: "next" };
      }
    } finally {
      // Whoever has seen enough leaves a process that can read on for others.
      if (isOpen && !signal.aborted) isWhole = await process.stop();
      if (isWhole) keep(process);
      else process.kill();
    }
  }

  return {
    read,
    close: () => {
      for (const process of running) process.kill();
    },
  };
}

function throwProblem(answer: Exclude<ReadingAnswer, { is: "part" }>): void {
  if (answer.is === "problem") throw new SourceProblem(answer.kind, answer.message);
  if (answer.is === "error") throw new Error(`Unexpected error while reading: ${answer.message}`);
}

class ReadingProcess {
  private readonly child: ChildProcess;
  private errors = "";
  private restTimer: NodeJS.Timeout | undefined;

  constructor(environment: Readonly<Record<string, string>>, forget: (process: ReadingProcess) => void) {
    const { program, loader } = findProgram();
    this.child = fork(program, [], {
      execArgv: [`--max-old-space-size=${readingLimits.heapMegabytes}`, ...loader],
      env: { ...environment },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.child.stderr?.on("data", (text: Buffer) => {
      this.errors = (this.errors + text).slice(-keptErrorCharacters);
    });
    this.child.on("exit", () => forget(this));
    this.child.on("error", () => forget(this));
  }

  /** Asks and waits; a process that ends, or takes longer than it may, is told as the problem that it is. */
  ask(question: ReadingQuestion, limitMs: number, signal: AbortSignal): Promise<ReadingAnswer> {
    const { child } = this;
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => () => {
        clearTimeout(limit);
        signal.removeEventListener("abort", abort);
        child.off("message", receive).off("close", onDeath).off("error", onDeath);
        end();
      };
      const receive = (answer: ReadingAnswer) => settle(() => resolve(answer))();
      const onDeath = settle(() => reject(this.deathProblem()));
      const abort = settle(() => {
        this.kill();
        reject(signal.reason);
      });
      const limit = setTimeout(
        settle(() => {
          this.kill();
          const seconds = limitMs / 1000;
          reject(
            new SourceProblem(
              "limit",
              `Reading was stopped: nothing came within ${seconds} seconds. Read less at once, then try again.`,
            ),
          );
        }),
        limitMs,
      );
      if (child.exitCode !== null || child.signalCode !== null) return onDeath();
      signal.addEventListener("abort", abort);
      child.on("message", receive).on("close", onDeath).on("error", onDeath);
      // A process that is gone by now is told by its end.
      child.send(question, () => {});
    });
  }

  /** Ends what is being read; false when it does not end soon. */
  async stop(): Promise<boolean> {
    const answer = await this.ask({ ask: "stop" }, stopMs, new AbortController().signal).catch(() => null);
    return answer?.is === "end";
  }

  /** Waits for another reading for a while, and does not hold the product up meanwhile. */
  rest(): void {
    this.child.unref();
    this.child.channel?.unref();
    (this.child.stderr as Socket | null)?.unref();
    this.restTimer = setTimeout(() => this.kill(), idleMs).unref();
  }

  wake(): void {
    clearTimeout(this.restTimer);
    this.child.ref();
    this.child.channel?.ref();
    (this.child.stderr as Socket | null)?.ref();
  }

  kill(): void {
    clearTimeout(this.restTimer);
    this.child.kill("SIGKILL");
  }

  private deathProblem(): Error {
    const { exitCode } = this.child;
    if (exitCode === tooMuchMemory || /heap out of memory|Allocation failed/i.test(this.errors)) {
      const words = `Reading was stopped: it needed more than ${readingLimits.residentMegabytes} MB of memory.`;
      return new SourceProblem("limit", `${words} Read less at once, then try again.`);
    }
    return new ReaderEnded(
      new Error(`A reading process ended with ${exitCode ?? this.child.signalCode}: ${this.errors}`),
    );
  }
}

/** The program as it was built beside the server; in the source it is read as it is written. */
export function findProgram(): { program: string; loader: string[] } {
  const isBuilt = import.meta.url.endsWith(".js");
  const program = fileURLToPath(new URL(`./reading-process.${isBuilt ? "js" : "ts"}`, import.meta.url));
  if (isBuilt) return { program, loader: [] };
  const tsx = createRequire(import.meta.url).resolve("tsx");
  return { program, loader: ["--import", pathToFileURL(tsx).href] };
}
