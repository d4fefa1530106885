import type { JsonWebKey } from "node:crypto";
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { Transact } from "../transact.ts";
import { certify } from "./certify.ts";

const purpose = "identity.signing-key";
const dayMs = 86_400_000;
const renewAfterMs = 30 * dayMs;
/** A cookie that others make of an ID token is valid for no longer. */
export const longestCookieSeconds = 14 * 86_400;
/** A key is shown for as long as what it signed can be valid, which is longest for a session cookie, and some. */
const showForMs = renewAfterMs + longestCookieSeconds * 1000 + dayMs;
const cacheMs = 60_000;

type PublicKey = { kid: string; key: KeyObject; jwk: Record<string, unknown>; createdAt: number };
type SigningKey = { kid: string; privateKey: KeyObject; createdAt: number };

/** The keys that sign ID tokens, renewed every month; all processes on one database share them. */
export type SigningKeys = {
  current(transact: Transact, now: Date): Promise<SigningKey>;
  /** The key with this id, or null when it is none of ours. */
  find(transact: Transact, kid: string): Promise<KeyObject | null>;
  /** The public keys, for anyone who checks our tokens. */
  jwks(transact: Transact, now: Date): Promise<{ keys: Record<string, unknown>[] }>;
  /** The same keys as certificates, by their ids, which is the form that server SDKs read. */
  certificates(transact: Transact, now: Date): Promise<Record<string, string>>;
};

/** Keys with a cache of their own. */
export function createSigningKeys(): SigningKeys {
  let publicKeys: PublicKey[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;
  let signing: SigningKey | null = null;
  const certificates = new Map<string, string>();

  async function load(transact: Transact): Promise<void> {
    publicKeys = await transact(selectPublicKeys);
    loadedAt = performance.now();
  }

  async function current(transact: Transact, now: Date): Promise<SigningKey> {
    if (!signing || now.getTime() - signing.createdAt > renewAfterMs) signing = await transact(newestOrNew);
    return signing;
  }

  async function shownKeys(transact: Transact, now: Date): Promise<PublicKey[]> {
    await current(transact, now);
    await load(transact);
    return publicKeys.filter(({ createdAt }) => now.getTime() - createdAt < showForMs);
  }

  async function certificateFor(transact: Transact, { kid, key, createdAt }: PublicKey): Promise<string> {
    const cached = certificates.get(kid);
    if (cached) return cached;
    const { privateKey } = await transact((context) => openKey(context, kid));
    const until = new Date(createdAt + showForMs);
    const certificate = await certify({ kid, privateKey, publicKey: key, since: new Date(createdAt), until });
    certificates.set(kid, certificate);
    return certificate;
  }

  const cachedKey = (kid: string) => publicKeys.find((entry) => entry.kid === kid)?.key ?? null;

  return {
    current,
    async find(transact, kid) {
      if (performance.now() - loadedAt > cacheMs) await load(transact);
      // A key of another process may be seconds old; strangers' key ids must not turn into a query each.
      if (!cachedKey(kid) && performance.now() - loadedAt > 1000) await load(transact);
      return cachedKey(kid);
    },
    async jwks(transact, now) {
      return { keys: (await shownKeys(transact, now)).map(({ jwk }) => jwk) };
    },
    async certificates(transact, now) {
      const byKid: Record<string, string> = {};
      for (const key of await shownKeys(transact, now)) byKid[key.kid] = await certificateFor(transact, key);
      return byKid;
    },
  };
}

async function selectPublicKeys({ db }: Context): Promise<PublicKey[]> {
  const rows = await db.selectFrom("signing_keys").select(["kid", "public_jwk", "created_at"]).execute();
  return rows.map(({ kid, public_jwk, created_at }) => {
    const jwk = public_jwk as Record<string, unknown>;
    return {
      kid,
      jwk,
      key: createPublicKey({ key: jwk as JsonWebKey, format: "jwk" }),
      createdAt: created_at.getTime(),
    };
  });
}

async function newestOrNew(context: Context): Promise<SigningKey> {
  // Two processes that find the key too old together must not make two.
  await sql`select pg_advisory_xact_lock(hashtext('identity.signing-keys'))`.execute(context.db);
  const row = await context.db
    .selectFrom("signing_keys")
    .select(["kid", "created_at"])
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const isCurrent = row && context.now.getTime() - row.created_at.getTime() <= renewAfterMs;
  return isCurrent ? openKey(context, row.kid) : createKey(context);
}

async function openKey(context: Context, kid: string): Promise<SigningKey> {
  const row = await context.db.selectFrom("signing_keys").selectAll().where("kid", "=", kid).executeTakeFirstOrThrow();
  const pem = await context.secrets.open(context, purpose, row.sealed_private);
  return { kid, privateKey: createPrivateKey(pem), createdAt: row.created_at.getTime() };
}

async function createKey(context: Context): Promise<SigningKey> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = randomUUID();
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  await context.db
    .insertInto("signing_keys")
    .values({
      kid,
      sealed_private: await context.secrets.seal(context, purpose, pem),
      public_jwk: JSON.stringify({ ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" }),
      created_at: context.now,
    })
    .execute();
  return { kid, privateKey, createdAt: context.now.getTime() };
}
