/**
 * A page of yours that frames a client's delivery report. Your server signs a short token for each visitor, so that
 * nobody needs to sign in and no key lies in your page.
 *
 *   CONSOLE_URL=https://console.example CLIENT=1001 KID=… SECRET=… node host.mjs
 *
 * `KID` and `SECRET` are shown once when a link "Signed by the host" gets its secret. The link must name the origin of
 * this page among the pages that may frame it, here http://localhost:4000.
 */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";

// biome-ignore lint/style/noProcessEnv: the example is configured by its environment
const { CONSOLE_URL = "http://127.0.0.1:3000", CLIENT = "1001", KID = "", SECRET = "", PORT = "4000" } = process.env;
const lifeSeconds = 300;

/** A token for one visitor. Check first, in your own way, that the visitor may see this client's deliveries. */
function signToken() {
  const now = Math.floor(Date.now() / 1000);
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = part({ alg: "HS256", typ: "JWT", kid: KID });
  // `filters` and `days` are optional: visitors can look at less than they say, never at more.
  const claims = part({
    sub: CLIENT,
    iat: now,
    exp: now + lifeSeconds,
    filters: {},
    days: 31,
  });
  const signature = createHmac("sha256", SECRET).update(`${header}.${claims}`).digest("base64url");
  return `${header}.${claims}.${signature}`;
}

const page = () => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Your deliveries</title></head>
  <body>
    <h1>Your deliveries</h1>
    <iframe id="report" title="Delivery report" width="100%" height="600" style="border: 0"
      referrerpolicy="no-referrer" sandbox="allow-scripts allow-same-origin allow-downloads"
      src="${CONSOLE_URL}/embedded/tookan-report?client=${CLIENT}&theme=light#t=${signToken()}"></iframe>
    <script>
      const report = document.getElementById("report");
      const console = ${JSON.stringify(new URL(CONSOLE_URL).origin)};
      addEventListener("message", async (event) => {
        if (event.origin !== console || event.source !== report.contentWindow) return;
        // The report tells how high it is, and asks for a new token before its own ends.
        if (event.data.type === "laiqkan:height") report.height = event.data.height;
        if (event.data.type === "laiqkan:token-needed") {
          const token = await (await fetch("/token")).text();
          report.contentWindow.postMessage({ type: "laiqkan:token", token }, console);
        }
      });
    </script>
  </body>
</html>`;

createServer((request, response) => {
  const isToken = request.url === "/token";
  response.setHeader("content-type", isToken ? "text/plain" : "text/html; charset=utf-8");
  response.setHeader("cache-control", "no-store");
  response.end(isToken ? signToken() : page());
}).listen(Number(PORT), "localhost", () => process.stdout.write(`http://localhost:${PORT}\n`));
