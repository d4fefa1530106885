/** What a program on Node runs to look after accounts, with a key file beside it and `firebase-admin` from npm. */
export function connectCode(address: string): string {
  return `import { readFileSync } from "node:fs";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import { cert, initializeApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";

const home = new URL(${JSON.stringify(address)});
const isSecure = home.protocol === "https:";

// Sends what the SDK would ask of Google to the console instead.
class ConsoleAgent extends https.Agent {
  addRequest(request, options) {
    request.path = \`/\${options.host}\${request.path}\`;
    request.setHeader("host", home.host);
    const port = home.port || (isSecure ? 443 : 80);
    super.addRequest(request, { ...options, host: home.hostname, port });
  }
  createConnection(options) {
    return isSecure ? tls.connect(options) : net.connect(options);
  }
}

const httpAgent = new ConsoleAgent();
const key = JSON.parse(readFileSync("key.json", "utf8"));
const app = initializeApp({ credential: cert(key, httpAgent), httpAgent });
console.log(await getAuth(app).listUsers(10));`;
}
