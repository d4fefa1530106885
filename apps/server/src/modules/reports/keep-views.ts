import type { deleteView as deleteContract, RouteOutput, saveView as saveContract } from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { reports as productReports, type Reports, requireReport } from "./reports.ts";
import { insertView, removeView } from "./view-store.ts";

/** Keeps a report as it is, for oneself or for everyone of the tenant. */
export async function saveView(
  context: Context,
  { report, title, query, isShared }: z.output<(typeof saveContract)["input"]>,
  all: Reports = productReports,
): Promise<RouteOutput<typeof saveContract>> {
  requireReport(all, report);
  if (isShared && !context.permissions.has("reports.share")) {
    throw new AppError("forbidden", "Only managers of your organisation can share views.", {
      fields: { isShared: "Save it for yourself, or ask a manager." },
    });
  }
  const id = await insertView(context, { uid: requirePerson(context), report, title, query, isShared });
  return { id, title, query, isShared, isMine: true };
}

/** Forgets a saved view. */
export async function deleteView(
  context: Context,
  { view }: z.output<(typeof deleteContract)["input"]>,
): Promise<RouteOutput<typeof deleteContract>> {
  const mayRemoveShared = context.permissions.has("reports.share");
  const isDeleted = await removeView(context, { id: view, uid: requirePerson(context), mayRemoveShared });
  if (!isDeleted) throw new AppError("not_found", "There is no such view, or it belongs to someone else.");
  return { isDeleted };
}
