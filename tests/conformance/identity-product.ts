import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Product, runProduct } from "../product/run-product.ts";

/** What an answer of the identity service may hold, as far as the checks look at it. */
export type WireBody = {
  [name: string]: unknown;
  error?: { code: number; message: string; status?: string; errors?: unknown[] };
  idToken?: string;
  refreshToken?: string;
  localId?: string;
  email?: string;
  access_token?: string;
  refresh_token?: string;
  users?: Record<string, unknown>[];
};

/** One answer, read to its end; the body is empty when it is not a JSON object. */
export type WireAnswer = { status: number; headers: Headers; text: string; body: WireBody };

/** An account that a check made for itself. */
export type Account = { email: string; password: string; localId: string; idToken: string; refreshToken: string };

/** A one-time code as the test switches list it. */
export type SentCode = { email: string; oobCode: string; oobLink: string; requestType: string };

/** The running product, seen as an identity service. */
export type IdentityProduct = {
  url: string;
  apiKey: string;
  product: Product;
  dataDir: string;
  /** Any request to the product. */
  ask(target: string, init?: RequestInit): Promise<WireAnswer>;
  /** A JSON call with the API key, such as `/v1/accounts:lookup`. */
  call(target: string, body: unknown, headers?: Record<string, string>): Promise<WireAnswer>;
  /** A refresh as the SDK sends it. */
  refresh(refreshToken: string): Promise<WireAnswer>;
  signUp(): Promise<Account>;
  signIn(account: { email: string; password: string }): Promise<WireAnswer>;
  /** All codes of one kind that were sent to an address, oldest first. */
  codesFor(email: string, requestType: string): Promise<SentCode[]>;
  /** The newest code of one kind for an address. */
  codeFor(email: string, requestType: string): Promise<SentCode>;
  configure(switches: Record<string, unknown>): Promise<void>;
  stop(): Promise<void>;
};

/** A password that no rule of ours or of Google's has anything against. */
export const goodPassword = "Quiet-Harbour-41";

let lastNumber = 0;
/** An address that nobody has used before. */
export function freshEmail(): string {
  lastNumber += 1;
  return `person.${process.pid}.${lastNumber}@conformance.test`;
}

/** Starts the built product on a database of its own, with the test switches on unless told otherwise. */
export async function startIdentityProduct(environment: Record<string, string> = {}): Promise<IdentityProduct> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "conformance-"));
  const product = await runProduct({
    DATA_DIR: dataDir,
    DEMO: "1",
    RATE_LIMIT: "0",
    IDENTITY_TEST_MODE: "1",
    ...environment,
  });
  const identity = await attach(product, dataDir);
  return {
    ...identity,
    async stop() {
      await product.kill("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The calls of a product that runs already; stopping it is left to whoever started it. */
export async function attach(product: Product, dataDir: string): Promise<IdentityProduct> {
  const { url } = product;
  const ask: IdentityProduct["ask"] = async (target, init) => {
    const answer = await fetch(`${url}${target}`, init).catch((cause: unknown) => {
      const { exitCode, signalCode } = product.process;
      throw new Error(`No answer; ended with ${exitCode ?? signalCode}: ${product.output().slice(-2000)}`, { cause });
    });
    return read(answer);
  };
  const settings = await ask("/api/config");
  const apiKey = String(settings.body.apiKey);

  const call: IdentityProduct["call"] = (target, body, headers) =>
    ask(`${target}?key=${apiKey}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const codesFor: IdentityProduct["codesFor"] = async (email, requestType) => {
    const { body } = await ask("/emulator/v1/projects/console/oobCodes");
    const codes = body.oobCodes as SentCode[];
    return codes.filter((code) => code.email === email && code.requestType === requestType);
  };

  return {
    url,
    apiKey,
    product,
    dataDir,
    ask,
    call,
    refresh: (refreshToken) =>
      ask(`/v1/token?key=${apiKey}`, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
      }),
    async signUp() {
      const email = freshEmail();
      const answer = await call("/v1/accounts:signUp", { email, password: goodPassword, returnSecureToken: true });
      const { localId, idToken, refreshToken } = answer.body;
      if (!localId || !idToken || !refreshToken) throw new Error(`Sign-up answered ${answer.status}: ${answer.text}`);
      return { email, password: goodPassword, localId, idToken, refreshToken };
    },
    signIn: ({ email, password }) =>
      call("/v1/accounts:signInWithPassword", { email, password, returnSecureToken: true }),
    codesFor,
    async codeFor(email, requestType) {
      const newest = (await codesFor(email, requestType)).at(-1);
      if (!newest) throw new Error(`No ${requestType} code was sent to ${email}.`);
      return newest;
    },
    async configure(switches) {
      const answer = await ask("/emulator/v1/projects/console/config", {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(switches),
      });
      if (answer.status !== 200) throw new Error(`The switches answered ${answer.status}: ${answer.text}`);
    },
    stop: async () => {},
  };
}

async function read(answer: Response): Promise<WireAnswer> {
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: parse(text) };
}

function parse(text: string): WireBody {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as WireBody) : {};
  } catch {
    return {};
  }
}

/** The code of a failed answer: what stands before the detail. */
export function errorCode({ body }: WireAnswer): string | undefined {
  return body.error?.message.split(" : ")[0];
}
