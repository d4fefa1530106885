type ReadingLimits = Readonly<Record<"heapMegabytes" | "residentMegabytes" | "fileMs" | "sqlMs", number>>;

/** What one reading may take. Sizes of cells, rows and pieces stand beside what reads them. */
export const readingLimits: ReadingLimits = {
  /** The heap of the process that reads. */
  heapMegabytes: 256,
  /** All of its memory, buffers too. */
  residentMegabytes: 512,
  /** From one piece to the next; the time in which nobody asks for the next is not counted. */
  fileMs: 60_000,
  /** The other database ends a statement after 110 seconds itself. */
  sqlMs: 130_000,
};

/** What a reading process ends with when it has taken more memory than it may. */
export const tooMuchMemory = 70;
