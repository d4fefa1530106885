import { expect, test } from "vitest";
import { z } from "zod";
import { pathParameters, permissions, routes } from "./index.ts";

/** Opening a route to everyone is a change to this list, for a reviewer to see. */
const publicRoutes = [
  "GET /api/config",
  "GET /api/demo-sign-ins",
  "GET /api/exports/files/{key}",
  "GET /api/status",
  "POST /api/client-errors",
  "POST /api/embed/reports/{tookan_id}/session",
  "POST /api/embed/session",
  "POST /api/session/end",
  "POST /api/signup-requests",
  "POST /api/signup-requests/follow",
];

const all = Object.entries(routes);
const nameRoute = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test("the public routes are a literal list", () => {
  const open = all.map(([, route]) => route).filter((route) => route.permission === "public");
  expect(open.map(nameRoute).sort()).toEqual(publicRoutes);
});

test.each(all)("%s asks for a known permission", (_name, route) => {
  expect([...permissions, "embed.read", "public"]).toContain(route.permission);
});

/** Their query names dimensions, which the semantic layer knows and this package does not: the server refuses the rest. */
const namingDimensions = ["exportEmbed", "exportReport", "listEmbedRows", "readEmbedPanel", "readPanel"];

test.each(all)("%s lies under /api and refuses fields it does not know", (name, route) => {
  expect(route.path).toMatch(/^\/api\//);
  const schema = z.toJSONSchema(route.input, { io: "input" });
  if (namingDimensions.includes(name)) expect(schema.additionalProperties).not.toBe(true);
  else expect(schema).toMatchObject({ additionalProperties: false });
});

test.each(all)("%s has a field for each part of its path", (_name, route) => {
  expect(Object.keys(route.input.shape)).toEqual(expect.arrayContaining(pathParameters(route.path)));
});

test("no two routes share a method and a path", () => {
  const names = all.map(([, route]) => nameRoute(route));
  expect(new Set(names).size).toBe(names.length);
});
