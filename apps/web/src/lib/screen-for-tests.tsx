import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { callApi } from "./api.ts";
import { queryClient } from "./query-client.ts";
import { parseSearch, stringifySearch } from "./search.ts";

/** A place to show a piece of a page; the test mocks `callApi`, and answers by the names of calls, with a value or a function. */
export function createScreen() {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const answers: Record<string, unknown> = {};
  let container: HTMLElement;
  let root: Root;
  let address = () => "";
  beforeEach(() => {
    queryClient.clear();
    vi.mocked(callApi).mockReset();
    vi.mocked(callApi).mockImplementation((async (name: string, input: unknown) => {
      const answer = answers[name];
      return typeof answer === "function" ? answer(input) : answer;
    }) as typeof callApi);
    container = document.body.appendChild(document.createElement("div"));
    root = createRoot(container);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    container.remove();
  });
  const button = (name: string) =>
    [...document.querySelectorAll("button")].find(
      (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
    );
  const control = (label: string) => {
    const element = [...document.querySelectorAll("label")].find(
      (one) => one.textContent?.replace(/ \*$/, "") === label,
    );
    return document.getElementById(element?.htmlFor ?? "") as HTMLInputElement;
  };
  return {
    answers,
    button,
    control,
    /** The query of the address. */
    address: () => address(),
    async show(content: ReactNode, query = "") {
      const routeTree = createRootRoute({ component: () => content });
      const history = createMemoryHistory({ initialEntries: [`/?${query}`] });
      const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
      address = () => router.state.location.searchStr;
      await act(async () =>
        root.render(
          <MantineProvider env="test">
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
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
    callInputs: (name: string) => vi.mocked(callApi).mock.calls.flatMap((call) => (call[0] === name ? [call[1]] : [])),
  };
}
