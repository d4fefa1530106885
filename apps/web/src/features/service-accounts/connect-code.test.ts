// @vitest-environment node
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import https, { type Agent } from "node:https";
import { type AddressInfo, Socket } from "node:net";
import tls from "node:tls";
import { expect, test, vi } from "vitest";
import { connectCode } from "./connect-code.ts";

/** What the code gives to the SDK, which is not installed here and stands for itself. */
async function agentOf(address: string): Promise<{ credential: Agent; app: Agent }> {
  const code = connectCode(address)
    .replace(/^import .*"firebase-admin\/app";$/m, "const cert = (_key, agent) => agent, initializeApp = (app) => app;")
    .replace(/^import .*"firebase-admin\/auth";$/m, "const getAuth = () => ({ listUsers: async () => 'nobody' });")
    .replace(/^import .*"node:fs";$/m, "const readFileSync = () => '{}';")
    .replace(/^console\.log\(.*$/m, "export { app };");
  const { app } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  return { credential: app.credential, app: app.httpAgent };
}

test("on a plain address, what is meant for Google arrives at the console under Google's name", async () => {
  const server = createServer((request, answer) => void collect(request).then((body) => answer.end(`heard ${body}`)));
  const heard: IncomingMessage[] = [];
  server.on("request", (request) => heard.push(request)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { credential, app } = await agentOf(`http://127.0.0.1:${port}`);
  expect(credential).toBe(app);
  const request = https.request("https://identitytoolkit.googleapis.com/v1/projects/p/accounts:query?x=1", {
    agent: app,
    method: "POST",
    headers: { authorization: "Bearer t0ken" },
  });
  request.end("[]");
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  expect(await collect(answer)).toBe("heard []");
  expect(heard.map(({ url, headers }) => [url, headers.host, headers.authorization])).toEqual([
    ["/identitytoolkit.googleapis.com/v1/projects/p/accounts:query?x=1", `127.0.0.1:${port}`, "Bearer t0ken"],
  ]);
  server.close();
});

test.each([
  ["https://console.test", 443],
  ["https://console.test:8443", "8443"],
])("on %s it connects with TLS under the console's own name", async (address, port) => {
  const connect = vi.spyOn(tls, "connect").mockImplementation((() => new Socket()) as never);
  const { app } = await agentOf(address);
  const request = https.request("https://accounts.google.com/o/oauth2/token", { agent: app });
  request.on("error", () => {});
  expect(connect.mock.calls[0]?.[0]).toMatchObject({ host: "console.test", servername: "console.test", port });
  expect([request.path, request.getHeader("host")]).toEqual([
    "/accounts.google.com/o/oauth2/token",
    new URL(address).host,
  ]);
  request.destroy();
  connect.mockRestore();
});

async function collect(stream: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of stream) text += part;
  return text;
}
