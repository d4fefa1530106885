import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { compressPlugin } from "./build/compress-plugin.ts";
import { endpointsPlugin } from "./build/endpoints-plugin.ts";
import { fontPreloadPlugin } from "./build/font-preload-plugin.ts";

const server = "http://127.0.0.1:3000";

export default defineConfig({
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "vendor", test: /[\\/]node_modules[\\/]/, tags: ["$initial"], priority: 2 },
            { name: "shell", tags: ["$initial"], priority: 1 },
          ],
        },
      },
    },
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
    environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
    include: ["src/**/*.test.{ts,tsx}"],
  },
});
