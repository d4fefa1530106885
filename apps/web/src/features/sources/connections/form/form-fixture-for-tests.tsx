import type { ConnectionDetail } from "@console/contracts";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { readSourceSearch } from "../../../../blocks/connection/source-search.ts";
import { callApi } from "../../../../lib/api.ts";
import { queryClient } from "../../../../lib/query-client.ts";
import { ConnectionForm } from "./connection-form.tsx";

/** A form in a page, with a server that answers what a test says; the test file itself must mock `callApi`. */
export function createFormFixture() {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("scrollTo", () => {});
  /** What the server answers, by the name of the call. */
  const answers: Record<string, (input: never) => unknown> = {};
  let container: HTMLElement;
  let root: Root;

  beforeEach(() => {
    queryClient.clear();
    for (const name of Object.keys(answers)) delete answers[name];
    answers.listEntity = () => ({ items: [{ id: "t1", name: "Acme" }], next: null, total: 1 });
    vi.mocked(callApi).mockReset();
    vi.mocked(callApi).mockImplementation((async (name: string, input: never) =>
      answers[name]?.(input)) as typeof callApi);
    container = document.body.appendChild(document.createElement("div"));
    root = createRoot(container);
  });

  afterEach(async () => {
    await act(async () => root.unmount());
    container.remove();
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
    await act(async () =>
      root.render(
        <MantineProvider env="test">
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>,
      ),
    );
    await vi.waitFor(() => act(async () => expect(container.querySelector("form")).not.toBeNull()));
    return router;
  }

  const says = (text: string) => vi.waitFor(() => act(async () => expect(document.body.textContent).toContain(text)));

  /** What a call was asked with, each time. */
  const callInputs = (name: string) =>
    vi
      .mocked(callApi)
      .mock.calls.filter(([called]) => called === name)
      .map(([, input]) => input);

  function control(label: string): HTMLInputElement {
    const element = [...container.querySelectorAll("label")].find(
      (one) => one.textContent?.replace(" *", "") === label,
    );
    return document.getElementById(element?.htmlFor ?? "") as HTMLInputElement;
  }

  async function type(label: string, text: string) {
    await act(async () => {
      const element = control(label);
      const prototype = element instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(element, text);
      element.dispatchEvent(new Event(element instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
    });
  }

  async function press(name: string) {
    await act(async () =>
      [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === name)?.click(),
    );
  }

  async function chooseTenant() {
    await act(async () => control("Tenant").click());
    await says("Acme");
    await act(async () => document.querySelector<HTMLElement>("[role='option']")?.click());
  }

  return { answers, show, says, callInputs, control, type, press, chooseTenant };
}
