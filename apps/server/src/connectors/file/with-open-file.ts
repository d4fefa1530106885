import { type FileHandle, open } from "node:fs/promises";
import { SourceProblem } from "../connector.ts";

/** Opens a file for reading; one that is gone is told. */
export async function openToRead(path: string): Promise<FileHandle> {
  return open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new SourceProblem("config", "The file is no longer here. Upload it again.");
    throw error;
  });
}

/** Works with a file while it is open. */
export async function withOpenFile<Result>(
  path: string,
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await openToRead(path);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}
