const lib = "apps/web/src/lib";
const navigationTests = [`${lib}/auth/navigation.test.ts`];
const queryTests = [`${lib}/queries.test.tsx`];

/** The browser: cached reads, guards of navigation, who is signed in. */
export const web = [
  {
    name: "a tenant's answers are taken for another's under platform access",
    file: `${lib}/queries.ts`,
    find: "queryKey: accessed ? [name, input, accessed] : [name, input],",
    replace: "queryKey: [name, input],",
    tests: queryTests,
  },
  {
    name: "reads of one input are taken for those of another",
    file: `${lib}/queries.ts`,
    find: "queryKey: accessed ? [name, input, accessed] : [name, input],",
    replace: "queryKey: accessed ? [name, accessed] : [name],",
    tests: queryTests,
  },
  {
    name: "a write refetches nothing",
    file: `${lib}/queries.ts`,
    find: "topics.some((topic) => topics.has(topic))",
    replace: "topics.every((topic) => !topics.has(topic))",
    tests: queryTests,
  },
  {
    name: "everyone is taken to look into a tenant",
    file: `${lib}/platform-access.ts`,
    find: "  if (!isPlatformRole(authState().role)) return null;\n",
    replace: "",
    tests: [`${lib}/platform-access.test.ts`],
  },
  {
    name: "the tenant of a dashboard's path is not looked into",
    file: `${lib}/platform-access.ts`,
    find: "return inPath ? decodeURIComponent(inPath) : new URLSearchParams(search)",
    replace: "return new URLSearchParams(search)",
    tests: [`${lib}/platform-access.test.ts`],
  },
  {
    name: "visitors stay on pages of the console",
    file: `${lib}/auth/navigation.ts`,
    find: '    return { go: "redirect", to: "/" };\n',
    replace: '    return { go: "stay" };\n',
    tests: navigationTests,
  },
  {
    name: "a sign-in leads to another site",
    file: `${lib}/auth/navigation.ts`,
    find: "^\\/(?![/\\\\])",
    replace: "^\\/",
    tests: navigationTests,
  },
  {
    name: "admins land among tenants",
    file: `${lib}/auth/navigation.ts`,
    find: 'return isPlatformRole(role) ? "/admin" : "/tenant";',
    replace: 'return role === "superadmin" ? "/admin" : "/tenant";',
    tests: navigationTests,
  },
  {
    name: "an embedded report sends the cookies of whoever is signed in",
    file: `${lib}/api.ts`,
    find: 'url.startsWith("/api/embed/") && !url.endsWith("/session") ? "omit" : "same-origin"',
    replace: '"same-origin"',
    tests: [`${lib}/api.test.ts`],
  },
  {
    name: "the navigation shows managers' pages to everyone",
    file: "apps/web/src/shell/console/navigation.ts",
    find: 'isFor === "managers" ? role === "manager" : isHome',
    replace: 'isFor === "managers" ? role !== null : isHome',
    tests: ["apps/web/src/shell/console/navigation.test.ts"],
  },
  {
    name: "the navigation shows superadmins' pages to admins",
    file: "apps/web/src/shell/console/navigation.ts",
    find: 'if (isFor === "superadmins") return role === "superadmin";',
    replace: 'if (isFor === "superadmins") return isPlatform;',
    tests: ["apps/web/src/shell/console/navigation.test.ts"],
  },
  {
    name: "a support view is taken up after its time",
    file: `${lib}/auth/viewing.ts`,
    find: "stored && Date.parse(stored.endsAt) > Date.now() ? stored : null",
    replace: "stored",
    tests: [`${lib}/auth/viewing.test.ts`],
  },
];
