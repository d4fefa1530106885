import { isIPv6 } from "node:net";
import { createKeyedConcurrencyLimit } from "../../platform/concurrency-limit.ts";
import { type Context, platformTenant } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError, wrongField } from "../../platform/errors.ts";
import { findWait, forgetFailures, type PasswordHasher, recordFailure } from "../identity/index.ts";
import type { LinkUse } from "./count-use.ts";
import type { StoredLink } from "./link-store.ts";

type Parts = { database: Database; passwords: PasswordHasher; use: LinkUse };

/** Guesses sent together stand in line, so that none slips past the count. */
const inLine = createKeyedConcurrencyLimit(1);

/**
 * Lets a visitor on who knows the passcode of a link. Wrong ones make the visitor's own address wait longer and longer,
 * and nobody else's: a stranger cannot lock others out.
 */
export async function requirePasscode(
  context: Omit<Context, "db">,
  link: StoredLink,
  passcode: string | undefined,
  { database, passwords, use }: Parts,
): Promise<void> {
  const { passcode_hash: hash } = link;
  if (hash === null) return;
  if (!passcode) throw wrongField("passcode", "Enter the passcode of this link.");
  const place = networkForAddress(context.origin?.address ?? "");
  const pair = { kind: "passcode" as const, name: `${link.id}|${place}` };
  const subjects = [pair, { kind: "passcodeAddress" as const, name: place }];
  const onPlatform = <Result>(work: (inner: Context) => Promise<Result>) =>
    database.inTenant(platformTenant, (db) => work({ ...context, db, tenantId: platformTenant }));
  await inLine(pair.name, async () => {
    const waitMs = await onPlatform((inner) => findWait(inner, subjects));
    if (waitMs > 0) throw tooOften(Math.ceil(waitMs / 1000));
    if (await passwords.verify(hash, passcode)) {
      await onPlatform((inner) => forgetFailures(inner, [pair]));
      return;
    }
    await onPlatform((inner) => recordFailure(inner, subjects));
    use.wrongPasscode(link.id);
    throw wrongField("passcode", "This passcode is incorrect.");
  });
}

function tooOften(seconds: number): AppError {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError("limit_reached", `Too many wrong passcodes. Try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
}

/** Whoever has an address of the sixth version has all that share its first half. */
function networkForAddress(address: string): string {
  if (!isIPv6(address) || address.toLowerCase().startsWith("::ffff:")) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const [first, last] = [head.split(":").filter(Boolean), tail.split(":").filter(Boolean)];
  const zeros = address.includes("::") ? Array.from({ length: 8 - first.length - last.length }, () => "0") : [];
  return [...first, ...zeros, ...last].slice(0, 4).join(":");
}
