import type {
  changeOwnFile as changeContract,
  listOwnFiles as listContract,
  OwnFile,
  OwnFileText,
  RouteOutput,
  readOwnFile as readContract,
  removeOwnFiles as removeAllContract,
  removeOwnFile as removeContract,
  retryOwnFile as retryContract,
} from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { findPolicy } from "../../models/index.ts";
import { selectText } from "./file-passage-store.ts";
import { allowsAttachments, publishFiles, requireFile } from "./file-rules.ts";
import { deleteFiles, selectFiles, updateFile } from "./file-store.ts";
import { presentFile } from "./present-file.ts";
import { readAgain } from "./read-file-job.ts";

/** The caller's own files, and what they take together. */
export async function listOwnFiles(context: Context): Promise<RouteOutput<typeof listContract>> {
  const rows = await selectFiles(context, requirePerson(context));
  const { keepsFigures } = await findPolicy(context, context.tenantId);
  return {
    items: rows.map(presentFile),
    bytes: rows.reduce((sum, row) => sum + row.bytes, 0),
    isOn: await allowsAttachments(context),
    staysHere: keepsFigures,
  };
}

const before = 40;
const shown = 200;

/** The text of a file, around one of its passages. */
export async function readOwnFile(
  context: Context,
  { file: id, passage }: z.output<(typeof readContract)["input"]>,
): Promise<OwnFileText> {
  const row = await requireFile(context, id);
  if (row.state !== "ready") throw new AppError("conflict", row.problem ?? `${row.name} is still being read.`);
  const place = /^\d{1,6}$/.test(passage ?? "") ? Number(passage) : 0;
  const from = Math.max(0, place - before);
  const { passages, leftOut } = await selectText(context, id, { from, most: shown + 1 });
  return {
    file: presentFile(row),
    passages: passages.slice(0, shown).map(({ position, kind, headings, page, content }) => ({
      id: String(position),
      kind,
      headings,
      page,
      content,
    })),
    hasMore: passages.length > shown || from > 0,
    leftOut,
  };
}

/** Keeps a file for longer, or no longer. */
export async function changeOwnFile(
  context: Context,
  { file: id, isKept }: z.output<(typeof changeContract)["input"]>,
): Promise<OwnFile> {
  const { owner_uid: uid } = await requireFile(context, id);
  await updateFile(context, id, { is_kept: isKept });
  await publishFiles(context, uid);
  return presentFile(await requireFile(context, id));
}

/** Reads a file once more that could not be read. */
export async function retryOwnFile(
  context: Context,
  { file: id }: z.output<(typeof retryContract)["input"]>,
): Promise<OwnFile> {
  const row = await requireFile(context, id);
  if (row.state !== "failed") throw new AppError("conflict", "Only a file that could not be read is read again.");
  await readAgain(context, row);
  await publishFiles(context, row.owner_uid);
  return presentFile(await requireFile(context, id));
}

/** Removes a file for good. */
export async function removeOwnFile(
  context: Context,
  { file: id }: z.output<(typeof removeContract)["input"]>,
): Promise<RouteOutput<typeof removeContract>> {
  const { owner_uid: uid } = await requireFile(context, id);
  await deleteFiles(context, uid, id);
  await publishFiles(context, uid);
  return { id };
}

/** Removes all files of the caller for good. */
export async function removeOwnFiles(context: Context): Promise<RouteOutput<typeof removeAllContract>> {
  const uid = requirePerson(context);
  const removed = await deleteFiles(context, uid);
  await publishFiles(context, uid);
  return { removed };
}
