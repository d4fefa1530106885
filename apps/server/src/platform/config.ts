import path from "node:path";
import { z } from "zod";
import { StartupProblem } from "./startup-problem.ts";

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= from && value <= to);

const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const addresses = z
  .string()
  .transform((list) => list.split(",").map((address) => address.trim()))
  .pipe(z.array(z.email()));

const hosts = z.string().transform((list) =>
  list
    .split(",")
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean),
);

/** A host as an address names it, or an address of the sixth version in brackets, each with or without a port. */
const reachableHosts = hosts.pipe(z.array(z.string().regex(/^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/)));

/** What a drill may switch off to show what it is good for. */
const protections = ["circuit", "drain", "queue"] as const;

/** Each variable with what it must be, in the words an operator reads when it is not. */
const variables = {
  PORT: { be: "a whole number from 0 to 65535", schema: wholeNumber(0, 65_535).default(3000) },
  HOST: { be: "a host name or address", schema: z.string().default("127.0.0.1") },
  PUBLIC_URL: { be: "an http or https address", schema: z.url({ protocol: /^https?$/ }).optional() },
  DATA_DIR: { be: "a folder", schema: z.string().default("data") },
  DATABASE_URL: { be: "a postgres:// address", schema: z.url({ protocol: /^postgres(ql)?$/ }).optional() },
  SECRET_KEY: { be: "a text of at least 32 characters", schema: z.string().min(32).optional() },
  DEMO: { be: "1 or 0", schema: flag.optional() },
  DEMO_DATA: { be: "1 or 0", schema: flag.default(true) },
  DEMO_SOURCES: { be: "1 or 0", schema: flag.default(true) },
  PRODUCT_NAME: { be: "a name of at most 40 characters", schema: z.string().trim().min(1).max(40).default("AIQ") },
  PRODUCT_SLUG: {
    be: "lower-case letters, digits and hyphens",
    schema: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,30}$/)
      .default("aiq"),
  },
  SMTP_URL: { be: "an smtp:// or smtps:// address", schema: z.url({ protocol: /^smtps?$/ }).optional() },
  MAIL_FROM: { be: "an email address", schema: z.email().optional() },
  ADMIN_MAIL: { be: "email addresses separated by commas", schema: addresses.optional() },
  TAG_MANAGER_ID: {
    be: "a container id such as GTM-ABC123",
    schema: z
      .string()
      .regex(/^GTM-[A-Z0-9]+$/)
      .optional(),
  },
  ROLE: { be: "all, api or worker", schema: z.enum(["all", "api", "worker"]).default("all") },
  LOG_LEVEL: {
    be: "debug, info, warn, error or silent",
    schema: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  },
  METRICS_TOKEN: { be: "a text of at least 16 characters", schema: z.string().min(16).optional() },
  OTEL_EXPORTER_OTLP_ENDPOINT: { be: "an http or https address", schema: z.url({ protocol: /^https?$/ }).optional() },
  OTEL_SERVICE_NAME: { be: "a name", schema: z.string().default("console") },
  RATE_LIMIT: { be: "calls a minute for one address, 0 for no limit", schema: wholeNumber(0, 1e9).default(6000) },
  TRUST_PROXY: { be: "addresses or networks separated by commas", schema: z.string().optional() },
  CONSOLE_NOW: { be: "an instant such as 2026-03-19T09:00:00Z", schema: z.iso.datetime({ offset: true }).optional() },
  GOOGLE_ISSUER: {
    be: "an http or https address",
    schema: z.url({ protocol: /^https?$/ }).default("https://accounts.google.com"),
  },
  GOOGLE_CLIENT_ID: { be: "a client id", schema: z.string().max(300).optional() },
  GOOGLE_CLIENT_SECRET: { be: "a client secret", schema: z.string().max(300).optional() },
  SOURCE_HOSTS: { be: "host names or addresses separated by commas", schema: hosts.default([]) },
  OLLAMA_URL: {
    be: "an http or https address without a password, such as http://127.0.0.1:11434",
    schema: z
      .url({ protocol: /^https?$/ })
      .regex(/^[^@?#]*$/)
      .optional(),
  },
  MODEL_HOSTS: {
    be: "host names or addresses separated by commas, each with or without a port",
    schema: reachableHosts.default([]),
  },
  NODE_EXTRA_CA_CERTS: { be: "a file", schema: z.string().optional() },
  QUESTIONS_WITHOUT: {
    be: "phrases, typos, roles or passing",
    schema: z.enum(["phrases", "typos", "roles", "passing"]).optional(),
  },
  IDENTITY_TEST_MODE: { be: "1 or 0", schema: flag.default(false) },
  DRILL_WITHOUT: {
    be: `names of ${protections.join(", ")} separated by commas`,
    schema: z
      .string()
      .transform((list) => list.split(","))
      .pipe(z.array(z.enum(protections)))
      .default([]),
  },
  NODE_ENV: { be: "development, test or production", schema: z.enum(["development", "test", "production"]).optional() },
} as const;

/** What the operator has set, read once and typed. */
export type Config = ReturnType<typeof readConfig>;

/** Reads the environment; every wrong value is named in one message, with what it must be. */
export function readConfig(environment: Record<string, string | undefined>) {
  const problems: string[] = [];
  const value = <Name extends keyof typeof variables>(name: Name) => {
    const { be, schema } = variables[name];
    const text = environment[name] === "" ? undefined : environment[name];
    const parsed = (schema as z.ZodType).safeParse(text);
    if (!parsed.success) problems.push(`${name} must be ${be}.`);
    return parsed.data as z.output<(typeof variables)[Name]["schema"]>;
  };

  const port = value("PORT");
  const host = value("HOST");
  const publicUrl = value("PUBLIC_URL");
  const isProduction = value("NODE_ENV") === "production";
  // Everyone knows how to sign in to a demo: where people work in earnest it must be asked for by name.
  const isDemo = value("DEMO") ?? !(isProduction || publicUrl?.startsWith("https:"));
  const consoleNow = value("CONSOLE_NOW");
  if (isProduction && consoleNow) problems.push("CONSOLE_NOW stops the clock for tests and is refused in production.");

  const questionsWithout = value("QUESTIONS_WITHOUT") ?? null;
  if (isProduction && questionsWithout) {
    problems.push(
      "QUESTIONS_WITHOUT takes a part of the questions away for an evaluation and is refused in production.",
    );
  }

  const isIdentityTestMode = value("IDENTITY_TEST_MODE");
  if (isProduction && isIdentityTestMode) {
    problems.push("IDENTITY_TEST_MODE opens the identity service for tests and is refused in production.");
  }

  const ollamaUrl = value("OLLAMA_URL")?.replace(/\/+$/, "") ?? null;
  const certificates = value("NODE_EXTRA_CA_CERTS");
  const withoutProtections = value("DRILL_WITHOUT");
  if (isProduction && withoutProtections?.length) {
    problems.push("DRILL_WITHOUT takes protections away for drills and is refused in production.");
  }
  const config = {
    port,
    host,
    /** Null until the port is known: PORT=0 asks for any free one. */
    publicUrl: publicUrl ? publicUrl.replace(/\/+$/, "") : null,
    dataDir: path.resolve(value("DATA_DIR") ?? ""),
    databaseUrl: value("DATABASE_URL") ?? null,
    secretKey: value("SECRET_KEY") ?? null,
    isDemo,
    /** Whether the demo tenants get facts, and not only people. */
    hasDemoData: value("DEMO_DATA") && isDemo,
    /** Whether the demo has an outside system that something happens at. */
    hasDemoSources: value("DEMO_SOURCES") && value("DEMO_DATA") && isDemo && value("ROLE") === "all",
    productName: value("PRODUCT_NAME"),
    /** The name that the product starts with. */
    installedName: value("PRODUCT_NAME"),
    productSlug: value("PRODUCT_SLUG"),
    smtpUrl: value("SMTP_URL") ?? null,
    mailFrom: value("MAIL_FROM") ?? null,
    adminMail: value("ADMIN_MAIL") ?? (isDemo ? ["superadmin@demo.test", "admin@demo.test"] : []),
    tagManagerId: value("TAG_MANAGER_ID") ?? null,
    role: value("ROLE"),
    logLevel: value("LOG_LEVEL"),
    metricsToken: value("METRICS_TOKEN") ?? null,
    /** Where traces are sent; null while they are off. */
    tracing: tracingTo(value("OTEL_EXPORTER_OTLP_ENDPOINT"), value("OTEL_SERVICE_NAME")),
    rateLimitPerMinute: value("RATE_LIMIT"),
    trustProxy:
      value("TRUST_PROXY")
        ?.split(",")
        .map((entry) => entry.trim()) ?? null,
    consoleNow: consoleNow ? new Date(consoleNow) : null,
    google: googleClient(value("GOOGLE_ISSUER"), value("GOOGLE_CLIENT_ID"), value("GOOGLE_CLIENT_SECRET")),
    /** Hosts in a private network that sources may be read from all the same. */
    sourceHosts: value("SOURCE_HOSTS"),
    /** The model server that the operator has set up. */
    ollamaUrl,
    /** Hosts in a private network that models may be asked at all the same. */
    modelHosts: innerHostsForModels(value("MODEL_HOSTS") ?? [], ollamaUrl),
    /** What the processes that read files and other databases are told of the environment. */
    readingEnvironment: (certificates ? { NODE_EXTRA_CA_CERTS: certificates } : {}) as Record<string, string>,
    isIdentityTestMode,
    /** The part of the reading of questions that an evaluation leaves out. */
    questionsWithout,
    /** Protections that are off, for drills alone. */
    withoutProtections: new Set(withoutProtections),
    isProduction,
    /** The names of the variables that are set. */
    given: new Set(Object.keys(variables).filter((name) => (environment[name] ?? "") !== "")) as ReadonlySet<string>,
  };
  if (problems.length > 0) throw new StartupProblem(problems.join(" "));
  return config;
}

/** Gives the running product another name: the one thing in the configuration that people may choose while it runs. */
export function rename(config: Config, productName: string): void {
  config.productName = productName;
}

/** The address under which people reach the product: the configured one, or where it listens. */
export function publicAddress({ publicUrl, host, port }: Pick<Config, "publicUrl" | "host" | "port">): string {
  return publicUrl ?? `http://${hostInUrl(host)}:${port}`;
}

/** The address under which the product reaches itself. */
export function localAddress({ host, port }: Pick<Config, "host" | "port">): string {
  return `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : hostInUrl(host)}:${port}`;
}

function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** Brackets stand only in addresses: the guard knows hosts without them. */
function innerHostsForModels(hosts: readonly string[], ollamaUrl: string | null): string[] {
  const named = [...hosts];
  if (ollamaUrl !== null) {
    const { hostname, port, protocol } = new URL(ollamaUrl);
    named.push(`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`);
  }
  return named.map((host) => host.replace(/[[\]]/g, ""));
}

function tracingTo(endpoint: string | undefined, serviceName: string) {
  return endpoint ? { endpoint, serviceName } : null;
}

/** The OpenID provider behind "Sign in with Google"; null while no client is set up there. */
function googleClient(issuer: string, clientId: string | undefined, clientSecret: string | undefined) {
  return clientId && clientSecret ? { issuer, clientId, clientSecret } : null;
}
