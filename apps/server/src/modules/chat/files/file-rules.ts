import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { publishEvent } from "../../../platform/events/event-store.ts";
import { findPolicy } from "../../models/index.ts";
import { findFile, type ListedFile } from "./file-store.ts";

export const attachmentsOff = "Attachments are switched off for your organisation.";

/** Whether files may be attached, in the caller's own organisation and in the one that is asked about. */
export async function allowsAttachments(
  context: Pick<Context, "db" | "tenantId">,
  aboutTenant: string | null = null,
): Promise<boolean> {
  for (const tenant of [context.tenantId, ...(aboutTenant === null ? [] : [aboutTenant])]) {
    const { isChatOn, allowsAttachments: isOn } = await findPolicy(context, tenant);
    if (!isChatOn || !isOn) return false;
  }
  return true;
}

export async function requireAttachments(context: Context, aboutTenant: string | null = null): Promise<void> {
  if (!(await allowsAttachments(context, aboutTenant))) throw new AppError("forbidden", attachmentsOff);
}

/** A file of the caller's own. */
export async function requireFile(context: Context, id: string): Promise<ListedFile> {
  const row = await findFile(context, requirePerson(context), id);
  if (!row) throw new AppError("not_found", "This file is not there any more.");
  return row;
}

/** Tells the open pages of a person that one of their files has moved. */
export async function publishFiles(context: Context, uid: string): Promise<void> {
  await publishEvent(context, { type: "files.changed", data: {}, uid });
}
