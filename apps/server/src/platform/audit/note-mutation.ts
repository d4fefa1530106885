import { pathParameters, type Route } from "@console/contracts";
import type { Context } from "../context.ts";
import { isAudited, recordAudit } from "./record-audit.ts";

/** Notes a call that changed something, unless its use case has said more about it already. */
export async function noteMutation(context: Context, route: Route, input: Record<string, unknown>): Promise<void> {
  if (route.method === "GET" || route.leavesNoNote || isAudited(context)) return;
  const subject = pathParameters(route.path)
    .map((name) => String(input[name]))
    .join(" ");
  await recordAudit(context, { act: `${route.method} ${route.path}`, subject: subject || route.path });
}
