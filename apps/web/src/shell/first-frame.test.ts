import { beforeEach, expect, test } from "vitest";
import html from "../../index.html?raw";

const script = /<script>([\s\S]+?)<\/script>/.exec(html)?.[1] ?? "";

/** The frame that the page paints at an address before the app has loaded; null for none. */
function frameAt(path: string): string | null {
  document.documentElement.removeAttribute("data-frame");
  history.replaceState(null, "", path);
  new Function(script)();
  return document.documentElement.getAttribute("data-frame");
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem("auth", "{}");
});

test.each(["/admin", "/admin/users?row=x", "/tenant/tookan-report", "/Tenant/"])(
  "whoever was signed in sees the frame of the console at %s before the app has loaded",
  (path) => expect(frameAt(path)).toBe("wide"),
);

test.each(["/", "/login", "/reset-password", "/laiqkan/1001", "/embedded/tookan-report", "/tenants"])(
  "the frame of the console is not shown at %s",
  (path) => expect(frameAt(path)).toBeNull(),
);

test("the frame has the width that the sidebar was left in", () => {
  localStorage.setItem("sidebar", "narrow");
  expect(frameAt("/tenant")).toBe("narrow");
});

test("a visitor sees no frame, nor does someone who looks at another account, which has a banner above it", () => {
  sessionStorage.setItem("viewing", "{}");
  expect(frameAt("/tenant")).toBeNull();
  sessionStorage.clear();
  localStorage.clear();
  expect(frameAt("/tenant")).toBeNull();
});
