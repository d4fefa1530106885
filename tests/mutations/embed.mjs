const embed = "apps/server/src/modules/embed";
const hostToken = `${embed}/host-token.ts`;
const sessionTests = [`${embed}/open-session.test.ts`];
const confinementTests = [`${embed}/confinement.test.ts`];
const statusTests = [`${embed}/link-status.test.ts`];

/** Public links to reports. */
export const embedding = [
  {
    name: "a link that was paused opens its report",
    file: `${embed}/link-status.ts`,
    find: 'return isServed && link.state === "active" && ',
    replace: "return isServed && ",
    tests: statusTests,
  },
  {
    name: "a link of a suspended tenant opens its report",
    file: `${embed}/link-status.ts`,
    find: 'link.tenant_state === "active" && isGiven',
    replace: "isGiven",
    tests: statusTests,
  },
  {
    name: "a link opens a report that its tenant was not given",
    file: `${embed}/link-status.ts`,
    find: 'link.tenant_state === "active" && isGiven',
    replace: 'link.tenant_state === "active"',
    tests: statusTests,
  },
  {
    name: "a key that was replaced opens the report after its overlap",
    file: `${embed}/link-status.ts`,
    find: " && !isOver(link.key_ends_at, now)",
    replace: "",
    tests: statusTests,
  },
  {
    name: "a link opens for one instant too long",
    file: `${embed}/link-status.ts`,
    find: "return end !== null && end <= now;",
    replace: "return end !== null && end < now;",
    tests: statusTests,
  },
  {
    name: "a host's token lives as long as the host likes",
    file: hostToken,
    find: " && exp - iat <= longestSeconds && exp <= now + longestSeconds + leewaySeconds",
    replace: "",
    tests: sessionTests,
  },
  {
    name: "a host's token counts after its end",
    file: hostToken,
    find: "return hasBegun && exp > now && ",
    replace: "return hasBegun && ",
    tests: sessionTests,
  },
  {
    name: "a host's token opens the report of another client",
    file: `${embed}/open-session.ts`,
    find: "    openedLink.tookan_id !== tookanId ||\n    (host && host.sub !== tookanId) ||\n",
    replace: "",
    tests: sessionTests,
  },
  {
    name: "a token outlives the key that it came from",
    file: `${embed}/open-session.ts`,
    find: "[link.expires_at, link.key_ends_at].flatMap(",
    replace: "[link.expires_at].flatMap(",
    tests: sessionTests,
  },
  {
    name: "a passcode is not asked for",
    file: `${embed}/open-session.ts`,
    find: "  await requirePasscode(context, openedLink, request.passcode, parts);\n",
    replace: "",
    tests: [`${embed}/require-passcode.test.ts`],
  },
  {
    name: "wrong passcodes make nobody wait",
    file: `${embed}/require-passcode.ts`,
    find: "    await onPlatform((inner) => recordFailure(inner, subjects));\n",
    replace: "",
    tests: [`${embed}/require-passcode.test.ts`],
  },
  {
    name: "wrong passcodes make everyone wait",
    file: `${embed}/require-passcode.ts`,
    find: "name: `${link.id}|${place}`",
    replace: "name: `${link.id}|`",
    tests: [`${embed}/require-passcode.test.ts`],
  },
  {
    name: "each address of the sixth version guesses anew",
    file: `${embed}/require-passcode.ts`,
    find: ".slice(0, 4).join",
    replace: ".slice(0, 8).join",
    tests: [`${embed}/require-passcode.test.ts`],
  },
  {
    name: "a visitor sees columns that the link does not show",
    file: `${embed}/embedded-report.ts`,
    find: "filter(([, field]) => field === null || fields.includes(field))",
    replace: "filter(([, field]) => field === null || fields.length >= 0)",
    tests: confinementTests,
  },
  {
    name: "a visitor reads drivers by their whole names",
    file: `${embed}/embedded-report.ts`,
    find: 'shortened: new Set(["driver"])',
    replace: "shortened: new Set()",
    tests: confinementTests,
  },
  {
    name: "a client without deliveries sees those of everyone",
    file: `${embed}/embedded-report.ts`,
    find: "keys: [client ?? nobody]",
    replace: "keys: client === null ? [] : [client]",
    tests: [`${embed}/embedded-report.test.ts`],
  },
  {
    name: "a host's fewer days are not held",
    file: `${embed}/authenticate-visitor.ts`,
    find: "const days = Math.min(link.days, hostDays);",
    replace: "const days = link.days;",
    tests: sessionTests,
  },
  {
    name: "a browser comes in again by a link that has ended",
    file: `${embed}/open-session.ts`,
    find: '  const link = await findLink(context, id, kid);\n  return link?.kind === "key" && link.kid === kid && isOpen(link, context.now) ? link : null;',
    replace:
      '  const link = await findLink(context, id, kid);\n  return link && { ...link, state: "active", expires_at: null, key_ends_at: null };',
    tests: [`${embed}/link-cookie.test.ts`],
  },
  {
    name: "a visitor's period is compared with days that the link does not show",
    file: "apps/server/src/modules/metrics/query/query-metrics.ts",
    find: "const isHidden = firstDayShown !== null && ",
    replace: 'const isHidden = firstDayShown === "" && ',
    tests: [`${embed}/confinement.test.ts`],
  },
  {
    name: "a link of counts only gives files",
    file: `${embed}/authenticate-visitor.ts`,
    find: "canExport: link.can_export && !isCountsOnly,",
    replace: "canExport: link.can_export,",
    tests: sessionTests,
  },
  {
    name: "a token of a key that was ended counts",
    file: `${embed}/authenticate-visitor.ts`,
    find: " && (kid === null || row.kid === kid)",
    replace: "",
    tests: sessionTests,
  },
];
