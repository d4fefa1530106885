import { pathParameters, type Route } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listTables, quoteName } from "../platform/backup/catalogue.ts";
import { platformTenant } from "../platform/context.ts";
import { beginWholeRead } from "../platform/db/whole-read.ts";
import { deliverNotices } from "../testing/deliver-notices.ts";
import { callWire, createPerson, password, signIn } from "../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { productSettings } from "./all-settings.ts";
import { describedEndpoints } from "./endpoints-for-tests.ts";
import { readSchema, type Schema } from "./isolation/example-input.ts";
import { allWires } from "./registry.ts";

/** Stands in every field that holds a secret and in every header: it may be nowhere in the clear. */
const secret = "canary-secret-7f3a9c20";
/** Stands in every other text: it may be kept as data, but is in no line of the log. */
const word = "canary-word-51bd02e8";
/** Where a code is what people call a thing by, and no secret. */
const plainCodes = /^\/api\/ledger\/accounts/;
const secretNames = /password|passcode|secret|token|^code$|oobcode|api_?key|assertion/i;

let testApp: TestApp;
const answers: { about: string; body: string }[] = [];
beforeAll(async () => {
  testApp = await createTestApp({ environment: { IDENTITY_TEST_MODE: "0", MODEL_HOSTS: "127.0.0.1" } });
  await createPerson(testApp, { tenantId: "north" });
});
afterAll(() => testApp.close());

type Field = Schema & { format?: string; items?: Field; additionalProperties?: unknown; minLength?: number };

/** A value with a canary wherever a text can stand, of all fields or of those that must be there. */
function fill(field: Field, name: string, isWhole: boolean): unknown {
  if (field.const !== undefined) return field.const;
  if (field.enum) return field.enum[0];
  if (field.anyOf) return fill(field.anyOf.find(({ type }) => type !== "null") ?? {}, name, isWhole);
  if (field.type === "array") return [fill(field.items ?? {}, name, isWhole)];
  if (field.type === "boolean") return false;
  if (field.type === "number" || field.type === "integer") return 1;
  if (field.type === "object") {
    const given = Object.entries(field.properties ?? {}).filter(([one]) => isWhole || field.required?.includes(one));
    return { ...Object.fromEntries(given.map(([one, schema]) => [one, fill(schema, one, isWhole)])) };
  }
  if (secretNames.test(name)) return secret;
  if (field.format === "email" || /email/i.test(name)) return `${word}@canary.example`;
  if (field.format === "uri") return `http://127.0.0.1:1/${word}?token=${secret}`;
  if (field.format === "date-time") return "2026-03-18T12:00:00Z";
  if (field.format === "date") return "2026-03-18";
  return word;
}

const headers = {
  authorization: `Bearer ${secret}`,
  cookie: `session=${secret}; other=${secret}`,
  "x-api-key": secret,
  // Devices are named by it, in the list of sessions and in the audit log.
  "user-agent": word,
  referer: `https://host.example/${word}?token=${secret}`,
};

async function send(method: Route["method"], url: string, payload?: object, more: Record<string, string> = {}) {
  const response = await testApp.app.inject({
    method,
    url,
    headers: { ...headers, ...more },
    ...(payload && { payload }),
  });
  answers.push({ about: `${method} ${url.split("?")[0]}`, body: response.body });
  return response;
}

const superadmin = signedInAs("superadmin", platformTenant, "root");
const callers = [superadmin, signedInAs("manager", "north", "m"), {}];

