import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { act, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, vi } from "vitest";
import { callApi } from "./api.ts";
import { queryClient } from "./query-client.ts";
import { parseSearch, stringifySearch } from "./search.ts";

// A limit for what hangs, never a measure: a busy machine is many times slower than a quiet one.
configure({ asyncUtilTimeout: 10_000 });

/** Shows a piece of a page within what every page stands in, and waits for what is answered at once; once more in the same element, it is drawn again. */
export const renderInApp = (content: ReactNode, options: { container?: HTMLElement } = {}) =>
  act(async () => render(content, { wrapper: AppProviders, ...options }));

function AppProviders({ children }: { children: ReactNode }) {
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}

/** Waits until the page says something, however many elements it is spread over. */
export const says = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text));

/** The first button of a name; undefined where there is none. What a dialog covers counts too. */
export const button = (name: string) => screen.queryAllByRole<HTMLButtonElement>("button", { name, hidden: true })[0];

/** Clicks the first button of a name. */
export const press = (name: string) =>
  act(async () => {
    const [element] = screen.getAllByRole("button", { name, hidden: true });
    if (element) fireEvent.click(element);
  });

/** What a label names, without the sign of a required field; null where there is no such label. */
export const control = (label: string) =>
  (screen.queryAllByLabelText<HTMLInputElement>((text) => text.replace(/ \*$/, "") === label)[0] ??
    null) as HTMLInputElement;

/** Puts a text into a field, or chooses a value of a select. */
export const type = (label: string, text: string) =>
  act(async () => void fireEvent.change(control(label), { target: { value: text } }));

/** The inputs of all calls of a name. */
export const callInputs = (name: string) =>
  vi.mocked(callApi).mock.calls.flatMap((call) => (call[0] === name ? [call[1]] : []));

/** A place to show a piece of a page; the test mocks `callApi`, and answers by the names of calls, with a value or a function. */
export function createScreen() {
  const answers: Record<string, unknown> = {};
  let address = () => "";
  beforeEach(() => {
    queryClient.clear();
    vi.mocked(callApi).mockReset();
    vi.mocked(callApi).mockImplementation((async (name: string, input: unknown) => {
      const answer = answers[name];
      return typeof answer === "function" ? answer(input) : answer;
    }) as typeof callApi);
  });
  return {
    answers,
    button,
    control,
    says,
    press,
    type,
    callInputs,
    /** The query of the address. */
    address: () => address(),
    async show(content: ReactNode, query = "") {
      const routeTree = createRootRoute({ component: () => content });
      const history = createMemoryHistory({ initialEntries: [`/?${query}`] });
      const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
      address = () => router.state.location.searchStr;
      await renderInApp(<RouterProvider router={router} />);
    },
    /** The texts of a table's cells, row by row; on a narrow screen a row is a card. */
    cells: () =>
      [...document.querySelectorAll("tbody tr, li:has(dl)")].map((row) =>
        [...row.querySelectorAll("td, dd")].map((cell) => cell.textContent?.trim()),
      ),
  };
}
