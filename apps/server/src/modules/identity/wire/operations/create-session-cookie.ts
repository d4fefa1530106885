import { createSessionCookie } from "../../domain/service-accounts/create-session-cookie.ts";
import { idTokenField, numberField } from "../call-fields.ts";
import { type Operation, requireAdmin } from "../wire-call.ts";

/** Makes a cookie of an ID token that pages of others may keep for days. */
export const createSessionCookieCall: Operation = async (identity, call) => ({
  sessionCookie: await createSessionCookie(identity, requireAdmin(call), {
    idToken: idTokenField(call.body),
    lifetimeSeconds: numberField(call.body, "validDuration"),
  }),
});
