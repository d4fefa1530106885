import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/global.css";
import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/Button.css";
import "@mantine/core/styles/Loader.css";
import "@mantine/core/styles/ActionIcon.css";
import "./shell/theme/tokens.css";
import "./shell/theme/base.css";
import { createRouter, RouterProvider } from "@tanstack/react-router";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { loadConfig } from "./lib/config.ts";
import { parseSearch, stringifySearch } from "./lib/search.ts";
import { routeTree } from "./route-tree.gen.ts";
import { ErrorPage } from "./shell/pages/error-page.tsx";
import { NotFoundPage } from "./shell/pages/not-found-page.tsx";
import { PendingPage } from "./shell/pages/pending-page.tsx";
import { StartErrorPage } from "./shell/pages/start-error-page.tsx";
import { watchStaleChunks } from "./shell/stale-chunk.ts";
import { ThemeProvider } from "./shell/theme/theme-provider.tsx";

const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: "intent",
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: PendingPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

async function start(element: HTMLElement) {
  const root = createRoot(element);
  const show = (app: ReactNode) =>
    root.render(
      <StrictMode>
        <ThemeProvider>{app}</ThemeProvider>
      </StrictMode>,
    );
  try {
    await loadConfig();
    show(<RouterProvider router={router} />);
  } catch (error) {
    show(<StartErrorPage error={error} />);
  }
}

watchStaleChunks();
const element = document.getElementById("root");
if (element) void start(element);
