import { updateAccountAsAdmin } from "../../domain/accounts/update-account-as-admin.ts";
import { updateOwnAccount } from "../../domain/accounts/update-own-account.ts";
import { applyCode } from "../../domain/codes/apply-code.ts";
import { type AdminContext, type Identity, isAdminContext } from "../../domain/identity.ts";
import { IdentityError } from "../../domain/identity-error.ts";
import {
  clearedFields,
  emailField,
  flagField,
  idTokenField,
  listField,
  numberField,
  phoneField,
  profileField,
  textField,
} from "../call-fields.ts";
import { describeUpdate } from "../describe-account.ts";
import { requireNoFactors } from "../require-no-factors.ts";
import type { Call, Operation } from "../wire-call.ts";
import { WireError } from "../wire-error.ts";

/** Changes the account of the caller, any account for a program, or applies a code from a mail. */
export const updateAccountCall: Operation = async (identity, call) => {
  const { body, context } = call;
  if (body.oobCode !== undefined) {
    return describeUpdate(await applyCode(identity, context, { code: textField(body, "oobCode") }), null);
  }
  if (isAdminContext(context) && body.localId !== undefined) return updateAsAdmin(identity, context, call);
  if (body.idToken === undefined) {
    throw new WireError("INVALID_REQ_TYPE", { detail: "Unsupported request parameters." });
  }
  if (body.customAttributes !== undefined) throw new IdentityError("programs-only");
  if (body.disableUser !== undefined) throw new IdentityError("switched-off");
  const { tokens, ...updated } = await updateOwnAccount(identity, context, {
    idToken: idTokenField(body),
    email: textField(body, "email"),
    password: textField(body, "password"),
    displayName: profileField(body, "displayName"),
    photoUrl: profileField(body, "photoUrl"),
    clearedFields: clearedFields(body),
    unlinkedProviders: listField(body, "deleteProvider"),
  });
  return describeUpdate(updated, tokens);
};

async function updateAsAdmin(identity: Identity, context: AdminContext, { body }: Call) {
  requireNoFactors(body);
  const account = await updateAccountAsAdmin(identity, context, {
    uid: textField(body, "localId") ?? "",
    email: emailField(body),
    isVerified: flagField(body, "emailVerified"),
    password: textField(body, "password"),
    displayName: profileField(body, "displayName"),
    photoUrl: profileField(body, "photoUrl"),
    phoneNumber: phoneField(body),
    claims: claimsField(body),
    validSince: validSinceField(body, context.now),
    isLocked: flagField(body, "disableUser"),
    linkedProvider: linkedProviderField(body),
    unlinkedProviders: listField(body, "deleteProvider"),
    clearedFields: clearedFields(body),
    fieldNames: changeableFields.filter((name) => body[name] !== undefined && body[name] !== null),
  });
  return {
    kind: "identitytoolkit#SetAccountInfoResponse",
    localId: account.uid,
    ...(account.email && { email: account.email }),
  };
}

const changeableFields = [
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

function claimsField(body: Record<string, unknown>): unknown {
  const text = textField(body, "customAttributes");
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text || "{}");
  } catch {
    throw new IdentityError("claims-invalid");
  }
}

const clockToleranceMs = 300_000;

/** Nobody is shut out for long by a clock that is fast. */
function validSinceField(body: Record<string, unknown>, now: Date): Date | undefined {
  const seconds = numberField(body, "validSince");
  if (seconds === undefined) return undefined;
  if (seconds * 1000 > now.getTime() + clockToleranceMs) {
    throw new WireError("INVALID_ARGUMENT", { detail: "validSince lies in the future." });
  }
  return new Date(seconds * 1000);
}

function linkedProviderField({ linkProviderUserInfo }: Record<string, unknown>) {
  if (typeof linkProviderUserInfo !== "object" || linkProviderUserInfo === null) return null;
  const fields = linkProviderUserInfo as Record<string, unknown>;
  const providerId = profileField(fields, "providerId");
  const rawId = profileField(fields, "rawId");
  if (!providerId) throw new WireError("INVALID_PROVIDER_ID");
  if (!rawId) throw new WireError("MISSING_RAW_ID");
  return {
    providerId,
    rawId,
    email: profileField(fields, "email") ?? null,
    displayName: profileField(fields, "displayName") ?? null,
    photoUrl: profileField(fields, "photoUrl") ?? null,
  };
}
