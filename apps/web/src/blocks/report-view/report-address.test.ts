import type { ReportView } from "@console/contracts";
import { expect, test } from "vitest";
import {
  amendView,
  keepUnread,
  parseView,
  readAddress,
  readableView,
  readView,
  withView,
  writeView,
} from "./report-address.ts";

const view = { driver: ["Nobody", "Ali"], from: "2026-13-45", compare: "none" } as ReportView;

test("only what is wrong leaves a view, and another value takes its place", () => {
  expect(amendView(view, { driver: ["Nobody"] })).toEqual({ driver: "Ali", from: "2026-13-45", compare: "none" });
  expect(amendView(view, { driver: ["Nobody"] }, { driver: ["Noor"] }).driver).toEqual(["Ali", "Noor"]);
  expect(amendView(view, { from: ["2026-13-45"] })).toEqual({ driver: ["Nobody", "Ali"], compare: "none" });
  expect(amendView({ drivr: "Ali" } as ReportView, { drivr: ["Ali"] }, { driver: ["Ali"] })).toEqual({ driver: "Ali" });
});

test("an address names its last day, and the view the first day after it", () => {
  const oneDay = { from: "2026-02-28", to: "2026-02-28", q: "x" };
  const asked = parseView(oneDay);
  expect(asked).toEqual({ from: "2026-02-28", to: "2026-03-01" });
  expect(withView(oneDay, asked)).toMatchObject(oneDay);
  expect(readView(writeView(asked))).toEqual(asked);
  expect(readAddress("from=2026-02-28&to=2026-03-01&at=metric:m")).toEqual({
    from: "2026-02-28",
    to: "2026-02-28",
    at: "metric:m",
  });
  expect(parseView({ to: ["2026-02-30", "2026-03-01"] }).to).toEqual(["2026-02-30", "2026-03-02"]);
  expect(withView({}, { to: "a" } as ReportView)).toMatchObject({ to: "a" });
});

test("days that are none and choices that do not exist are not put into words", () => {
  expect(readableView(view)).toEqual({ driver: ["Nobody", "Ali"], compare: "none" });
  expect(readableView(readView("from=2026-02-30&to=a&to=b&period=toString"))).toEqual({});
  const good = { from: "2026-02-28", to: "2026-03-01", grain: "week", basis: "due" } as ReportView;
  expect(readableView(good)).toEqual(good);
});

test("another choice keeps what could not be put into words, until the days are chosen anew", () => {
  const shown = readableView(view);
  expect(keepUnread(view, { ...shown, grain: "week" })).toMatchObject({ from: "2026-13-45", grain: "week" });
  expect(keepUnread(view, { ...shown, period: "today" })).not.toHaveProperty("from");
});
