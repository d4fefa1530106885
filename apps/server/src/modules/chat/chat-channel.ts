import { sql } from "kysely";
import type { TenantScope } from "../../platform/db/database.ts";

/** The name under which the database tells of answers. */
export const chatChannel = "console_answers";

/** The event that tells the open pages of a person. */
export const conversationsChanged = { type: "conversations.changed", data: {} };

/** What is told there. */
export type ChatSignal =
  | { kind: "work" }
  | { kind: "stop"; message: string }
  | { kind: "grown"; tenantId: string; message: string };

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** Tells that an answer is to be written. */
export async function tellWork({ db }: Pick<Scope, "db">): Promise<void> {
  await sql`select pg_notify(${chatChannel}, 'work')`.execute(db);
}

/** Tells whoever writes an answer that it is not wanted any more. */
export async function tellStop({ db }: Pick<Scope, "db">, message: string): Promise<void> {
  await sql`select pg_notify(${chatChannel}, ${`stop ${message}`})`.execute(db);
}

/** Tells that answers have grown or ended. */
export async function tellGrown({ db, tenantId }: Scope, messages: readonly string[]): Promise<void> {
  const payloads = messages.map((message) => `grown ${message} ${tenantId}`);
  await sql`select pg_notify(${chatChannel}, payload) from unnest(${payloads}::text[]) as payload`.execute(db);
}

/** Reads what was told; null for what is no signal of ours. */
export function readSignal(payload: string): ChatSignal | null {
  const [kind, message = "", ...rest] = payload.split(" ");
  if (kind === "work") return { kind };
  if (kind === "stop") return { kind, message };
  return kind === "grown" ? { kind, message, tenantId: rest.join(" ") } : null;
}
