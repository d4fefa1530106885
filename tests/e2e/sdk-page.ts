import { initializeApp } from "firebase/app";
import { indexedDBLocalPersistence, initializeAuth, signInWithEmailAndPassword } from "firebase/auth";

/** How the SDK names the failure of a refresh, or null when there was none. */
type Failure = string | null;

declare global {
  interface Window {
    tab: {
      signIn(email: string, password: string): Promise<void>;
      /** Who is signed in, as far as this tab knows. */
      person(): string | null;
      /** The refresh token in the memory of this tab. */
      token(): string | null;
      refresh(): Promise<Failure>;
      isAsleep: boolean;
      /** How the refresh went that this tab asked for in the moment in which it woke. */
      waking: Promise<Failure>;
    };
  }
}

// Google's SDK as it comes: the refresh token lies in a storage that all tabs share, and in the memory of each.
const app = initializeApp({ apiKey: "test", projectId: "console", authDomain: "console.invalid" });
const auth = initializeAuth(app, { persistence: indexedDBLocalPersistence });
const service = new URL(document.documentElement.dataset.service ?? "");
auth.config.apiScheme = service.protocol.replace(":", "");
auth.config.apiHost = service.host;
auth.config.tokenApiHost = service.host;

async function refresh(): Promise<Failure> {
  if (!auth.currentUser) return "nobody";
  try {
    await auth.currentUser.getIdToken(true);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

window.tab = {
  async signIn(email, password) {
    await signInWithEmailAndPassword(auth, email, password);
  },
  person: () => auth.currentUser?.email ?? null,
  token: () => auth.currentUser?.refreshToken ?? null,
  refresh,
  isAsleep: false,
  waking: new Promise((resolve) => {
    document.addEventListener("resume", () => resolve(refresh()), { once: true });
  }),
};

document.addEventListener("freeze", () => {
  window.tab.isAsleep = true;
});
