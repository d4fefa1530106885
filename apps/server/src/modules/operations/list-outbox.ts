import type { listOutbox as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { listRows } from "../../platform/entities/read-entity.ts";
import { outboxEntity } from "./outbox-entity.ts";

type Mail = RouteOutput<typeof contract>["items"][number];

/** The platform's mails with their texts, newest first, as admins list them. */
export async function listOutbox(
  context: Context,
  { cursor, limit, state }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const filter = state ? [`status:${state}`] : [];
  const { items, next } = await listRows(context, outboxEntity, { cursor, limit, filter, isWhole: true });
  return {
    items: items.map((mail) => ({
      id: mail.id as string,
      to: (mail.recipients as string).split(", "),
      subject: mail.subject as string,
      text: mail.body as string,
      state: mail.status as Mail["state"],
      error: mail.error as string | null,
      createdAt: mail.createdAt as string,
      sentAt: mail.sentAt as string | null,
    })),
    next,
  };
}
