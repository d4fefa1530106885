import { generateKeyPair, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type {
  issueServiceKey as issueContract,
  listServiceKeys as listContract,
  RouteOutput,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import { publicAddress } from "../../../../platform/config.ts";
import { type Context, requirePerson } from "../../../../platform/context.ts";
import { AppError } from "../../../../platform/errors.ts";
import { publishEvent } from "../../../../platform/events/event-store.ts";
import { projectId } from "../project.ts";
import { endEarlierKeys, findServiceAccount, formatClientEmail } from "./service-account-store.ts";

const hourMs = 3_600_000;
const makeKeyPair = promisify(generateKeyPair);

/** Gives a service account a new key, whose private part is shown once and kept nowhere. */
export async function issueServiceKey(
  context: Context,
  { id, overlapHours }: z.output<(typeof issueContract)["input"]>,
): Promise<RouteOutput<typeof issueContract>> {
  const { db, now, config } = context;
  const account = await requireServiceAccount(context, id);
  if (account.state === "revoked") throw new AppError("conflict", "This service account is revoked. Create a new one.");
  const { privateKey, publicKey } = await makeKeyPair("rsa", { modulusLength: 2048 });
  const earlierEndsAt = await endEarlierKeys(context, id, new Date(now.getTime() + overlapHours * hourMs));
  const kid = randomUUID();
  await db
    .insertInto("service_keys")
    .values({
      kid,
      account_id: id,
      public_jwk: JSON.stringify({ ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" }),
      created_at: now,
      created_by: requirePerson(context),
    })
    .execute();
  await recordAudit(context, {
    act: "service-accounts.key_created",
    subject: `service-accounts/${id}`,
    details: { title: account.name, keyId: kid, overlapHours },
  });
  await publishEvent(context, { type: "entity.changed", data: { entity: "service-accounts", id } });
  const file = {
    type: "service_account",
    project_id: projectId,
    private_key_id: kid,
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    client_email: formatClientEmail(id),
    client_id: id,
    token_uri: `${publicAddress(config)}/token`,
  };
  return {
    kid,
    fileName: `${id}.json`,
    file: `${JSON.stringify(file, null, 2)}\n`,
    earlierEndsAt: earlierEndsAt?.toISOString() ?? null,
  };
}

/** The keys of a service account, without what is secret of them. */
export async function listServiceKeys(
  context: Context,
  { id }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  await requireServiceAccount(context, id);
  const rows = await context.db
    .selectFrom("service_keys")
    .select(["kid", "created_at", "ends_at", "last_used_at"])
    .where("account_id", "=", id)
    .orderBy("created_at", "desc")
    .limit(20)
    .execute();
  return {
    address: publicAddress(context.config),
    projectId,
    keys: rows.map(({ kid, created_at, ends_at, last_used_at }) => ({
      kid,
      createdAt: created_at.toISOString(),
      endsAt: ends_at?.toISOString() ?? null,
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
  };
}

async function requireServiceAccount(context: Context, id: string) {
  const account = id.includes("\0") ? null : await findServiceAccount(context, id);
  if (!account) throw new AppError("not_found", "There is no such service account.");
  return account;
}
