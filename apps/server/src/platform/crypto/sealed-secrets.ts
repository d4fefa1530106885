import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { TenantScope } from "../db/database.ts";
import type { InstallationKey } from "./secret-key.ts";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Seals and opens secrets with a key of the tenant, which the key of the installation wraps. */
export type SealedSecrets = {
  /** `purpose` names the field; a text sealed for one purpose or tenant does not open for another. */
  seal(scope: TenantScope, purpose: string, secret: string): Promise<string>;
  open(scope: TenantScope, purpose: string, sealed: string): Promise<string>;
  /** Seals without the database what may be lost, such as a cookie: after the key of the installation has changed it is lost. */
  sealBriefly(purpose: string, secret: string): string;
  /** Null when it was sealed under another key, or for another purpose. */
  openBriefly(purpose: string, sealed: string): string | null;
  /** The HMAC of a text, which nobody without the key of the installation can make. */
  hmac(purpose: string, text: string): string;
  /** Wraps the tenant's keys anew after the key of the installation has changed. */
  rewrap(scope: TenantScope, previous: InstallationKey): Promise<number>;
};

/** Envelope encryption under the given key of the installation. */
export function sealedSecrets(installation: InstallationKey): SealedSecrets {
  return {
    async seal(scope, purpose, secret) {
      const { version, key } = await newestKey(scope, installation);
      const box = encrypt(key, Buffer.from(secret, "utf8"), secretBinding(scope, purpose, version));
      return `v1.${version}.${box.toString("base64url")}`;
    },
    async open(scope, purpose, sealed) {
      const [format, version, box] = sealed.split(".");
      if (format !== "v1" || !version || !box) throw new Error("This is not a sealed secret.");
      const key = await findKey(scope, installation, Number(version));
      return decrypt(key, Buffer.from(box, "base64url"), secretBinding(scope, purpose, Number(version))).toString(
        "utf8",
      );
    },
    sealBriefly: (purpose, secret) =>
      `b1.${encrypt(installation.derive("brief"), Buffer.from(secret, "utf8"), purpose).toString("base64url")}`,
    openBriefly(purpose, sealed) {
      const [format, box] = sealed.split(".");
      if (format !== "b1" || !box) return null;
      try {
        return decrypt(installation.derive("brief"), Buffer.from(box, "base64url"), purpose).toString("utf8");
      } catch {
        return null;
      }
    },
    hmac: (purpose, text) => createHmac("sha256", installation.derive(purpose)).update(text).digest("base64url"),
    async rewrap(scope, previous) {
      const rows = await keyRows(scope).where("wrapped_by", "=", previous.id).execute();
      for (const row of rows) {
        await scope.db
          .updateTable("data_keys")
          .set({ wrapped: wrap(installation, unwrap(previous, row, scope), scope), wrapped_by: installation.id })
          .where("tenant_id", "=", scope.tenantId)
          .where("version", "=", row.version)
          .execute();
      }
      return rows.length;
    },
  };
}

type KeyRow = { version: number; wrapped: Buffer; wrapped_by: string };

function keyRows({ db, tenantId }: TenantScope) {
  return db
    .selectFrom("data_keys")
    .select(["version", "wrapped", "wrapped_by"])
    .where("tenant_id", "=", tenantId)
    .orderBy("version", "desc");
}

async function newestKey(scope: TenantScope, installation: InstallationKey) {
  const existing = await keyRows(scope).limit(1).executeTakeFirst();
  if (existing) return { version: existing.version, key: unwrap(installation, existing, scope) };
  // Two first secrets at once: the second insert waits for the first and then finds its key.
  await scope.db
    .insertInto("data_keys")
    .values({
      tenant_id: scope.tenantId,
      version: 1,
      wrapped: wrap(installation, randomBytes(32), scope),
      wrapped_by: installation.id,
      created_at: scope.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await keyRows(scope).limit(1).executeTakeFirstOrThrow();
  return { version: row.version, key: unwrap(installation, row, scope) };
}

async function findKey(scope: TenantScope, installation: InstallationKey, version: number): Promise<Buffer> {
  const row = await keyRows(scope).where("version", "=", version).executeTakeFirst();
  if (!row) throw new Error("The key of this sealed secret is missing.");
  return unwrap(installation, row, scope);
}

const wrap = (installation: InstallationKey, key: Buffer, { tenantId }: TenantScope) =>
  encrypt(installation.derive("wrap"), key, tenantId);

function unwrap(installation: InstallationKey, row: KeyRow, { tenantId }: TenantScope): Buffer {
  if (row.wrapped_by !== installation.id) {
    throw new Error("This secret was sealed under another SECRET_KEY; start with that one, or enter the secret again.");
  }
  return decrypt(installation.derive("wrap"), row.wrapped, tenantId);
}

const secretBinding = ({ tenantId }: TenantScope, purpose: string, version: number) =>
  `${tenantId}|${purpose}|${version}`;

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
