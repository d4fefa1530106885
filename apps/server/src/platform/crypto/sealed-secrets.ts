import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Context } from "../context.ts";
import type { InstallationKey } from "./secret-key.ts";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Seals and opens secrets with a key of the tenant, which the key of the installation wraps. */
export type SealedSecrets = {
  /** `purpose` names the field; a text sealed for one purpose or tenant does not open for another. */
  seal(context: Context, purpose: string, secret: string): Promise<string>;
  open(context: Context, purpose: string, sealed: string): Promise<string>;
  /** Wraps the tenant's keys anew after the key of the installation has changed. */
  rewrap(context: Context, previous: InstallationKey): Promise<number>;
};

/** Envelope encryption under the given key of the installation. */
export function sealedSecrets(installation: InstallationKey): SealedSecrets {
  return {
    async seal(context, purpose, secret) {
      const { version, key } = await newestKey(context, installation);
      const box = encrypt(key, Buffer.from(secret, "utf8"), bindingOf(context, purpose, version));
      return `v1.${version}.${box.toString("base64url")}`;
    },
    async open(context, purpose, sealed) {
      const [format, version, box] = sealed.split(".");
      if (format !== "v1" || !version || !box) throw new Error("This is not a sealed secret.");
      const key = await keyOfVersion(context, installation, Number(version));
      return decrypt(key, Buffer.from(box, "base64url"), bindingOf(context, purpose, Number(version))).toString("utf8");
    },
    async rewrap(context, previous) {
      const rows = await keyRows(context).where("wrapped_by", "=", previous.id).execute();
      for (const row of rows) {
        await context.db
          .updateTable("data_keys")
          .set({ wrapped: wrap(installation, unwrap(previous, row, context), context), wrapped_by: installation.id })
          .where("tenant_id", "=", context.tenantId)
          .where("version", "=", row.version)
          .execute();
      }
      return rows.length;
    },
  };
}

type KeyRow = { version: number; wrapped: Buffer; wrapped_by: string };

function keyRows({ db, tenantId }: Context) {
  return db
    .selectFrom("data_keys")
    .select(["version", "wrapped", "wrapped_by"])
    .where("tenant_id", "=", tenantId)
    .orderBy("version", "desc");
}

async function newestKey(context: Context, installation: InstallationKey) {
  const found = await keyRows(context).limit(1).executeTakeFirst();
  if (found) return { version: found.version, key: unwrap(installation, found, context) };
  // Two first secrets at once: the second insert waits for the first and then finds its key.
  await context.db
    .insertInto("data_keys")
    .values({
      tenant_id: context.tenantId,
      version: 1,
      wrapped: wrap(installation, randomBytes(32), context),
      wrapped_by: installation.id,
      created_at: context.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await keyRows(context).limit(1).executeTakeFirstOrThrow();
  return { version: row.version, key: unwrap(installation, row, context) };
}

async function keyOfVersion(context: Context, installation: InstallationKey, version: number): Promise<Buffer> {
  const row = await keyRows(context).where("version", "=", version).executeTakeFirst();
  if (!row) throw new Error("The key of this sealed secret is missing.");
  return unwrap(installation, row, context);
}

const wrap = (installation: InstallationKey, key: Buffer, { tenantId }: Context) =>
  encrypt(installation.derive("wrap"), key, tenantId);

function unwrap(installation: InstallationKey, row: KeyRow, { tenantId }: Context): Buffer {
  if (row.wrapped_by !== installation.id) {
    throw new Error("This secret was sealed under another SECRET_KEY; start with that one, or enter the secret again.");
  }
  return decrypt(installation.derive("wrap"), row.wrapped, tenantId);
}

const bindingOf = ({ tenantId }: Context, purpose: string, version: number) => `${tenantId}|${purpose}|${version}`;

function encrypt(key: Buffer, plain: Buffer, binding: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(binding));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, box: Buffer, binding: string): Buffer {
  const nonce = box.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce).setAAD(Buffer.from(binding));
  decipher.setAuthTag(box.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(box.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
