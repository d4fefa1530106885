import { projectNumber } from "../../domain/project.ts";
import { refreshSession } from "../../domain/sessions/refresh-session.ts";
import { textField } from "../call-fields.ts";
import type { Operation } from "../wire-call.ts";
import { WireError } from "../wire-error.ts";

/** Exchanges a refresh token for new tokens, in the form of OAuth. */
export const refreshSessionCall: Operation = async (identity, { body, context, cookieToken }) => {
  const grant = textField(body, "grant_type") ?? textField(body, "grantType");
  if (!grant) throw new WireError("MISSING_GRANT_TYPE");
  if (grant !== "refresh_token") throw new WireError("INVALID_GRANT_TYPE");
  const refreshToken = textField(body, "refresh_token") ?? textField(body, "refreshToken") ?? cookieToken;
  const { uid, tokens } = await refreshSession(identity, context, { refreshToken });
  return {
    access_token: tokens.idToken,
    expires_in: String(tokens.lifetimeSeconds),
    token_type: "Bearer",
    refresh_token: tokens.refreshToken,
    id_token: tokens.idToken,
    user_id: uid,
    project_id: projectNumber,
  };
};
