import https from "node:https";
import net from "node:net";
import { cert, initializeApp } from "firebase-admin/app";

/** Asks the console what firebase-admin would ask of Google. */
export class ConsoleAgent extends https.Agent {
  constructor(address) {
    super({ keepAlive: true });
    this.console = new URL(address);
  }

  addRequest(request, options) {
    const { hostname, host, port, protocol } = this.console;
    request.path = `/${options.host ?? options.hostname}${request.path}`;
    request.setHeader("host", host);
    const defaultPort = protocol === "https:" ? 443 : 80;
    super.addRequest(request, {
      ...options,
      host: hostname,
      servername: hostname,
      port: Number(port) || defaultPort,
    });
  }

  createConnection(options, done) {
    return this.console.protocol === "https:" ? super.createConnection(options, done) : net.connect(options);
  }
}

/** An app of firebase-admin that works with the console at an address, by the key file of a service account. */
export function connect(address, keyFile, name) {
  const httpAgent = new ConsoleAgent(address);
  // The path of the file, not what is in it: for that alone the SDK asks for access tokens by way of the agent.
  return initializeApp({ credential: cert(keyFile, httpAgent), httpAgent }, name);
}
