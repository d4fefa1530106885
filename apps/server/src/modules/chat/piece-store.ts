import { sql } from "kysely";
import type { TenantScope } from "../../platform/db/database.ts";
import { tellGrown } from "./chat-channel.ts";
import type { MessagePiece } from "./message-piece.ts";

export type NumberedPiece = MessagePiece & { message: string; number: number };

/** Stores pieces of messages that are still there, and tells whoever follows them. */
export async function insertPieces({ db, tenantId }: TenantScope, pieces: readonly NumberedPiece[]): Promise<void> {
  await sql`insert into message_pieces (tenant_id, message_id, number, type, data)
    select ${tenantId}, p.message, p.number, p.type, p.data
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p(message text, number int, type text, data jsonb)
    where exists (select 1 from messages m where m.tenant_id = ${tenantId} and m.id = p.message)
    on conflict do nothing`.execute(db);
  await tellGrown({ db, tenantId }, [...new Set(pieces.map(({ message }) => message))]);
}

/** The most that one look brings, so that a long answer comes in several. */
export const mostPieces = 2000;

type Place = { message: string; after: number };

/** The pieces behind a place in each of some messages, in their order. */
export async function selectPieces(
  { db, tenantId }: Pick<TenantScope, "db" | "tenantId">,
  places: readonly Place[],
): Promise<NumberedPiece[]> {
  const { rows } = await sql<NumberedPiece>`
    select p.message_id as message, p.number, p.type, p.data
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as w(message text, after int)
      join message_pieces p on p.tenant_id = ${tenantId} and p.message_id = w.message and p.number > w.after
    order by p.message_id, p.number limit ${mostPieces}`.execute(db);
  return rows;
}
