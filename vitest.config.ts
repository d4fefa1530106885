import { defaultExclude, defineConfig } from "vitest/config";

/** Files called `….long.test.ts` run only where somebody asks for everything: `npm run test:all`. */
const exclude = [...defaultExclude, ...(process.env.TEST_LENGTH === "full" ? [] : ["**/*.long.test.ts"])];
/** Limits for what hangs, never measures: a busy machine is many times slower than a quiet one. */
const limits = { testTimeout: 180_000, hookTimeout: 180_000 };
const maxWorkers = 2;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "server",
          include: ["apps/server/src/**/*.test.ts"],
          exclude,
          globalSetup: ["apps/server/src/testing/start-postgres.ts"],
          // Importing the app costs each file two seconds; the files share it, and keep their state to themselves.
          isolate: false,
          maxWorkers,
          ...limits,
        },
      },
      {
        test: {
          name: "structure",
          include: ["packages/*/src/**/*.test.ts", "tests/structure/**/*.test.ts"],
          isolate: false,
          maxWorkers,
          ...limits,
        },
      },
      { test: { name: "conformance", include: ["tests/conformance/**/*.test.ts"], exclude, maxWorkers, ...limits } },
      // One after the other, once nothing else runs: they start and kill whole products.
      {
        test: {
          name: "tooling",
          include: ["tooling/**/*.test.ts"],
          exclude,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          ...limits,
        },
      },
      {
        test: {
          name: "drills",
          include: ["tests/drills/**/*.test.ts"],
          exclude,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          ...limits,
        },
      },
      "apps/web/vite.config.ts",
    ],
  },
});
