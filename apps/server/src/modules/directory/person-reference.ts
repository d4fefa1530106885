import { type RawBuilder, sql } from "kysely";
import type { Reference } from "../../platform/entities/entity.ts";
import { findUser } from "./user-store.ts";

/** A field that names a person by their address. */
export function personReference(title: RawBuilder<unknown>): Reference {
  return {
    entity: "users",
    by: "email",
    title,
    isAvailable: async (context, id) => {
      const user = await findUser(context, id);
      return user !== null && (context.permissions.has("platform.read") || user.tenantId === context.tenantId);
    },
    withTitle: (word) => sql`select uid from users where strpos(lower(concat_ws(' ', name, email)), ${word}) > 0`,
  };
}
