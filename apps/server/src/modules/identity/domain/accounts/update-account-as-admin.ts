import type { Updateable } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { DB } from "../../../../platform/db/schema.gen.ts";
import { reopenUser, requireAnotherSuperadmin } from "../../../directory/index.ts";
import { voidCodes } from "../codes/code-store.ts";
import type { AdminContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { readIdentitySettings } from "../identity-settings.ts";
import { requirePassword } from "../passwords/password-policy.ts";
import {
  noAccount,
  requireNobodysAccount,
  requireNoPlatformPerson,
  requireRight,
} from "../service-accounts/guard-accounts.ts";
import { endSessions } from "../sessions/session-store.ts";
import {
  type Account,
  findAccount,
  findAccountByPhone,
  findAccountByProvider,
  linkProvider,
  unlinkProviders,
  updateAccount,
} from "./account-store.ts";
import {
  changeAddress,
  changePassword,
  notifyProviderChange,
  notifyRemovedProviders,
  removeAddress,
} from "./change-credentials.ts";
import { requireClaims } from "./custom-claims.ts";
import { setAccountLocked } from "./lock-account.ts";
import { recordAccountEvent } from "./record-account-event.ts";
import type { ClearableField } from "./update-own-account.ts";

/** What a program changes of an account; undefined leaves a field as it is, an empty text clears it. */
export type AdminAccountChanges = {
  uid: string;
  email: string | undefined;
  isVerified: boolean | undefined;
  password: string | undefined;
  displayName: string | undefined;
  photoUrl: string | undefined;
  phoneNumber: string | undefined;
  claims: unknown;
  validSince: Date | undefined;
  isLocked: boolean | undefined;
  linkedProvider: LinkedProvider | null;
  unlinkedProviders: readonly string[];
  clearedFields: ReadonlySet<ClearableField>;
  /** The names by which the program has called what it changes, for the audit log. */
  fieldNames: readonly string[];
};

type LinkedProvider = {
  providerId: string;
  rawId: string;
  email: string | null;
  displayName: string | null;
  photoUrl: string | null;
};

/** Changes any account for whoever acts for the whole project. */
export async function updateAccountAsAdmin(
  identity: Identity,
  context: AdminContext,
  input: AdminAccountChanges,
): Promise<Account> {
  const { admin } = context;
  const { uid } = input;
  requireRight(admin, "manage");
  const passwordHash = await hashNewPassword(identity, context, input.password);
  return context.transact(async (tx) => {
    const before = await findAccount(tx, uid);
    if (!before) throw noAccount();
    await requireNoPlatformPerson(tx, admin, uid);
    if (changesWaysIn(input, before)) await requireNobodysAccount(tx, admin, uid);
    const moved = await changeWaysIn(identity, tx, { account: before, input, passwordHash });
    await changeStatus(tx, input);
    const changes = await profileColumns(tx, before, input);
    // By name alone, but for whether the account is locked: the audit log holds no values.
    const { fieldNames, isLocked } = input;
    await recordAccountEvent(tx, uid, "account.changed", {
      fields: fieldNames,
      ...(isLocked !== undefined && { isLocked }),
    });
    return (await updateAccount(tx, uid, changes)) ?? moved;
  });
}

async function hashNewPassword(
  identity: Identity,
  context: AdminContext,
  password: string | undefined,
): Promise<string | null> {
  if (password === undefined) return null;
  const settings = await context.transact(readIdentitySettings);
  await requirePassword(password, settings.password, null);
  return identity.passwords.hash(password);
}

/** The providers that are taken away, but for the phone, which is a column of the account. */
function listUnlinkedProviders({ unlinkedProviders }: AdminAccountChanges): string[] {
  return unlinkedProviders.filter((provider) => provider !== "phone");
}

/** Whether the call changes by what, or as whom, someone gets in. */
function changesWaysIn(input: AdminAccountChanges, account: Account): boolean {
  const { email, isVerified, password, linkedProvider, clearedFields } = input;
  return (
    (email !== undefined && email !== account.email) ||
    (isVerified !== undefined && isVerified !== account.email_verified) ||
    password !== undefined ||
    linkedProvider !== null ||
    clearedFields.has("password") ||
    clearedFields.has("email") ||
    listUnlinkedProviders(input).length > 0
  );
}

async function changeWaysIn(
  identity: Identity,
  context: Context,
  { account, input, passwordHash }: { account: Account; input: AdminAccountChanges; passwordHash: string | null },
): Promise<Account> {
  const { email, isVerified = false, clearedFields } = input;
  const isMoved = email !== undefined && email !== account.email;
  const moved = isMoved ? await changeAddress(identity, context, { account, email, isVerified }) : account;
  if (passwordHash) await changePassword(context, { account: moved, passwordHash });
  if (input.linkedProvider) await linkAsAdmin(context, moved, input.linkedProvider);
  const unlinked = listUnlinkedProviders(input);
  if (unlinked.length > 0) await unlinkProviders(context, account.uid, unlinked);
  await notifyRemovedProviders(context, { account, providers: unlinked, clearedFields });
  const clearsWayIn = clearedFields.has("password") || clearedFields.has("email");
  if (unlinked.length > 0 || clearsWayIn) await endSessions(context, account.uid);
  const losesPassword = clearedFields.has("password") || unlinked.includes("password");
  if (losesPassword) await updateAccount(context, account.uid, { password_hash: null, uses_email_link: false });
  if (clearsWayIn) await voidCodes(context, account.uid);
  if (clearedFields.has("email")) await removeAddress(identity, context, account);
  return moved;
}

async function linkAsAdmin(
  context: Context,
  account: Account,
  { providerId, rawId, email, displayName, photoUrl }: LinkedProvider,
): Promise<void> {
  const holder = await findAccountByProvider(context, providerId, rawId);
  if (holder && holder.uid !== account.uid) throw new IdentityError("provider-taken");
  await linkProvider(context, {
    provider_id: providerId,
    raw_id: rawId,
    uid: account.uid,
    email,
    display_name: displayName,
    photo_url: photoUrl,
  });
  // Another call may have been first.
  const current = await findAccountByProvider(context, providerId, rawId);
  if (current?.uid !== account.uid) throw new IdentityError("provider-taken");
  await notifyProviderChange(context, { account, provider: providerId, isAdded: true });
}

/** Locks or unlocks an account and ends its sessions, as the console does it and with its refusals. */
async function changeStatus(context: Context, { uid, isLocked, validSince }: AdminAccountChanges): Promise<void> {
  if (isLocked === true) await requireAnotherSuperadmin(context, uid);
  if (isLocked === false) await reopenUser(context, uid);
  if (isLocked !== undefined) await setAccountLocked(context, { uid, isLocked });
  if (validSince !== undefined) await endSessions(context, uid);
}

async function profileColumns(
  context: Context,
  account: Account,
  input: AdminAccountChanges,
): Promise<Updateable<DB["accounts"]>> {
  const { displayName, photoUrl, phoneNumber, clearedFields, validSince } = input;
  const changes: Updateable<DB["accounts"]> = { last_refresh_at: context.now };
  if (displayName !== undefined) changes.display_name = displayName || null;
  if (photoUrl !== undefined) changes.photo_url = photoUrl || null;
  if (phoneNumber !== undefined) {
    const holder = phoneNumber ? await findAccountByPhone(context, phoneNumber) : null;
    if (holder && holder.uid !== account.uid) throw new IdentityError("phone-taken");
    changes.phone_number = phoneNumber || null;
  }
  if (clearedFields.has("displayName")) changes.display_name = null;
  if (clearedFields.has("photoUrl")) changes.photo_url = null;
  if (input.unlinkedProviders.includes("phone")) changes.phone_number = null;
  if (input.claims !== undefined) changes.custom_claims = JSON.stringify(requireClaims(input.claims));
  if (input.isVerified !== undefined) changes.email_verified = input.isVerified;
  // Tokens that were void stay void.
  if (validSince !== undefined) changes.valid_since = laterDate(account.valid_since, validSince);
  return changes;
}

function laterDate(first: Date, second: Date): Date {
  return first > second ? first : second;
}
