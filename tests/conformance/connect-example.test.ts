import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import https from "node:https";
import { type AddressInfo, Socket } from "node:net";
import tls from "node:tls";
import { expect, test, vi } from "vitest";
import { ConsoleAgent } from "../../docs/examples/firebase-admin/connect.mjs";

test("on a plain address, what is meant for Google arrives at the console under Google's name", async () => {
  const heard: IncomingMessage[] = [];
  const server = createServer((request, answer) => {
    heard.push(request);
    answer.end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const request = https.request("https://identitytoolkit.googleapis.com/v1/projects/p/accounts:query?x=1", {
    agent: new ConsoleAgent(`http://127.0.0.1:${port}`),
    method: "POST",
    headers: { authorization: "Bearer t0ken" },
  });
  request.end("[]");
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  expect(heard.map(({ url, headers }) => [url, headers.host, headers.authorization])).toEqual([
    ["/identitytoolkit.googleapis.com/v1/projects/p/accounts:query?x=1", `127.0.0.1:${port}`, "Bearer t0ken"],
  ]);
  server.closeAllConnections();
  server.close();
});

test.each([
  ["https://console.test", 443],
  ["https://console.test:8443", 8443],
])("on %s it connects with TLS under the console's own name", (address, port) => {
  const connect = vi.spyOn(tls, "connect").mockImplementation(() => new tls.TLSSocket(new Socket()));
  const request = https.request("https://oauth2.googleapis.com/token", { agent: new ConsoleAgent(address) });
  request.on("error", () => {});
  expect(connect.mock.calls[0]?.[0]).toMatchObject({ host: "console.test", servername: "console.test", port });
  expect(request.getHeader("host")).toBe(new URL(address).host);
  request.destroy();
  connect.mockRestore();
});
