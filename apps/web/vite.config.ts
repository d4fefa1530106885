import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import type { Rolldown } from "vite";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { compressPlugin } from "./build/compress-plugin.ts";
import { endpointsPlugin } from "./build/endpoints-plugin.ts";
import { fontPreloadPlugin } from "./build/font-preload-plugin.ts";
import { findPageFiles } from "./build/page-files.ts";
import { pdfFilesPlugin } from "./build/pdf-files-plugin.ts";

const server = "http://127.0.0.1:3000";

const firstFiles = [
  { name: "vendor", test: /[\\/]node_modules[\\/]/, tags: ["$initial"], priority: 2 },
  { name: "shell", tags: ["$initial"], priority: 1 },
] satisfies Rolldown.CodeSplittingGroup[];

const initialNames = ["vendor", "shell", "rolldown-runtime"];
const initialFiles = new RegExp(`^assets/(?:${initialNames.join("|")})-[^/]+\\.js$`);

/** The first load names all files of all pages: seven letters tell them apart, and names would only make it larger. */
const shortNames = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: ({ name }: { name: string }) =>
    initialNames.includes(name) ? "assets/[name]-[hash:7].js" : "assets/[hash:7].js",
  assetFileNames: ({ names }: { names: string[] }) =>
    names.some((name) => name.endsWith(".css")) ? "assets/[hash:7][extname]" : "assets/[name]-[hash:7][extname]",
};

const configured = (groups: Rolldown.CodeSplittingGroup[]): ViteUserConfig => ({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: "src/routes",
      generatedRouteTree: "src/route-tree.gen.ts",
      addExtensions: true,
      quoteStyle: "double",
      semicolons: true,
      disableLogging: true,
    }),
    react(),
    endpointsPlugin(),
    fontPreloadPlugin("inter-latin-wght-normal"),
    pdfFilesPlugin(),
    compressPlugin(),
  ],
  resolve: {
    // Mantine's styles stay in their layer, so that ours win in whatever order the chunks arrive.
    alias: [{ find: /^(@mantine\/core\/styles\/[\w-]+)\.css$/, replacement: "$1.layer.css" }],
  },
  html: { cspNonce: "__NONCE__" },
  build: {
    target: ["chrome120", "edge120", "firefox121", "safari17"],
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // Styles are always there before their page; scripts that every page has are there already.
    modulePreload: {
      // Every browser of `target` preloads modules by itself.
      polyfill: false,
      resolveDependencies: (_, dependencies, { hostType }) =>
        hostType === "js" ? dependencies.filter((file) => !initialFiles.test(file)) : dependencies,
    },
    rolldownOptions: { output: { codeSplitting: { groups }, ...shortNames } },
  },
  server: {
    proxy: {
      "/api": server,
      "/v1": server,
      "/v2": server,
      "/auth": server,
      "/openapi.json": server,
      "/healthz": server,
      "/readyz": server,
    },
  },
  test: {
    name: "web",
    environment: "happy-dom",
    // Testing Library cleans up after each test, and tells React that it acts, where it finds the test functions as globals.
    globals: true,
    environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
    include: ["src/**/*.test.{ts,tsx}"],
    maxWorkers: 2,
    // A limit for what hangs, never a measure: a busy machine is many times slower than a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

export default defineConfig(async ({ command }) => {
  if (command !== "build") return configured(firstFiles);
  const name = await findPageFiles(configured(firstFiles));
  return configured([...firstFiles, { name, debugName: "page files", includeDependenciesRecursively: false }]);
});
