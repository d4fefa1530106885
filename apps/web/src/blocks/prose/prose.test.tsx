import { MantineProvider } from "@mantine/core";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { hostileTexts } from "./hostile-texts-for-tests.ts";
import { Prose } from "./prose.tsx";

afterEach(cleanup);

const draw = (text: string, unverified: readonly string[] = []) =>
  render(
    <MantineProvider>
      <div data-prose>
        <Prose text={text} unverified={unverified} />
      </div>
    </MantineProvider>,
  ).container.querySelector("[data-prose]") as HTMLElement;

/** All that a text may become. */
const ours = new Set(
  "div p h3 h4 ul ol li blockquote hr strong em s code pre br a span section table thead tbody tr th td button".split(
    " ",
  ),
);
const attributes = new Set(
  "class dir href target rel title start scope tabindex aria-label role type style".split(" "),
);
/** Those of the component library's own buttons, of which no text says anything. */
const isOfButton = (element: Element) => element.closest("button") !== null;

test.each(hostileTexts)("%j becomes nothing that fetches, runs or hides", (text) => {
  const prose = draw(text);
  for (const element of prose.querySelectorAll("*")) {
    if (isOfButton(element)) continue;
    expect(ours).toContain(element.tagName.toLowerCase());
    for (const { name, value } of element.attributes) {
      expect(attributes).toContain(name);
      if (name === "style") expect(value).toBe("");
    }
    const href = element.getAttribute("href");
    if (href === null) continue;
    expect(href).toMatch(/^(?:https?:\/\/[^@]+|mailto:[^?]+)$/);
    // A reader sees where a link leads, whatever it calls itself.
    const host = href.startsWith("mailto:") ? href.slice(7) : new URL(href).host;
    expect(element.parentElement?.textContent).toContain(`(${host})`);
    expect(element.getAttribute("rel")).toContain("noopener");
  }
  expect(prose.textContent).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u{E0000}-\u{E007F}]/u);
});

test("there are at least 60 hostile texts, each its own", () => {
  expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(60);
});

test("headings, lists, tables, code and links are drawn", () => {
  const prose = draw(
    "# Title\n\nSome **bold** and *light* `code`.\n\n- one\n- two\n\n| a | b |\n|---|--:|\n| x | 1 |\n\n```\nlet a = 1 < 2;\n```\n\n[here](https://example.org/a)",
  );
  expect(prose.querySelector("h3")?.textContent).toBe("Title");
  expect(prose.querySelector("strong")?.textContent).toBe("bold");
  expect(prose.querySelectorAll("li")).toHaveLength(2);
  expect(prose.querySelector("td:last-child")?.className).not.toBe("");
  expect(prose.querySelector("pre")?.textContent).toBe("let a = 1 < 2;");
  expect(prose.querySelector("a")?.href).toBe("https://example.org/a");
});

test("numbers that are not verified are marked where they stand alone", () => {
  const prose = draw("It was 12, not 112 or 12.5, and **12** again", ["12"]);
  const marked = [...prose.querySelectorAll("[title]")].map((element) => element.textContent);
  expect(marked).toEqual(["12", "12"]);
  expect(prose.textContent).toBe("It was 12, not 112 or 12.5, and 12 again");
});
