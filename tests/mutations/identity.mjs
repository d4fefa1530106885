const domain = "apps/server/src/modules/identity/domain";
const attempts = `${domain}/sign-in/attempts.ts`;
const attemptTests = [`${domain}/sign-in/attempts.test.ts`];
const refresh = `${domain}/sessions/refresh-session.ts`;
const refreshTests = [`${domain}/sessions/refresh-session.test.ts`];
const impersonationTests = [`${domain}/sessions/impersonation.test.ts`];
const idToken = `${domain}/tokens/id-token.ts`;
const idTokenTests = [`${domain}/tokens/id-token.test.ts`];
const authenticate = "apps/server/src/modules/identity/authenticate.ts";

/** Sign-in, sessions, tokens and permissions. */
export const identity = [
  {
    name: "the first sign-in of an account is told as a new one",
    file: `${domain}/sessions/sign-in-origins.ts`,
    find: "from added join seen on",
    replace: "from added left join seen on",
    tests: [`${domain}/sessions/sign-in-origins.test.ts`],
  },
  {
    name: "a sign-in from a new network with a known browser is told to nobody",
    file: `${domain}/sessions/sign-in-origins.ts`,
    find: 'isNew(uid, "device", describeDevice(userAgent)) || isNew(uid, "network", findNetwork(address))',
    replace: 'isNew(uid, "device", describeDevice(userAgent))',
    tests: [`${domain}/sessions/sign-in-origins.test.ts`],
  },
  {
    name: "an account may be guessed at without limit",
    file: attempts,
    find: "account: 50,",
    replace: "account: 50_000,",
    tests: attemptTests,
  },
  {
    name: "waiting begins one failure late",
    file: attempts,
    find: "if (over < 0) continue;",
    replace: "if (over <= 0) continue;",
    tests: attemptTests,
  },
  {
    name: "the wait after failures does not double",
    file: attempts,
    find: "shortestBlockMs * 2 ** Math.min(over, 10)",
    replace: "shortestBlockMs * Math.min(over + 1, 10)",
    tests: attemptTests,
  },
  {
    name: "the wait after failures has no longest",
    file: attempts,
    find: "Math.min(longestBlockMs, shortestBlockMs * 2 ** Math.min(over, 10))",
    replace: "shortestBlockMs * 2 ** Math.min(over, 10)",
    tests: attemptTests,
  },
  {
    name: "failures of yesterday still count",
    file: attempts,
    find: "const windowMs = 15 * minuteMs;",
    replace: "const windowMs = 1500 * minuteMs;",
    tests: attemptTests,
  },
  {
    name: "failures are forgotten within the quarter of an hour",
    file: attempts,
    find: "const windowMs = 15 * minuteMs;",
    replace: "const windowMs = 5 * minuteMs;",
    tests: attemptTests,
  },
  {
    name: "the pair of account and address is not counted",
    file: attempts,
    find: '    { kind: "pair", name: `${email}|${address}` },\n',
    replace: "",
    tests: [`${domain}/sign-in/sign-in-with-password.test.ts`],
  },
  {
    name: "a refresh token that was replaced twice is taken",
    file: refresh,
    find: "if (position.counter < session.counter - 1) {",
    replace: "if (position.counter < session.counter - 2) {",
    tests: refreshTests,
  },
  {
    name: "a session whose token was stolen goes on",
    file: refresh,
    find: "    await endReused(tx, account, session);\n",
    replace: "",
    tests: refreshTests,
  },
  {
    name: "a refresh token is not replaced",
    file: refresh,
    find: "position.counter === session.counter ? await rotateSession(tx, session.id, context) : session",
    replace: "session",
    tests: refreshTests,
  },
  {
    name: "a session that was ended is renewed",
    file: refresh,
    find: "if (session.ended_at || (await isOver(tx, session)))",
    replace: "if (await isOver(tx, session))",
    tests: refreshTests,
  },
  {
    name: "a session that is used never ends",
    file: refresh,
    find: "daysSince(last_used_at) > idleDays || daysSince(authenticated_at) > longestDays",
    replace: "daysSince(last_used_at) > idleDays",
    tests: refreshTests,
  },
  {
    name: "a tab of any browser counts as asleep",
    file: refresh,
    find: "isBrowser && session.user_agent === userAgent.slice(0, 300) && session.address === address",
    replace: "isBrowser && session.address === address",
    tests: refreshTests,
  },
  {
    name: "a support view is renewed",
    file: refresh,
    find: '  if (session.provider === impersonationProvider) return "session-ended";\n',
    replace: "",
    tests: impersonationTests,
  },
  {
    name: "a token that was checked before counts after its end",
    file: idToken,
    find: 'if (cached) return cached.exp > now ? cached : "expired";',
    replace: "if (cached) return cached;",
    tests: idTokenTests,
  },
  {
    name: "a token for another project counts",
    file: idToken,
    find: "      audience: projectId,\n",
    replace: "",
    tests: idTokenTests,
  },
  {
    name: "a token of another issuer counts",
    file: idToken,
    find: "      issuer: tokenIssuer,\n",
    replace: "",
    tests: idTokenTests,
  },
  {
    name: "a token from the future counts",
    file: idToken,
    find: "claims.iat <= now + 60 && ",
    replace: "",
    tests: idTokenTests,
  },
  {
    name: "tokens from before a password change count",
    file: authenticate,
    find: "if (!status.isOpen || claims.iat < status.validSince) throw refused();",
    replace: "if (!status.isOpen) throw refused();",
    tests: [`${domain}/sessions/sessions.test.ts`],
  },
  {
    name: "a token of an ended session counts",
    file: authenticate,
    find: "!rows.account.is_disabled && !rows.isEnded",
    replace: "!rows.account.is_disabled",
    tests: [`${domain}/sessions/sessions.test.ts`],
  },
  {
    name: "a support view goes on when its maker has lost the right",
    file: authenticate,
    find: 'return isIn && permissionsForRole(impersonator.role).has("users.impersonate") && !isPlatformRole(target.role);',
    replace: "return isIn && !isPlatformRole(target.role);",
    tests: impersonationTests,
  },
  {
    name: "a support view may change things",
    file: "apps/server/src/platform/http/require-reading.ts",
    find: "if (isReading(route) && permissions.has(route.permission)) return;",
    replace: "if (permissions.has(route.permission)) return;",
    tests: impersonationTests,
  },
  {
    name: "a support view downloads files",
    file: "apps/server/src/platform/http/require-reading.ts",
    find: 'if (isForViewers || (method === "GET" && !isFile)) return true;',
    replace: 'if (isForViewers || method === "GET") return true;',
    tests: impersonationTests,
  },
  {
    name: "platform admins can be viewed",
    file: `${domain}/sessions/impersonation.ts`,
    find: "if (isPlatformRole(user.role)) {",
    replace: "if (user.role === null) {",
    tests: impersonationTests,
  },
  {
    name: "a permission is not asked for",
    file: "apps/server/src/platform/http/register-routes.ts",
    find: 'if (route.permission === "public" || permissions.has(route.permission)) return;',
    replace: 'if (route.permission === "public" || actor.kind === "user") return;',
    tests: ["apps/server/src/main/role-matrix.test.ts"],
  },
  {
    name: "admins may do what is for superadmins",
    file: "packages/contracts/src/permissions.ts",
    find: "permissions.filter((one) => !ofSuperadmins.has(one))",
    replace: "permissions",
    tests: ["apps/server/src/main/role-matrix.test.ts"],
  },
];
