import type { openScreenshot as contract, RouteOutput, Screenshot } from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Context } from "../../platform/context.ts";
import type { Entity } from "../../platform/entities/entity.ts";
import { requireRow } from "../../platform/entities/read-entity.ts";
import { AppError, wrongField } from "../../platform/errors.ts";

/** How the bytes of a picture begin, as hexadecimal digits; of WebP the size of the file stands between. */
const beginnings: Readonly<Record<Screenshot["type"], RegExp>> = {
  "image/png": /^89504e470d0a1a0a/,
  "image/jpeg": /^ffd8ff/,
  "image/webp": /^52494646.{8}57454250/,
};

/** Keeps the screenshot that came with feedback on a page. */
export async function keepScreenshot(
  { db, tenantId }: Context,
  feedback: string,
  { kind, screenshot }: { kind: "answer" | "page"; screenshot?: Screenshot | undefined },
): Promise<void> {
  if (!screenshot) return;
  if (kind !== "page") throw wrongField("screenshot", "Only feedback on a page has a screenshot.");
  const { type, data } = screenshot;
  const image = Buffer.from(data, "base64");
  if (!beginnings[type].test(image.subarray(0, 12).toString("hex"))) {
    throw wrongField("screenshot", "This is not a picture of that type.");
  }
  await db
    .insertInto("feedback_screenshots")
    .values({ tenant_id: tenantId, feedback_id: feedback, type, image })
    .execute();
}

/** Shows the screenshot of feedback that the caller may read. */
export async function openScreenshot(
  context: Context,
  { feedback: id }: z.output<(typeof contract)["input"]>,
  entity: Entity,
): Promise<RouteOutput<typeof contract>> {
  const row = await requireRow(context, entity, id);
  const tenant = String(row.tenantId);
  const shot = await context.db
    .selectFrom("feedback_screenshots")
    .select(["type", "image"])
    .where("tenant_id", "=", tenant)
    .where("feedback_id", "=", id)
    .executeTakeFirst();
  if (!shot) throw new AppError("not_found", "This feedback has no screenshot.");
  await recordAudit(context, { act: "feedback.screenshot_opened", subject: `feedback/${id}`, details: {}, tenant });
  return { type: shot.type as Screenshot["type"], data: shot.image.toString("base64") };
}
