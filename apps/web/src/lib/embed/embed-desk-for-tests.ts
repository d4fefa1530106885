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
export function createEmbedDesk() {
  const desk = {
    session: { body: {} } as Answer,
    standing: { body: { version: "1" } } as Answer,
    calls: [] as { path: string; body: string; init: RequestInit }[],
    isHidden: false,
    open,
    after: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    exchanges: () =>
      desk.calls.filter(({ path }) => path.endsWith("session")).map(({ body }) => JSON.parse(body) as object),
    looks: () => desk.calls.filter(({ path }) => path.endsWith("standing")).length,
    hide: (isHidden: boolean) => {
      desk.isHidden = isHidden;
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
  let made = 0;
  let close = () => {};

  async function answer(path: string, init: RequestInit) {
    desk.calls.push({ path, body: String(init.body), init });
    const isSession = path === "/api/embed/session";
    const reply = isSession ? desk.session : desk.standing;
    if (reply === "never") return new Promise<never>(() => {});
    if (reply === "offline") throw new TypeError("Failed to fetch");
    const { status = 200, body, headers = {} } = reply;
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
    const { takeEmbedSecret } = await import("./embed-secret.ts");
    const auth = await import("../auth/session.ts");
    const { authState } = await import("../auth/auth-state.ts");
    const { openEmbed, ...verbs } = await import("./embed-session.ts");
    const { embedState } = await import("./embed-state.ts");
    takeEmbedSecret();
    await auth.initAuth();
    close = openEmbed("1001");
    await desk.after(0);
    return { ...auth, ...verbs, authState, embedState, step: () => embedState().step, close };
  }

  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
    vi.stubGlobal("fetch", answer);
    vi.spyOn(document, "hidden", "get").mockImplementation(() => desk.isHidden);
    made = 0;
    Object.assign(desk, { session: { body: {} }, standing: { body: { version: "1" } }, calls: [], isHidden: false });
  });
  afterEach(() => {
    close();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  return desk;
}
