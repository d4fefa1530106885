import type { askForMore as askContract, listOwnLimits as listContract, RouteOutput } from "@console/contracts";
import { dayAt } from "@console/figures/time-zone";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { type Context, platformTenant, readFormats } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { leastHeld, readAsker, warnsFrom } from "./count-use.ts";
import { findParts } from "./find-parts.ts";
import { tellAsked } from "./limit-notices.ts";
import { type Asker, findCount, insertAsk, type LimitPart, selectAsked } from "./limit-store.ts";
import { sayReached } from "./limit-words.ts";
import { sumUse } from "./usage-store.ts";

/** The limits that hold for the caller, and how far each is used up. */
export async function listOwnLimits(context: Context): Promise<RouteOutput<typeof listContract>> {
  const asker = readAsker(context);
  const parts = await findEnabled(context, asker);
  if (parts.length === 0) return { items: [] };
  const asked = await selectAsked(context, asker.uid, today(context));
  const formats = readFormats(context);
  const items = [];
  for (const part of parts) {
    const { limit, owner, period, timeZone } = part;
    const used = (await findCount(context, part))?.used ?? (await sumUse(context, part, asker));
    const isReached = used + (limit.what === "messages" ? 1 : leastHeld) > limit.most;
    // How much all organisations ask together is told to their people only where it is about to stop them.
    const isOthers = owner === "platform" && context.tenantId !== platformTenant;
    if (isOthers && !isReached && used < warnsFrom(limit)) continue;
    items.push({
      id: limit.id,
      name: limit.name,
      owner,
      what: limit.what,
      period: limit.period,
      used,
      most: limit.most,
      warnsFrom: warnsFrom(limit),
      isReached,
      resetsAt: period.resetsAt.toISOString(),
      timeZone,
      words: sayReached(part, formats),
      hasAsked: asked.has(limit.id),
    });
  }
  return { items };
}

/** Asks those who can raise a limit for more, once a day. */
export async function askForMore(
  context: Context,
  { limit: id, reason }: z.output<(typeof askContract)["input"]>,
): Promise<RouteOutput<typeof askContract>> {
  const asker = readAsker(context);
  const part = (await findEnabled(context, asker)).find(({ limit }) => limit.id === id);
  if (!part) throw new AppError("not_found", "This limit does not hold for you any more.");
  if (!(await insertAsk(context, { limit: id, uid: asker.uid, day: today(context) }))) {
    throw new AppError("conflict", "You have asked for more today already. Platform admins have been notified.");
  }
  await tellAsked(context, part, { asker, reason });
  await recordAudit(context, {
    act: "limits.asked",
    subject: `limits/${id}`,
    details: { title: part.limit.name },
    isForPlatform: true,
  });
  return { limit: id };
}

async function findEnabled(context: Context, asker: Asker): Promise<LimitPart[]> {
  return (await findParts(context, asker, context.now)).filter(({ limit }) => limit.isEnabled);
}

const today = ({ now }: Context) => dayAt(now.getTime(), "UTC");
