const mostLines = 20_000;
const mostBytes = 32 * 1_048_576;
const timeForm = /"time":"([^"]{20,30})"/;

/** What was dropped for want of room since it was last told. */
export type Gap = { lines: number; from: string; to: string };

/** Lines that wait to be written. Adding one never waits: when there is no room, the oldest go. */
export type LogQueue = ReturnType<typeof createLogQueue>;

export function createLogQueue({ lines: room = mostLines, bytes: roomBytes = mostBytes } = {}) {
  let waiting: string[] = [];
  let head = 0;
  let bytes = 0;
  let gap: Gap | null = null;
  let droppedInAll = 0;
  let onMany: { lines: number; tell(): void } | null = null;

  function noteDropped(line: string): void {
    const at = timeForm.exec(line)?.[1] ?? "";
    gap = { lines: (gap?.lines ?? 0) + 1, from: gap?.from || at, to: at || (gap?.to ?? "") };
    droppedInAll++;
  }

  function takeOldest(): string | undefined {
    const line = waiting[head];
    if (line === undefined) return undefined;
    head++;
    bytes -= line.length;
    // Taken lines are let go now and then rather than one by one.
    if (head > 1000 && head * 2 > waiting.length) {
      waiting = waiting.slice(head);
      head = 0;
    }
    return line;
  }

  return {
    size: () => waiting.length - head,
    droppedInAll: () => droppedInAll,
    /** Takes a line, in the manner of a stream. */
    write(line: string): void {
      waiting.push(line);
      bytes += line.length;
      while (waiting.length - head > room || bytes > roomBytes) {
        const oldest = takeOldest();
        if (oldest === undefined) return;
        noteDropped(oldest);
      }
      if (onMany && waiting.length - head >= onMany.lines) onMany.tell();
    },
    /** The oldest lines, which are in the queue no more. */
    take(most: number): string[] {
      const taken: string[] = [];
      while (taken.length < most) {
        const line = takeOldest();
        if (line === undefined) break;
        taken.push(line);
      }
      return taken;
    },
    /** Counts lines among the dropped that were taken and could not be kept. */
    drop(lines: readonly string[]): void {
      for (const line of lines) noteDropped(line);
    },
    /** What was dropped since the last time, which is then told. */
    takeGap(): Gap | null {
      const told = gap;
      gap = null;
      return told;
    },
    /** Calls back whenever so many lines wait. */
    whenMany(lines: number, tell: () => void): void {
      onMany = { lines, tell };
    },
  };
}
