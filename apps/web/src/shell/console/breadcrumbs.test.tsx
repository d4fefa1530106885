import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { expect, test } from "vitest";
import { useNameOpenThing } from "../../lib/open-thing.ts";
import { press, renderInApp, says } from "../../lib/screen-for-tests.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";

function Thing() {
  useNameOpenThing("Acme Foods");
  return null;
}

function Page() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <Breadcrumbs place="Platform" home="/admin" />
      {isOpen && <Thing />}
      <button type="button" onClick={() => setIsOpen(false)}>
        Shut
      </button>
    </>
  );
}

test("the breadcrumb names what is open for as long as it is", async () => {
  const history = createMemoryHistory({ initialEntries: ["/admin/tenants"] });
  const routeTree = createRootRoute({ component: Page, notFoundComponent: Page });
  await renderInApp(<RouterProvider router={createRouter({ routeTree, history })} />);
  await says("PlatformTenantsAcme Foods");
  expect(document.querySelector('li[aria-current="page"]')?.textContent).toBe("Acme Foods");
  await press("Shut");
  expect(document.querySelector('li[aria-current="page"]')?.textContent).toBe("Tenants");
});
