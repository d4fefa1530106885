import type { Link } from "./link.ts";

const frameHeight = 900;
const tokenSeconds = 300;

/** Where a key or a token stands in an address, while it is not known. */
const places: Record<Link["kind"], string> = { key: "#k=YOUR-KEY", signed: "#t=SIGNED-TOKEN", counts: "", open: "" };

/** The address without what opens it. */
export function plainAddress(address: string): string {
  return address.replace(/#.*$/s, "");
}

/** The address with the place where its key or its token goes. */
export function addressToFill({ kind }: Pick<Link, "kind">, address: string): string {
  return `${plainAddress(address)}${places[kind]}`;
}

/** What a page holds to frame the report. */
export function frameCode({ client, canExport }: Pick<Link, "client" | "canExport">, address: string): string {
  const attributes = {
    src: address,
    title: `Deliveries of ${client}`,
    width: "100%",
    height: String(frameHeight),
    style: "border: 0",
    referrerpolicy: "no-referrer",
    sandbox: `allow-scripts allow-same-origin${canExport ? " allow-downloads" : ""}`,
  };
  const lines = Object.entries(attributes).map(([name, value]) => `  ${name}="${escaped(value)}"`);
  return `<iframe\n${lines.join("\n")}\n></iframe>`;
}

/** What the server of a host runs to sign a token, with nothing but Node. */
export function signCode({ tookanId }: Pick<Link, "tookanId">, address: string, kid: string): string {
  const claims = `{ sub: ${quoted(tookanId)}, iat: now, exp: now + ${tokenSeconds} }`;
  return `import { createHmac } from "node:crypto";

const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

// A new one for each page that is served; it may last 10 minutes at most.
export function reportAddress(secret) {
  const now = Math.floor(Date.now() / 1000);
  const head = part({ alg: "HS256", typ: "JWT", kid: ${quoted(kid)} });
  const body = part(${claims});
  const signature = createHmac("sha256", secret).update(\`\${head}.\${body}\`).digest("base64url");
  return \`${plainAddress(address).replace(/[`\\$]/g, "\\$&")}#t=\${head}.\${body}.\${signature}\`;
}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
