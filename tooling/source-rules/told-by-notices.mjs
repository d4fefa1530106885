import ts from "typescript";

/** Files that mail to an address and not to a person: links that sign in, strangers, addresses that were left. */
const toAddresses = new Set([
  "apps/server/src/modules/directory/request-signup.ts",
  "apps/server/src/modules/directory/requests/request-acts.ts",
  "apps/server/src/modules/directory/users/invite-person.ts",
  "apps/server/src/modules/identity/domain/accounts/account-admin.ts",
  "apps/server/src/modules/identity/domain/accounts/change-credentials.ts",
  "apps/server/src/modules/identity/domain/accounts/delete-account.ts",
  "apps/server/src/modules/identity/domain/codes/offer-recovery.ts",
  "apps/server/src/modules/identity/domain/codes/send-code.ts",
  "apps/server/src/modules/ledger/statements/document/mail-statement.ts",
  "apps/server/src/platform/audit/prove-audit.ts",
]);

/** People are told by one way alone, which knows what they want to hear and when. */
export const toldByNotices = {
  name: "tell-people-with-notify",
  appliesTo: (file) =>
    /^apps\/server\/src\/.*\.ts$/.test(file) &&
    !/\.test\.ts$|^apps\/server\/src\/(testing|platform\/mail|modules\/notices)\//.test(file) &&
    !toAddresses.has(file),
  visit(node, report) {
    if (!ts.isImportSpecifier(node) || (node.propertyName ?? node.name).text !== "sendMail") return;
    report(node, "people are told with notify of modules/notices; a mail to an address is listed in this rule");
  },
};
