import { defaultExclude, defineConfig } from "vitest/config";

/** Files called `….long.test.ts` run only where somebody asks for everything: `npm run test:all`. */
const exclude = [...defaultExclude, ...(process.env.TEST_LENGTH === "full" ? [] : ["**/*.long.test.ts"])];

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
          maxWorkers: 2,
          // A limit for what hangs, never a measure: a busy machine is many times slower than a quiet one.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "structure",
          include: ["packages/*/src/**/*.test.ts", "tests/structure/**/*.test.ts"],
          testTimeout: 30_000,
        },
      },
      { test: { name: "tooling", include: ["tooling/**/*.test.ts"], exclude, testTimeout: 120_000 } },
      {
        test: {
          name: "conformance",
          include: ["tests/conformance/**/*.test.ts"],
          exclude,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: "drills", include: ["tests/drills/**/*.test.ts"], exclude, testTimeout: 180_000 } },
      "apps/web/vite.config.ts",
    ],
  },
});
