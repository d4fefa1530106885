import { deleteApp, type FirebaseApp, initializeApp } from "firebase/app";
import {
  type Auth,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  type User,
} from "firebase/auth";
import { askedUrls } from "./asked-urls.ts";
import { freshEmail, goodPassword, type IdentityProduct } from "./identity-product.ts";

/** Points the official SDK at our address, in one of its two ways. */
export type Connect = (auth: Auth, url: string) => void;

/** The official SDK, pointed at the running product. */
export type SdkClient = {
  identity: IdentityProduct;
  /** A new SDK instance, as another browser would have; nobody is signed in. */
  newAuth(): Auth;
  /** A new account, signed in on an instance of its own. */
  newUser(): Promise<{ auth: Auth; user: User; email: string; password: string }>;
  /** The addresses that were asked so far, without their queries. */
  asked(): string[];
  close(): Promise<void>;
};

/** Makes the client for one way of pointing. */
export function sdkClient(identity: IdentityProduct, connect: Connect): SdkClient {
  const apps: FirebaseApp[] = [];
  const newAuth = () => {
    const app = initializeApp(
      { apiKey: identity.apiKey, projectId: "console", authDomain: "console.invalid" },
      `app-${apps.length}`,
    );
    apps.push(app);
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    connect(auth, identity.url);
    return auth;
  };
  return {
    identity,
    newAuth,
    async newUser() {
      const auth = newAuth();
      const email = freshEmail();
      const { user } = await createUserWithEmailAndPassword(auth, email, goodPassword);
      return { auth, user, email, password: goodPassword };
    },
    asked: () => askedUrls.map((url) => url.replace(/\?.*$/, "")),
    async close() {
      await Promise.all(apps.map((app) => deleteApp(app)));
    },
  };
}

/** How the SDK names a failure, as something to match. */
export function authError(code: string): { code: string } {
  return { code: `auth/${code}` };
}
