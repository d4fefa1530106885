import { publicAddress } from "../../../../platform/config.ts";
import { issueAccessToken } from "../../domain/service-accounts/access-token.ts";
import { textField } from "../call-fields.ts";
import type { Operation } from "../wire-call.ts";
import { WireError } from "../wire-error.ts";

const grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** Where SDKs believe that they get an access token. */
const googleAddresses = ["https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token"];

/** Gives an access token for an assertion that a service account has signed with its key. */
export const exchangeAssertion: Operation = async (identity, { body, context }) => {
  if (body.grant_type !== grant) throw new WireError("unsupported_grant_type", { detail: `Use ${grant}.` });
  const { accessToken, lifetimeSeconds } = await issueAccessToken(identity, context, {
    assertion: textField(body, "assertion") ?? "",
    audiences: [...googleAddresses, `${publicAddress(identity.config)}/token`],
  });
  return { access_token: accessToken, expires_in: lifetimeSeconds, token_type: "Bearer" };
};
