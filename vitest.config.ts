import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "server",
          include: ["apps/server/src/**/*.test.ts"],
          globalSetup: ["apps/server/src/testing/start-postgres.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "structure",
          include: ["packages/*/src/**/*.test.ts", "tests/structure/**/*.test.ts"],
          testTimeout: 30_000,
        },
      },
      { test: { name: "tooling", include: ["tooling/**/*.test.ts"], testTimeout: 120_000 } },
      {
        test: {
          name: "conformance",
          include: ["tests/conformance/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: "drills", include: ["tests/drills/**/*.test.ts"], testTimeout: 180_000 } },
      "apps/web/vite.config.ts",
    ],
  },
});
