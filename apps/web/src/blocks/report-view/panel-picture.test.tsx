import type { Deviation, PanelAnswer, ReportPanel } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { describePanel } from "@console/figures/panel";
import { fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fake } from "../../lib/fake-for-tests.ts";
import { PanelPicture } from "./panel-picture.tsx";

/** Ten each at the due time and at 10, 20 and 70 minutes after it. */
const deviation: Deviation = {
  first: 0,
  counts: Array.from({ length: 61 }, (_, late) => ([0, 10, 20].includes(late) ? 10 : 0)),
  before: 0,
  after: 10,
  outer: [{ from: 15, to: 1455, count: 10 }],
  unknown: 0,
  graceMinutes: 15,
  p50: 10,
  p90: 70,
};
const panel: ReportPanel = { id: "late", kind: "deviation", title: "How late?", metric: "on_time_rate" };
const question = { query: { metrics: ["on_time_rate"] }, answer: { rows: [{ on_time_rate: 0.5 }], rules: [] } };
const answer: PanelAnswer = {
  panel: "late",
  kind: "deviation",
  noise: [],
  leftOut: [],
  questions: [fake<PanelAnswer["questions"][number]>(question)],
  deviation,
};

let container: HTMLElement;

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 640 });
  const shown = describePanel(panel, answer, { formats: ownFormats, today: "2026-03-18", annotations: [] });
  if (shown.kind !== "picture") throw new Error("It is no picture.");
  const props = { picture: shown.picture, answer, isTable: false, formats: ownFormats, onOpen: () => {} };
  ({ container } = render(<PanelPicture {...props} svg={createRef()} />));
});

afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, "clientWidth");
});

const slider = () => screen.getByRole<HTMLInputElement>("slider", { name: "Try a grace period of" });

const slideTo = (minutes: number) => fireEvent.change(slider(), { target: { value: String(minutes) } });

const sentence = () => container.querySelector('[role="status"]')?.firstChild?.textContent;
const labels = () => [...container.querySelectorAll("svg text")].map((text) => text.textContent);

test("the slider begins at the tenant's own grace, with a name and a value that is read aloud", () => {
  expect([slider().min, slider().max, slider().value]).toEqual(["0", "60", "15"]);
  expect(slider().labels?.[0]?.textContent).toBe("Try a grace period of");
  expect(slider().getAttribute("aria-valuetext")).toBe("15 min");
  expect(sentence()).toBe("With a grace period of 15 min, 50.0% are on time.");
});

test("another grace says what would be on time instead, and stands in the picture until it is taken back", () => {
  slideTo(25);
  expect(sentence()).toBe("With a grace period of 25 min, 75.0% would be on time instead of 50.0%.");
  expect(container.querySelector("output")?.textContent).toBe("25 min");
  expect(labels()).toContain("What if 25 min");
  slideTo(0);
  expect(sentence()).toBe("With no grace period, 25.0% would be on time instead of 50.0%.");
  fireEvent.click(screen.getByRole("button", { name: "Back to 15 min" }));
  expect(slider().value).toBe("15");
  expect(sentence()).toBe("With a grace period of 15 min, 50.0% are on time.");
  expect(labels().some((text) => text?.startsWith("What if"))).toBe(false);
});