async function sendTo(route: Route, isWhole: boolean, caller: Record<string, string>, fields?: object) {
  const input = fill(readSchema(route) as Field, "", isWhole) as Record<string, unknown>;
  const parameters = pathParameters(route.path);
  const url = parameters.reduce(
    (path, name) => path.replace(`{${name}}`, encodeURIComponent(word)),
    route.path as string,
  );
  const rest = {
    ...Object.fromEntries(Object.entries(input).filter(([name]) => !parameters.includes(name))),
    ...fields,
    ...(plainCodes.test(route.path) && { code: word }),
  };
  if (route.takesFile) {
    const form = new FormData();
    for (const [name, value] of Object.entries(rest)) form.append(name, String(value));
    form.append("file", new Blob([`name,password\n${word},${secret}\n`]), `${word}.csv`);
    const request = new Request("http://console.test", { method: "POST", body: form });
    const type = request.headers.get("content-type") ?? "";
    const response = await testApp.app.inject({
      method: "POST",
      url,
      headers: { ...headers, ...caller, "content-type": type },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    answers.push({ about: `${route.method} ${url}`, body: response.body });
  } else if (route.method === "GET" || route.method === "DELETE") {
    const query = new URLSearchParams(
      Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
    );
    await send(route.method, `${url}?${query}`, undefined, caller);
  } else await send(route.method, url, rest, caller);
}

/** What the form of an entity or of one of its acts would send. */
async function describeFields(route: Route): Promise<object | undefined> {
  const [, entity, act] = /^\/api\/admin\/([\w-]+)(?:\/acts\/(\w+))?$/.exec(route.path) ?? [];
  if (!entity || route.method !== "POST") return undefined;
  const description = await testApp.app.inject({ url: `/api/admin/${entity}/description`, headers: superadmin });
  if (description.statusCode !== 200) return undefined;
  const { fields, acts } = description.json() as {
    fields: { name: string; type: string; isGiven: boolean }[];
    acts: { name: string; fields: { name: string; type: string; isGiven: boolean }[] }[];
  };
  const form = act ? acts.find(({ name }) => name === act)?.fields : fields.filter(({ isGiven }) => isGiven);
  return form && { fields: Object.fromEntries(form.map(({ name }) => [name, fill({ type: "string" }, name, true)])) };
}

const routes = describedEndpoints
  .map(({ route }) => route)
  // A page tells of its error in its own words, which are there to be read.
  .filter(({ streams, path }) => !streams && path !== "/api/client-errors");

test("a secret in any field, header or file of any call is in no line, answer, row, mail or notice", async () => {
  for (const route of routes) {
    const fields = await describeFields(route);
    for (const caller of callers) for (const isWhole of [true, false]) await sendTo(route, isWhole, caller, fields);
  }
  for (const group of productSettings) {
    for (const [name, spec] of Object.entries(group.specs)) {
      if (!spec.isSecret) continue;
      const value = /url/i.test(name) ? `smtp://canary:${secret}@127.0.0.1:1` : secret;
      await send("PATCH", "/api/admin/settings", { changes: { [`${group.name}.${name}`]: value } }, superadmin);
    }
  }
  const connection = { source: "tookan", kind: "tookan", name: word, secret, hookSecret: secret };
  const settings = { baseUrl: `http://127.0.0.1:1/${word}` };
  const made = await send("POST", "/api/tenants/north/connections", { ...connection, settings }, superadmin);
  expect(made.statusCode, made.body).toBe(201);
  await send("POST", `/api/tenants/north/connections/${made.json().id}/test`, {}, superadmin);
  const server = { fields: { name: word, address: "http://127.0.0.1:1" } };
  const added = await send("POST", "/api/admin/providers", server, superadmin);
  expect(added.statusCode, added.body).toBe(201);
  const keyed = { ids: [added.json().id], fields: { key: secret } };
  expect((await send("POST", "/api/admin/providers/acts/setKey", keyed, superadmin)).statusCode).toBe(200);
  await send("POST", "/api/admin/providers/acts/test", { ids: keyed.ids, fields: {} }, superadmin);

  const platform = { config: testApp.config, database: testApp.database, secrets: testApp.secrets };
  const wires = allWires(testApp.identity, { ...platform, clock: () => new Date() }).flatMap((wire) => wire.routes);
  const named = ["password", "idToken", "refreshToken", "refresh_token", "token", "oobCode", "assertion", "postBody"];
  const body = {
    ...Object.fromEntries(named.map((name) => [name, secret])),
    email: `${word}@canary.example`,
    job_id: word,
  };
  for (const { method, path } of wires)
    await send(
      method,
      `${path.replace(/\{\w+\}/g, word)}?key=${secret}&code=${secret}`,
      method === "GET" ? undefined : body,
    );

  const person = await createPerson(testApp, { tenantId: "south" });
  const { idToken } = await signIn(testApp, person, { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/132.0" });
  const changed = await callWire(testApp, "/v1/accounts:update", {
    idToken,
    password: secret,
    returnSecureToken: true,
  });
  expect(changed.status).toBe(200);
  const wrong = await callWire(testApp, "/v1/accounts:signInWithPassword", { email: person.email, password });
  expect(wrong.status).toBe(400);
  const message = `Bearer ${secret} was refused at https://host.example/?token=${secret}`;
  await send("POST", "/api/client-errors", { message, page: `/tenant?token=${secret}` }, superadmin);
  for (const type of ["int", "date", "uuid", "jsonb", "boolean"]) {
    const failing = await testApp.pool.query(`select $1::${type}`, [secret]).catch((error: unknown) => error);
    expect(failing).toBeInstanceOf(Error);
    testApp.log.error({ err: failing }, "A query failed");
  }
  await deliverNotices(testApp);

  const reached = answers.filter(({ body: answer }) => !answer.includes('"error"')).length;
  expect(reached).toBeGreaterThan(100);
  expect(answers.filter((answer) => answer.body.includes(secret)).map(({ about }) => about)).toEqual([]);
  expect(testApp.logs.filter((line) => line.includes(secret))).toEqual([]);
  expect(testApp.logs.filter((line) => line.includes(word))).toEqual([]);
  expect(testApp.printed.filter((line) => line.includes(secret))).toEqual([]);
  expect(await findInTables(secret)).toEqual([]);
  // The search finds what is there: the words were stored as data.
  expect(await findInTables(word)).toContain("public.source_connections");
});

/** The tables in which a text stands in the clear, whoever owns its rows. */
async function findInTables(text: string): Promise<string[]> {
  const client = await testApp.pool.connect();
  try {
    await client.query("begin read only");
    await beginWholeRead(client);
    const found: string[] = [];
    for (const { schema, name } of await listTables(client)) {
      const { rowCount } = await client.query(
        `select from ${quoteName(schema, name)} as r where r::text like $1 limit 1`,
        [`%${text}%`],
      );
      if (rowCount) found.push(`${schema}.${name}`);
    }
    return found;
  } finally {
    await client.query("rollback");
    client.release();
  }
}
