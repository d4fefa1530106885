import type { PanelAnswer, ReportDefinition } from "@console/contracts";
import type { APIRequestContext } from "@playwright/test";
import { password } from "./sign-in-form.ts";

/** The API as one of the demo's people sees it. */
export async function openApi(request: APIRequestContext, name: string) {
  const { apiKey } = await (await request.get("/api/config")).json();
  const data = { email: `${name}@demo.test`, password, returnSecureToken: true };
  const answer = await request.post(`/v1/accounts:signInWithPassword?key=${apiKey}`, { data });
  const headers = { authorization: `Bearer ${(await answer.json()).idToken}` };
  const checked = async (path: string, body?: unknown) => {
    const response = await (body ? request.post(path, { headers, data: body }) : request.get(path, { headers }));
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
    return response;
  };
  return {
    report: async (id: string): Promise<ReportDefinition> => (await checked(`/api/reports/${id}`)).json(),
    members: async (dimension: string): Promise<string[]> => {
      const { items } = await (await checked(`/api/metrics/members?dimension=${dimension}&limit=50`)).json();
      return items.map(({ name: member }: { name: string }) => member);
    },
    /** The answer of a panel, with each of its questions asked again by itself. */
    answer: async (report: string, panel: string, query: string): Promise<PanelAnswer> => {
      const shown: PanelAnswer = await (await checked(`/api/reports/${report}/panels/${panel}?${query}`)).json();
      const questions = await Promise.all(
        shown.questions.map(async ({ query: asked }) => ({
          query: asked,
          answer: await (await checked("/api/metrics/query", asked)).json(),
        })),
      );
      return { ...shown, questions };
    },
    csv: async (report: string, query: string): Promise<string> =>
      (await checked(`/api/reports/${report}/export?format=csv&content=figures&${query}`)).text(),
    /** So many domains have their facts, and no work on them is left. */
    isFilled: async (domainCount: number): Promise<boolean> => {
      const { progress, domains } = await (await checked("/api/metrics")).json();
      const isRunning = progress.some(({ state }: { state: string }) => state === "running");
      const filled = domains.filter(({ firstDay }: { firstDay: string | null }) => firstDay !== null);
      return !isRunning && filled.length === domainCount;
    },
  };
}
export type Api = Awaited<ReturnType<typeof openApi>>;

/** A generator of numbers from 0 up to 1 that gives the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
