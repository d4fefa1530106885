import type { ConnectionDetail } from "@console/contracts";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, vi } from "vitest";
import { readSourceSearch } from "../../../../blocks/connection/source-search.ts";
import { callApi } from "../../../../lib/api.ts";
import { queryClient } from "../../../../lib/query-client.ts";
import { callInputs, control, press, renderInApp, says, type } from "../../../../lib/screen-for-tests.tsx";
import { ConnectionForm } from "./connection-form.tsx";

/** A form in a page, with a server that answers what a test says; the test file itself must mock `callApi`. */
export function createFormFixture() {
  vi.stubGlobal("scrollTo", () => {});
  /** What the server answers, by the name of the call. */
  const answers: Record<string, (input: never) => unknown> = {};
  let container: HTMLElement;

  beforeEach(() => {
    queryClient.clear();
    for (const name of Object.keys(answers)) delete answers[name];
    answers.listEntity = () => ({ items: [{ id: "t1", name: "Acme" }], next: null, total: 1 });
    vi.mocked(callApi).mockReset();
    vi.mocked(callApi).mockImplementation((async (name: string, input: never) =>
      answers[name]?.(input)) as typeof callApi);
    container = document.body.appendChild(document.createElement("div"));
  });

  async function show(connection: ConnectionDetail | null, source: ConnectionDetail["source"] = "tookan") {
    const top = createRootRoute({ component: Outlet });
    const page = createRoute({
      getParentRoute: () => top,
      path: "/",
      validateSearch: readSourceSearch,
      component: () => <ConnectionForm source={source} stored={connection} />,
    });
    const router = createRouter({ routeTree: top.addChildren([page]), history: createMemoryHistory() });
    await renderInApp(<RouterProvider router={router} />, { container });
    await waitFor(() => expect(container.querySelector("form")).not.toBeNull());
    return router;
  }

  async function chooseTenant() {
    await act(async () => void fireEvent.click(control("Tenant")));
    await says("Acme");
    await act(async () => void fireEvent.click(await screen.findByRole("option", { name: "Acme" })));
  }

  return { answers, show, says, callInputs, control, type, press, chooseTenant };
}
