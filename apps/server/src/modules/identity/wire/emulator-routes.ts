import type { WireCall, WireRoute } from "../../../platform/http/wire-routes.ts";
import { deleteAllAccounts } from "../domain/accounts/account-store.ts";
import { forgetTestCodes, listTestCodes, type TestCode } from "../domain/codes/test-codes.ts";
import { changeSignIn, readIdentitySettings } from "../domain/identity-settings.ts";
import type { Call } from "./wire-call.ts";

const config = "/emulator/v1/projects/{project}/config";

/** Only in test mode: what suites written for an emulator use to begin anew and to read mails. */
export function emulatorRoutes(readCall: (wire: WireCall) => Promise<Call>): WireRoute[] {
  const settings = async (call: Call) => {
    const { hidesAccounts } = await call.context.transact(readIdentitySettings);
    return {
      signIn: { allowDuplicateEmails: false },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: hidesAccounts },
    };
  };
  return [
    {
      method: "DELETE",
      path: "/emulator/v1/projects/{project}/accounts",
      async run(wire) {
        const call = await readCall(wire);
        await call.context.transact(deleteAllAccounts);
        forgetTestCodes();
        return { status: 200, body: {} };
      },
    },
    {
      method: "GET",
      path: "/emulator/v1/projects/{project}/oobCodes",
      run: async () => ({ status: 200, body: { oobCodes: listTestCodes().map(describeTestCode) } }),
    },
    { method: "GET", path: config, run: async (wire) => ({ status: 200, body: await settings(await readCall(wire)) }) },
    {
      method: "PATCH",
      path: config,
      async run(wire) {
        const call = await readCall(wire);
        await call.context.transact((context) => changeSignIn(context, readSettingChanges(call.body)));
        return { status: 200, body: await settings(call) };
      },
    },
  ];
}

function readSettingChanges(body: Record<string, unknown>): Record<string, boolean> {
  const privacy = body.emailPrivacyConfig as { enableImprovedEmailPrivacy?: unknown } | undefined;
  const flag = (value: unknown, name: string): Record<string, boolean> =>
    typeof value === "boolean" ? { [name]: value } : {};
  return {
    ...flag(privacy?.enableImprovedEmailPrivacy, "hidesAccounts"),
    ...flag(body.selfSignUp, "allowsSelfSignUp"),
    ...flag(body.anonymous, "allowsAnonymous"),
    ...flag(body.emailLink, "allowsEmailLink"),
  };
}

function describeTestCode({ kind, email, newEmail, code, link }: TestCode) {
  return {
    email,
    oobCode: code,
    oobLink: link,
    requestType: kind,
    ...(newEmail && { newEmail }),
  };
}
