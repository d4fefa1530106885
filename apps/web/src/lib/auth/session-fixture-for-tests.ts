import { afterEach, beforeEach, vi } from "vitest";
import type { AuthState } from "./auth-state.ts";

export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | "offline";

export const startedAt = Date.parse("2026-11-14T09:00:00Z");
export const user = { uid: "u1", email: "noor@haddad.example", role: "user", tenantId: "t1" };
export const tenant = { id: "t1", name: "Haddad", source: null, aiq_type: "Tookan" };
/** What an earlier page stored of her. */
export const stored = { isAuthenticated: true, user, role: "user", tenant };
export const nobody = { isAuthenticated: false, user: null, role: null, tenant: null };
export const noor = { isAuthenticated: true, user: "u1", role: "user", tenant: "t1" };

/** A refusal in the form of the identity service. */
export const refused = (message: string) => ({ status: 400, body: { error: { code: 400, message } } });

/** Who is signed in, in short. */
export const who = ({ isAuthenticated, user: person, role, tenant: organisation }: AuthState) => ({
  isAuthenticated,
  user: person?.uid ?? null,
  role,
  tenant: organisation?.id ?? null,
});

/** An ID token that is told apart by its id. */
export function token(jti: string, lifeSeconds = 3600): string {
  const encode = (part: object) =>
    btoa(JSON.stringify(part)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${encode({ alg: "RS256" })}.${encode({ sub: "u1", exp: startedAt / 1000 + lifeSeconds, jti })}.signature`;
}

/** A browser and a server that answers as the test says. */
export function createSessionFixture() {
  const place = { assign: vi.fn(), reload: vi.fn() };
  const answers: Record<string, Answer> = {};
  const calls: { path: string; body: string; headers: Record<string, string> }[] = [];

  async function answer(url: string, init: RequestInit = {}) {
    const path = `${init.method ?? "GET"} ${url.split("?")[0]}`;
    calls.push({ path, body: String(init.body), headers: init.headers as Record<string, string> });
    const reply = answers[path];
    if (!reply || reply === "offline") throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200, headers: reply.headers ?? {} });
  }

  /** A fresh page, after what an earlier one stored. */
  async function page(storedState?: object) {
    if (storedState) localStorage.setItem("auth", JSON.stringify(storedState));
    const session = await import("./session.ts");
    const { authState, changeAuth } = await import("./auth-state.ts");
    return { ...session, authState, changeAuth };
  }

  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers({ now: startedAt, toFake: ["Date"] });
    localStorage.clear();
    history.replaceState(null, "", "/");
    calls.length = 0;
    for (const path of Object.keys(answers)) delete answers[path];
    Object.assign(answers, {
      "POST /v1/accounts:signInWithPassword": { body: { idToken: token("from sign-in"), refreshToken: "" } },
      "POST /v1/accounts:update": { body: { idToken: token("from update"), refreshToken: "" } },
      "POST /v1/accounts:sendOobCode": { body: {} },
      "POST /v1/token": { body: { access_token: token("from refresh") } },
      "GET /api/users/u1": { body: user },
      "PATCH /api/users/u1": { body: { ...user, name: "Noor" } },
      "GET /api/tenants/t1": { body: tenant },
      "POST /api/session/end": { body: { ended: 1 } },
    } satisfies Record<string, Answer>);
    vi.stubGlobal("fetch", answer);
    vi.spyOn(location, "assign").mockImplementation(place.assign);
    vi.spyOn(location, "reload").mockImplementation(place.reload);
  });

  afterEach(() => {
    vi.restoreAllMocks();
    place.assign.mockReset();
    place.reload.mockReset();
    vi.useRealTimers();
  });

  return { answers, calls, place, page };
}
