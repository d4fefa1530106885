import type { Updateable } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { DB } from "../../../../platform/db/schema.gen.ts";
import { reopenUser, requireAnotherSuperadmin } from "../../../directory/index.ts";
import { accountDesk } from "../../domain/accounts/account-admin.ts";
import {
  type Account,
  findAccount,
  findAccountByPhone,
  findAccountByProvider,
  linkProvider,
  unlinkProviders,
  updateAccount,
} from "../../domain/accounts/account-store.ts";
import { changeAddress, changePassword, tellOfProvider } from "../../domain/accounts/change-credentials.ts";
import { noteAccount } from "../../domain/accounts/record-account-event.ts";
import { voidCodes } from "../../domain/codes/code-store.ts";
import type { Call, Identity, ProjectAdmin } from "../../domain/identity.ts";
import { readIdentitySettings } from "../../domain/identity-settings.ts";
import { requirePassword } from "../../domain/passwords/password-policy.ts";
import {
  noAccount,
  requireNobodysAccount,
  requireNoFactors,
  requireNoPlatformPerson,
  requireRight,
} from "../../domain/service-accounts/guard-accounts.ts";
import { endSessions } from "../../domain/sessions/session-store.ts";
import { emailField, listField, numberField, phoneField, profileField, textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";
import { requireClaims } from "./sign-in-with-custom-token.ts";

/** What whoever acts for the whole project may change of any account. */
export async function updateAsAdmin(identity: Identity, call: Call, admin: ProjectAdmin) {
  requireRight(admin, "manage");
  requireNoFactors(call.body);
  const uid = textField(call.body, "localId") ?? "";
  const hash = await newPasswordHash(identity, call);
  const account = await call.transact(async (context) => {
    const before = await findAccount(context, uid);
    if (!before) throw noAccount();
    await requireNoPlatformPerson(context, admin, uid);
    if (changesWaysIn(call, before)) await requireNobodysAccount(context, admin, uid);
    const moved = await changeWaysIn(context, identity, call, before, hash);
    await changeStanding(context, identity, call, uid);
    const changes = await profileChanges(context, call, before);
    await noteAccount(context, uid, "account.changed", noteOf(call));
    return (await updateAccount(context, uid, changes)) ?? moved;
  });
  return {
    kind: "identitytoolkit#SetAccountInfoResponse",
    localId: uid,
    ...(account.email && { email: account.email }),
  };
}

async function newPasswordHash(identity: Identity, call: Call): Promise<string | null> {
  const password = textField(call.body, "password");
  if (password === undefined) return null;
  const settings = await call.transact(readIdentitySettings);
  await requirePassword(password, settings.password, null);
  return identity.passwords.hash(password);
}

const isWayIn = (attribute: string) => attribute === "PASSWORD" || attribute === "EMAIL";

/** Whether the call changes by what, or as whom, somebody gets in. */
function changesWaysIn({ body }: Call, account: Account): boolean {
  const { emailVerified } = body;
  const email = emailField(body);
  return (
    (email !== undefined && email !== account.email) ||
    (typeof emailVerified === "boolean" && emailVerified !== account.email_verified) ||
    textField(body, "password") !== undefined ||
    (body.linkProviderUserInfo !== undefined && body.linkProviderUserInfo !== null) ||
    listField(body, "deleteAttribute").some(isWayIn) ||
    listField(body, "deleteProvider").some((provider) => provider !== "phone")
  );
}

async function changeWaysIn(
  context: Context,
  identity: Identity,
  call: Call,
  account: Account,
  hash: string | null,
): Promise<Account> {
  const email = emailField(call.body);
  const isMoved = email !== undefined && email !== account.email;
  const isVerified = call.body.emailVerified === true;
  const moved = isMoved ? await changeAddress(context, identity, account, { email, isVerified }) : account;
  if (hash) await changePassword(context, identity, moved, hash);
  await linkAsAdmin(context, identity, call, moved);
  const unlinked = listField(call.body, "deleteProvider").filter((provider) => provider !== "phone");
  const lost = listField(call.body, "deleteAttribute").filter(isWayIn);
  if (unlinked.length > 0) await unlinkProviders(context, account.uid, unlinked);
  for (const provider of unlinked) await tellOfProvider(context, identity, account, provider, false);
  if (unlinked.length > 0 || lost.length > 0) await endSessions(context, account.uid);
  const losesPassword = lost.includes("PASSWORD") || unlinked.includes("password");
  if (losesPassword) await updateAccount(context, account.uid, { password_hash: null, uses_email_link: false });
  if (lost.length > 0) await voidCodes(context, account.uid);
  if (lost.includes("EMAIL")) await updateAccount(context, account.uid, { email: null, email_verified: false });
  return moved;
}

async function linkAsAdmin(context: Context, identity: Identity, call: Call, account: Account): Promise<void> {
  const given = call.body.linkProviderUserInfo;
  if (typeof given !== "object" || given === null) return;
  const info = given as Record<string, unknown>;
  const providerId = profileField(info, "providerId");
  const rawId = profileField(info, "rawId");
  if (!providerId) throw new WireError("INVALID_PROVIDER_ID");
  if (!rawId) throw new WireError("MISSING_RAW_ID");
  const holder = await findAccountByProvider(context, providerId, rawId);
  if (holder && holder.uid !== account.uid) throw new WireError("FEDERATED_USER_ID_ALREADY_LINKED");
  await linkProvider(context, {
    provider_id: providerId,
    raw_id: rawId,
    uid: account.uid,
    email: profileField(info, "email") ?? null,
    display_name: profileField(info, "displayName") ?? null,
    photo_url: profileField(info, "photoUrl") ?? null,
  });
  // Another call may have been first.
  const now = await findAccountByProvider(context, providerId, rawId);
  if (now?.uid !== account.uid) throw new WireError("FEDERATED_USER_ID_ALREADY_LINKED");
  await tellOfProvider(context, identity, account, providerId, true);
}

/** Locks or unlocks an account and ends its sessions, as the console does it and with its refusals. */
async function changeStanding(context: Context, identity: Identity, call: Call, uid: string): Promise<void> {
  const { disableUser } = call.body;
  if (disableUser === true) await requireAnotherSuperadmin(context, uid);
  if (disableUser === false) await reopenUser(context, uid);
  if (typeof disableUser === "boolean") await accountDesk(identity).setLocked(context, uid, disableUser);
  if (numberField(call.body, "validSince") !== undefined) await endSessions(context, uid);
}

/** Tokens that were void stay void, and nobody is shut out for long by a clock that is fast. */
function laterOf(account: Account, validSince: number, now: Date): Date {
  const asked = validSince * 1000;
  if (asked > now.getTime() + 300_000) {
    throw new WireError("INVALID_ARGUMENT", { detail: "validSince lies in the future." });
  }
  return new Date(Math.max(account.valid_since.getTime(), asked));
}

async function profileChanges(context: Context, call: Call, account: Account): Promise<Updateable<DB["accounts"]>> {
  const { body } = call;
  const changes: Updateable<DB["accounts"]> = { last_refresh_at: call.now };
  const displayName = profileField(body, "displayName");
  const photoUrl = profileField(body, "photoUrl");
  const phoneNumber = phoneField(body);
  const claims = textField(body, "customAttributes");
  const validSince = numberField(body, "validSince");
  const cleared = listField(body, "deleteAttribute");
  if (displayName !== undefined) changes.display_name = displayName || null;
  if (photoUrl !== undefined) changes.photo_url = photoUrl || null;
  if (phoneNumber !== undefined) {
    const holder = phoneNumber ? await findAccountByPhone(context, phoneNumber) : null;
    if (holder && holder.uid !== account.uid) throw new WireError("PHONE_NUMBER_EXISTS");
    changes.phone_number = phoneNumber || null;
  }
  if (cleared.includes("DISPLAY_NAME")) changes.display_name = null;
  if (cleared.includes("PHOTO_URL")) changes.photo_url = null;
  if (listField(body, "deleteProvider").includes("phone")) changes.phone_number = null;
  if (claims !== undefined) changes.custom_claims = JSON.stringify(requireClaims(parseClaims(claims)));
  if (typeof body.emailVerified === "boolean") changes.email_verified = body.emailVerified;
  if (validSince !== undefined) changes.valid_since = laterOf(account, validSince, call.now);
  return changes;
}

const changeable = [
  "customAttributes",
  "deleteAttribute",
  "deleteProvider",
  "disableUser",
  "displayName",
  "email",
  "emailVerified",
  "linkProviderUserInfo",
  "password",
  "phoneNumber",
  "photoUrl",
  "validSince",
];

/** What was changed, by name alone, but for whether the account is locked: a note holds no values. */
function noteOf({ body }: Call) {
  const fields = changeable.filter((name) => body[name] !== undefined && body[name] !== null);
  return { fields, ...(typeof body.disableUser === "boolean" && { isLocked: body.disableUser }) };
}

function parseClaims(text: string): unknown {
  try {
    return JSON.parse(text || "{}");
  } catch {
    throw new WireError("INVALID_CLAIMS");
  }
}
