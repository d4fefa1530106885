const hash = "apps/server/src/platform/audit/entry-hash.ts";
const hashTests = ["apps/server/src/platform/audit/entry-hash.test.ts"];
const verify = "apps/server/src/platform/audit/verify-audit.ts";
const auditTests = ["apps/server/src/platform/audit/audit.test.ts"];

/** The audit log: what its chain holds, and what is noted. */
export const audit = [
  {
    name: "the hash of an entry leaves out its actor",
    file: hash,
    find: "    actor_uid,\n    actor_role,\n    act,",
    replace: "    null,\n    actor_role,\n    act,",
    tests: hashTests,
  },
  {
    name: "the hash of an entry leaves out its address",
    file: hash,
    find: "    address,\n    user_agent,\n    about_tenant,\n  ];",
    replace: "    null,\n    user_agent,\n    about_tenant,\n  ];",
    tests: hashTests,
  },
  {
    name: "the hash of an entry leaves out the tenant it is about",
    file: hash,
    find: "    user_agent,\n    about_tenant,\n  ];",
    replace: "    user_agent,\n    null,\n  ];",
    tests: hashTests,
  },
  {
    name: "the hash of an entry leaves out its predecessor",
    file: hash,
    find: "    before,\n    tenant_id,",
    replace: '    "",\n    tenant_id,',
    tests: hashTests,
  },
  {
    name: "the hash of an entry depends on the order of its details",
    file: hash,
    find: "    inOrder(details),",
    replace: "    details,",
    tests: hashTests,
  },
  {
    name: "a time that was changed by microseconds passes",
    file: hash,
    find: "  if (time !== writeMicroseconds(entry.at)) return false;\n",
    replace: "",
    tests: hashTests,
  },
  {
    name: "the seal of the newest entry leaves out its number",
    file: hash,
    find: "JSON.stringify([tenantId, Number(seq), mark])",
    replace: "JSON.stringify([tenantId, 0, mark])",
    tests: hashTests,
  },
  {
    name: "a changed entry is not named",
    file: verify,
    find: "if (!isAfterGap && !isAsWritten) problems.push",
    replace: "if (isAfterGap && !isAsWritten) problems.push",
    tests: auditTests,
  },
  {
    name: "removed newest entries are not named",
    file: verify,
    find: "if (newest > seq) problems.push",
    replace: "if (newest > seq + 1) problems.push",
    tests: auditTests,
  },
  {
    name: "a head whose seal is wrong passes",
    file: verify,
    find: "if (head.seal !== sealHead(secrets, tenantId, head)) {",
    replace: 'if (head.seal === "") {',
    tests: auditTests,
  },
  {
    name: "the platform does not see what its people did in a tenant",
    file: "apps/server/src/platform/audit/record-audit.ts",
    find: "...(isOfPlatform ? [platformTenant] : [])",
    replace: "...(behind !== null ? [platformTenant] : [])",
    tests: auditTests,
  },
  {
    name: "a secret stands in the audit log",
    file: "apps/server/src/platform/audit/describe-change.ts",
    find: '  if (isSecretName(name)) return "(secret)";\n',
    replace: "",
    tests: auditTests,
  },
  {
    name: "a change without words of its own is not noted",
    file: "apps/server/src/platform/audit/note-mutation.ts",
    find: "route.leavesNoNote || isAudited(context)",
    replace: "route.leavesNoNote || !isAudited(context)",
    tests: ["apps/server/src/platform/audit/note-mutation.test.ts"],
  },
];
