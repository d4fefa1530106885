const server = "^apps/server/src";
const web = "^apps/web/src";

/** Each wall has a name that says what to do. */
module.exports = {
  forbidden: [
    wall("contracts-import-nothing-of-ours", "^packages/contracts/", "^(apps|packages/figures)/"),
    wall("figures-know-only-contracts", "^packages/figures/", "^apps/"),
    wall("web-and-server-meet-only-in-contracts", "^apps/web/", "^apps/server/"),
    wall("server-and-web-meet-only-in-contracts", "^apps/server/", "^apps/web/"),
    wall("platform-knows-no-product-noun", `${server}/platform/`, `${server}/(modules|connectors|main)/`),
    wall("modules-do-not-know-main", `${server}/(modules|connectors)/`, `${server}/main/`),
    wall("connectors-never-touch-our-tables", `${server}/connectors/`, `${server}/(modules|platform/db)/`),
    {
      name: "enter-a-module-through-its-index",
      severity: "error",
      from: { path: `${server}/modules/([^/]+)/` },
      to: { path: `${server}/modules/[^/]+/`, pathNot: [`${server}/modules/$1/`, "/index\\.ts$"] },
    },
    wall(
      "the-identity-domain-knows-no-wire-or-http",
      `${server}/modules/identity/domain/`,
      `${server}/(modules/identity/(wire/|[^/]+\\.ts$)|platform/http/)`,
    ),
    {
      name: "main-enters-a-module-through-its-index",
      severity: "error",
      from: { path: `${server}/main/` },
      to: { path: `${server}/modules/[^/]+/`, pathNot: "/index\\.ts$" },
    },
    {
      name: "testing-is-for-tests",
      severity: "error",
      from: { path: server, pathNot: ["\\.test\\.ts$", `${server}/testing/`, "-for-tests\\.ts$"] },
      to: { path: [`${server}/testing/`, "-for-tests\\.ts$"] },
    },
    wall("lib-is-the-floor-of-the-web", `${web}/lib/`, `${web}/(blocks|shell|features|routes)/`),
    wall("blocks-know-no-feature", `${web}/blocks/`, `${web}/(shell|features|routes)/`),
    wall("shell-knows-no-feature", `${web}/shell/`, `${web}/(features|routes)/`),
    wall("features-do-not-know-routes", `${web}/features/`, `${web}/routes/`),
    {
      name: "a-feature-never-imports-another",
      severity: "error",
      from: { path: `${web}/features/([^/]+)/` },
      to: { path: `${web}/features/`, pathNot: `${web}/features/$1/` },
    },
    only("fastify-stays-in-http", "^(fastify|@fastify/[^/]+)$", `${server}/platform/http/`),
    only("the-queue-library-stays-in-jobs", "^graphile-worker$", `${server}/platform/jobs/`),
    only("the-driver-stays-in-the-platform", "^pg$", `${server}/(platform|testing|connectors/sql)/`),
    only("the-mail-library-stays-in-mail", "^nodemailer$", `${server}/platform/mail/`),
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "imports-resolve",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^apps/[^/]+/dist/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "node", "default"] },
  },
};

function wall(name, from, to) {
  return { name, severity: "error", from: { path: from }, to: { path: to } };
}

/** A library that one folder alone may import; tests may too. */
function only(name, library, folder) {
  return {
    name,
    severity: "error",
    from: { path: "^(apps|packages)/", pathNot: [folder, "\\.test\\.tsx?$"] },
    to: { path: `node_modules/${library.replace(/^\^|\$$/g, "")}/`, dependencyTypesNot: ["type-only"] },
  };
}
