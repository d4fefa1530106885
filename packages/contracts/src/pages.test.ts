import { expect, test } from "vitest";
import { findPage } from "./pages.ts";

test("a path finds its page, with or without a slash at its end", () => {
  expect(findPage("/")?.path).toBe("/");
  expect(findPage("/login")?.path).toBe("/login");
  expect(findPage("/login/")?.path).toBe("/login");
});

test("the product's word in a path is the product's own", () => {
  expect(findPage("/tenant/my-aiq", "aiq")?.path).toBe("/tenant/my-{product}");
  expect(findPage("/tenant/my-other", "aiq")).toBeNull();
});

test("a path that no page has finds none", () => {
  for (const path of ["/logins", "/login/x", "/x/login", ""]) expect(findPage(path)).toBeNull();
});
