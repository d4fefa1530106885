import { setTimeout as sleep } from "node:timers/promises";
import { request } from "@playwright/test";
import { openApi } from "../e2e/report-figures.ts";
import type { Product } from "../product/run-product.ts";

/** Waits until the demonstration data of someone's organisation is there. */
export async function untilFilled({ url }: Product, person: string, domainCount: number): Promise<void> {
  const caller = await request.newContext({ baseURL: url });
  const api = await openApi(caller, person);
  while (!(await api.isFilled(domainCount))) await sleep(1000);
  await caller.dispose();
}
