import { type addOwnFile as contract, ownFileLimits, type RouteOutput } from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import type { OpenMeter, ReceivedFile, ReceivedFiles } from "../../../platform/http/endpoint.ts";
import { hashFile, plainName } from "../../assistant/index.ts";
import { publishFiles, requireAttachments, requireFile } from "./file-rules.ts";
import {
  deleteEndedFiles,
  findSameContent,
  insertFile,
  type ListedFile,
  lockFiles,
  selectFiles,
  touchFiles,
} from "./file-store.ts";
import { presentFile } from "./present-file.ts";
import { enqueueFileReading, readAgain } from "./read-file-job.ts";

const megabyte = 1_000_000;
const { endings, bytes: mostBytes, files: mostFiles, totalBytes } = ownFileLimits;
const tooLarge = `Files can have up to ${mostBytes / megabyte} MB. Split it.`;
/** Other names for the same kinds of files. */
const otherEndings = /^(?:xlsm|docm|markdown|xhtml|text)$/;

/** Refuses larger files while they arrive. */
export const ownFileMeter: OpenMeter = async () => {
  let bytes = 0;
  return {
    add(more) {
      bytes += more;
      if (bytes > mostBytes) throw new AppError("too_large", tooLarge);
    },
    close() {},
  };
};

type SentFile = ReceivedFile & { hash: string };

/** Takes over a file of the caller's own; one with the same content is taken as it is. */
export async function addOwnFile(
  asking: Omit<Context, "db">,
  { name }: z.output<(typeof contract)["input"]>,
  [received]: ReceivedFiles,
  database: Database,
): Promise<RouteOutput<typeof contract>> {
  const file = { ...received, name: plainName(name ?? received.name) };
  requireReadable(file);
  const hash = await hashFile(file.path);
  return database.inTenant(asking.tenantId, (db) => takeFile({ ...asking, db }, { ...file, hash }));
}

function requireReadable({ name, bytes }: ReceivedFile): void {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const known: readonly string[] = endings;
  if (!known.includes(ending) && !otherEndings.test(ending)) {
    const kinds = "Attach PDF, DOCX, HTML, Markdown, TXT, CSV or XLSX.";
    throw wrongField("file", `${name}: This type of file is not read. ${kinds}`);
  }
  if (bytes === 0) throw wrongField("file", `${name}: The file is empty.`);
  if (bytes > mostBytes) throw new AppError("too_large", tooLarge);
}

async function takeFile(context: Context, file: SentFile): Promise<RouteOutput<typeof contract>> {
  await requireAttachments(context);
  const uid = requirePerson(context);
  // What is added at the same time would not be counted otherwise.
  await lockFiles(context, uid);
  await deleteEndedFiles(context);
  const same = await findSameContent(context, uid, file.hash);
  if (same) {
    await touchFiles(context, [same.id]);
    if (same.state === "failed") await readAgain(context, same);
  } else {
    requireQuota(await selectFiles(context, uid), file);
  }
  const id = same ? same.id : await insertFile(context, { ...file, uid });
  if (!same) await enqueueFileReading(context, id);
  await publishFiles(context, uid);
  return { file: presentFile(await requireFile(context, id)), isDuplicate: same !== null };
}

function requireQuota(files: readonly ListedFile[], { name, bytes }: SentFile): void {
  if (files.length >= mostFiles) {
    throw new AppError("limit_reached", `${name}: You have ${mostFiles} files. Remove one to add another.`);
  }
  const taken = files.reduce((sum, file) => sum + file.bytes, 0);
  if (taken + bytes <= totalBytes) return;
  const message = `${name}: Your files may take ${totalBytes / megabyte} MB together. Remove some to add this one.`;
  throw new AppError("limit_reached", message);
}
