import type { APIRequestContext, Page } from "@playwright/test";
import type { Product } from "../product/run-product.ts";
import { expect } from "./product.ts";
import { password } from "./sign-in-form.ts";

/** The client of the demo whose bare address is open. */
export const client = { tenantId: "demo-acme", client: "Bluebird Cafe", tookanId: "1001" };
export const openAddress = `/laiqkan/${client.tookanId}`;

type EmbedFixture = {
  make: (fields?: Record<string, unknown>) => Promise<{ id: string; key: string; kid: string; address: string }>;
  act: (name: string, id: string) => Promise<void>;
  set: (changes: Record<string, unknown>) => Promise<void>;
};

/** What an admin does to links, by the API. */
export async function createEmbedFixture(request: APIRequestContext, product: Product): Promise<EmbedFixture> {
  const signedIn = await request.post(`${product.url}/v1/accounts:signInWithPassword?key=test`, {
    data: { email: "superadmin@demo.test", password, returnSecureToken: true },
  });
  const { idToken } = (await signedIn.json()) as { idToken: string };
  const call = async (method: string, path: string, data: object) => {
    const headers = { authorization: `Bearer ${idToken}` };
    const response = await request.fetch(`${product.url}/api/admin${path}`, { method, headers, data });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  return {
    make: async (fields = {}) => {
      const { tenantId, client: name } = client;
      let id = "";
      // Links are made for clients that have deliveries, which come in by and by after the first start.
      await expect(async () => {
        ({ id } = await call("POST", "/links", { fields: { label: "Journey", tenantId, client: name, ...fields } }));
      }).toPass({ timeout: 120_000 });
      return { id, ...(await call("POST", `/links/${id}/keys`, {})) };
    },
    act: (name, id) => call("POST", `/links/acts/${name}`, { ids: [id], fields: {} }),
    set: (changes) => call("PATCH", "/settings", { changes }),
  };
}

/** What shows that the report is open. */
export const report = (page: Page) => page.getByRole("heading", { name: /Bluebird Cafe/ }).first();
/** What shows that it is not. */
export const closed = (page: Page) => page.getByText(/is not open|no longer active/).first();
