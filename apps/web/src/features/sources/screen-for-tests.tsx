import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { callApi } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";

/** A place to show a piece of a source's page; the test mocks `callApi`, and answers by the names of calls. */
export function createScreen() {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const answers: Record<string, unknown> = {};
  let container: HTMLElement;
  let root: Root;
  beforeEach(() => {
    queryClient.clear();
    vi.mocked(callApi).mockReset();
    vi.mocked(callApi).mockImplementation((async (name: string) => answers[name]) as typeof callApi);
    container = document.body.appendChild(document.createElement("div"));
    root = createRoot(container);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    container.remove();
  });
  const button = (name: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === name);
  const control = (label: string) => {
    const found = [...document.querySelectorAll("label")].find((one) => one.textContent === label);
    return document.getElementById(found?.htmlFor ?? "") as HTMLInputElement;
  };
  return {
    ...{ answers, button, control },
    async show(content: ReactNode) {
      const routeTree = createRootRoute({ component: () => content });
      const router = createRouter({ routeTree, history: createMemoryHistory() });
      await act(async () =>
        root.render(
          <MantineProvider env="test">
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router as never} />
            </QueryClientProvider>
          </MantineProvider>,
        ),
      );
    },
    says: (text: string) =>
      vi.waitFor(() => act(async () => expect(document.body.textContent).toContain(text)), { timeout: 4000 }),
    press: (name: string) => act(async () => button(name)?.click()),
    type: (label: string, text: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(control(label), text);
        control(label).dispatchEvent(new Event("input", { bubbles: true }));
      }),
    /** The texts of a table's cells, row by row; on a narrow screen a row is a card. */
    cells: () =>
      [...document.querySelectorAll("tbody tr, li:has(dl)")].map((row) =>
        [...row.querySelectorAll("td, dd")].map((cell) => cell.textContent?.trim()),
      ),
    asked: (name: string) => vi.mocked(callApi).mock.calls.flatMap((call) => (call[0] === name ? [call[1]] : [])),
  };
}
