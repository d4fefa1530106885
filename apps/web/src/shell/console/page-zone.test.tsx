import { formatInstant } from "@console/figures/format";
import { act } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { callApi } from "../../lib/api.ts";
import { type AuthState, changeAuth, clearAuth } from "../../lib/auth/auth-state.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import { PageZone } from "./page-zone.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const tenant = { id: "t1", name: "Acme", source: null, aiq_type: "Tookan", timeZone: "Asia/Bahrain" };
const user = { timeZone: "America/New_York", dateFormat: "ymd", numberFormat: "auto" } as AuthState["user"];

function Clock() {
  return <p>{formatInstant("2026-11-03T22:05:00Z", useFormats())}</p>;
}

const page = (
  <PageZone>
    <Clock />
  </PageZone>
);

afterEach(() => {
  act(() => clearAuth());
  window.history.replaceState(null, "", "/");
});

test("people of a tenant read all times in its zone, which is named once", async () => {
  changeAuth({ role: "manager", user, tenant });
  await screen.show(page);
  await screen.says("2026-11-04, 01:05");
  expect(document.body.textContent?.match(/Asia\/Bahrain/g)).toHaveLength(1);
});

test("platform admins read times of all tenants in their own zone", async () => {
  changeAuth({ role: "superadmin", user, tenant: null });
  await screen.show(page);
  await screen.says("2026-11-03, 17:05");
  await screen.says("Times in America/New York");
});

test("on a page of one tenant they read them as its people do", async () => {
  changeAuth({ role: "superadmin", user, tenant: null });
  vi.mocked(callApi).mockResolvedValue(tenant);
  window.history.replaceState(null, "", "/tenant/tookan-report?tenant=t1");
  await screen.show(page);
  await screen.says("2026-11-04, 01:05");
  await screen.says("Times in Asia/Bahrain");
});
