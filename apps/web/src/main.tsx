import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/global.css";
import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/Button.css";
import "@mantine/core/styles/Loader.css";
import "@mantine/core/styles/ActionIcon.css";
import "./shell/theme/tokens.css";
import "./shell/theme/base.css";
import "./shell/first-frame.css";
import { createRouter, RouterProvider } from "@tanstack/react-router";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { takeActionCode } from "./lib/auth/action-code.ts";
import { authState, subscribeAuth } from "./lib/auth/auth-state.ts";
import { isFramedPage } from "./lib/auth/navigation.ts";
import { initAuth } from "./lib/auth/session.ts";
import { loadConfig } from "./lib/config.ts";
import { checkWithoutEval, trustOwnFiles } from "./lib/content-policy.ts";
import { takeFragmentSecret } from "./lib/fragment-secret.ts";
import { parseSearch, stringifySearch } from "./lib/search.ts";
import { routeTree } from "./route-tree.gen.ts";
import { BarePending } from "./shell/pages/bare-pending.tsx";
import { ErrorPage } from "./shell/pages/error-page.tsx";
import { NotFoundPage } from "./shell/pages/not-found-page.tsx";
import { PendingPage } from "./shell/pages/pending-page.tsx";
import { StartErrorPage } from "./shell/pages/start-error-page.tsx";
import { watchStaleChunks } from "./shell/stale-chunk.ts";
import { ThemeProvider } from "./shell/theme/theme-provider.tsx";

trustOwnFiles();
checkWithoutEval();

/** After this long without an answer, the page says that it is on its way. */
const patienceMs = 300;

// Before the router reads the address.
takeActionCode();
takeFragmentSecret();

const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  // It writes into the storage, which a framed page leaves alone.
  scrollRestoration: !isFramedPage(location.pathname),
  defaultPreload: "intent",
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: PendingPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** When a question was asked from elsewhere, so that the same one can be asked again. */
    askedAt?: number;
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
  // The frame of the console is there already, and stays until the page itself can take its place.
  const hasFrame = document.documentElement.dataset.frame !== undefined;
  const waiting = hasFrame ? undefined : setTimeout(() => show(<BarePending />), patienceMs);
  try {
    await loadConfig();
    loadPageCode();
    await initAuth();
    guardOnSignIn();
    await router.load();
    show(<RouterProvider router={router} />);
  } catch (error) {
    show(<StartErrorPage error={error} />);
  } finally {
    clearTimeout(waiting);
  }
}

/** Reads the code of the page while it is found out who is signed in. */
function loadPageCode() {
  const [routes] = router.getMatchedRoutes(location.pathname);
  // What fails here is told when the page is drawn.
  void Promise.allSettled(routes.map((route) => router.loadRouteChunk(route)));
}

/** Sends people on as soon as they are signed in, here or in another tab. */
function guardOnSignIn() {
  let { isAuthenticated: was } = authState();
  subscribeAuth(() => {
    const { isAuthenticated: is, isInitialized } = authState();
    if (is && !was && isInitialized) void router.invalidate();
    was = is;
  });
}

watchStaleChunks();
const element = document.getElementById("root");
if (element) void start(element);
