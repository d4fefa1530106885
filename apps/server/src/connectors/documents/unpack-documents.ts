import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { SourceProblem } from "../connector.ts";
import { openArchive } from "../file/open-archive.ts";
import { documentLimits } from "./document-block.ts";

/** So many files of one archive are taken. */
const mostFiles = 200;

export type UnpackedFile = { name: string; path: string; bytes: number };

/** Unpacks the files of an archive into a folder, under names of ours; folders and what systems add are left out. */
export async function* unpackDocuments({
  path: archivePath,
  folder,
}: {
  path: string;
  folder: string;
}): AsyncGenerator<{ file: UnpackedFile }, void> {
  const archive = await openArchive(archivePath, { noun: "archive", mostBytes: documentLimits.unpackedBytes });
  try {
    const names = archive
      .names()
      .filter((name) => !name.endsWith("/") && !/(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$)/i.test(name));
    if (names.length === 0) throw new SourceProblem("config", "The archive is empty.");
    if (names.length > mostFiles) {
      throw new SourceProblem(
        "config",
        `The archive holds ${names.length} files; up to ${mostFiles} are taken. Split it.`,
      );
    }
    for (const [place, name] of names.entries()) {
      const stream = await archive.open(name);
      if (!stream) continue;
      const target = path.join(folder, `${place}`);
      let bytes = 0;
      await pipeline(
        stream,
        async function* counted(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            bytes += chunk.length;
            if (bytes > documentLimits.bytes)
              throw new SourceProblem("config", `"${name}" is larger than 50 MB. Split it.`);
            yield chunk;
          }
        },
        createWriteStream(target, { mode: 0o600 }),
      ).catch((error: unknown) => {
        if (error instanceof SourceProblem) throw error;
        throw new SourceProblem("config", "The archive is damaged or has a password. Pack it again without one.");
      });
      yield { file: { name: name.split("/").at(-1) ?? name, path: target, bytes } };
    }
  } finally {
    archive.close();
  }
}
