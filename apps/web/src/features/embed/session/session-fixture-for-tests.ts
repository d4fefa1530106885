import { afterEach, beforeEach, vi } from "vitest";

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | "offline" | "never";

/** Whose report it is in the tests. */
export const embedTenant = { id: "laiqkan-1001", name: "Acme", source: "laiqkan", aiq_type: "Tookan" };

/** A failed answer of the server. */
export function refusal(
  status: number,
  kind: string,
  more: { fields?: object; headers?: Record<string, string> } = {},
) {
  const { fields, headers = {} } = more;
  return { status, headers, body: { error: { kind, message: "No.", requestId: "r", fields } } };
}

/** Whatever does not open a report is answered with this. */
export const closed = refusal(404, "not_found");
/** What a token that has ended is answered with. */
export const ended = refusal(401, "unauthenticated");

/** A document with an embedded report, a clock that the test moves, and a server that answers as it says. */
export function createEmbedFixture() {
  const fixture = {
    session: { body: {} } as Answer,
    standing: { body: { version: "1" } } as Answer,
    calls: [] as { path: string; body: string; init: RequestInit }[],
    isHidden: false,
    open,
    after: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    exchanges: () =>
      fixture.calls.filter(({ path }) => path === "/api/embed/session").map(({ body }) => JSON.parse(body) as object),
    /** The addresses of reports that were opened without a secret. */
    resumes: () => fixture.calls.flatMap(({ path }) => /reports\/(.+)\/session$/.exec(path)?.[1] ?? []),
    looks: () => fixture.calls.filter(({ path }) => path.endsWith("standing")).length,
    hide: (isHidden: boolean) => {
      fixture.isHidden = isHidden;
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
  let made = 0;
  let close = () => {};

  async function answer(path: string, init: RequestInit) {
    fixture.calls.push({ path, body: String(init.body), init });
    const isSession = path.endsWith("/session");
    const prepared = isSession ? fixture.session : fixture.standing;
    if (prepared === "never") return new Promise<never>(() => {});
    if (prepared === "offline") throw new TypeError("Failed to fetch");
    const { status = 200, body, headers = {} } = prepared;
    return new Response(JSON.stringify(isSession && status === 200 ? opened() : body), { status, headers });
  }

  function opened() {
    made += 1;
    const common = { client: "Bluebird", origins: ["https://shop.example"], refreshSeconds: 60 };
    return { token: `token ${made}`, expiresInSeconds: 600, tenant: embedTenant, ...common };
  }

  /** A fresh document at an address, whose report is opened. */
  async function open(address = "/laiqkan/1001#k=the-key") {
    history.replaceState(null, "", address);
    await import("virtual:endpoints");
    const { takeFragmentSecret } = await import("../../../lib/fragment-secret.ts");
    const auth = await import("../../../lib/auth/session.ts");
    const { authState } = await import("../../../lib/auth/auth-state.ts");
    const { embedSession } = await import("./embed-session.ts");
    const { state: embedState, subscribe, submitPasscode } = embedSession;
    takeFragmentSecret();
    await auth.initAuth();
    close = embedSession.open("1001");
    await fixture.after(0);
    return { ...auth, subscribe, submitPasscode, authState, embedState, step: () => embedState().step, close };
  }

  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    vi.stubGlobal("fetch", answer);
    vi.spyOn(document, "hidden", "get").mockImplementation(() => fixture.isHidden);
    made = 0;
    Object.assign(fixture, { session: { body: {} }, standing: { body: { version: "1" } }, calls: [], isHidden: false });
  });
  afterEach(() => {
    close();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  return fixture;
}
