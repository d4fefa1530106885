import { expect, test, vi } from "vitest";
import { useLiveTopic } from "../../lib/live-events.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { navigationFor } from "./navigation.ts";
import { NavigationLinks } from "./navigation-links.tsx";

vi.mock("../../lib/live-events.ts", () => ({ useLiveTopic: vi.fn() }));
vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const { groups } = navigationFor({ role: "admin", tenant: null, productSlug: "console" });
const findLink = () => document.querySelector('a[href="/admin/report-requests"]');

test("the navigation counts the report requests that wait for an answer, and the feedback that nobody has read", async () => {
  screen.answers.listEntity = { items: [], total: 3, next: null };
  await screen.show(<NavigationLinks groups={groups} />);
  await vi.waitFor(() => expect(findLink()?.textContent).toBe("Report requests3 open"));
  expect(screen.callInputs("listEntity")).toEqual([
    { entity: "report-requests", filter: ["status:open"], limit: 1 },
    { entity: "feedback", filter: ["isRead:false", "state:new"], limit: 1 },
  ]);
  expect(useLiveTopic).toHaveBeenCalledWith("entity.changed", "entities");
});

test("it says nothing where none waits, or where they cannot be counted", async () => {
  screen.answers.listEntity = { items: [], total: 0, next: null };
  await screen.show(<NavigationLinks groups={groups} />);
  await vi.waitFor(() => expect(screen.callInputs("listEntity")).toHaveLength(2));
  expect(findLink()?.textContent).toBe("Report requests");
});
