import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A line from the browser to a server, which can be cut: Chromium's offline mode leaves open streams alone. */
export async function openLine(portOf: () => number | null) {
  let isCut = false;
  const open = new Set<Socket>();
  const line = createServer((near) => {
    const port = portOf();
    if (isCut || port === null) {
      near.destroy();
      return;
    }
    const far = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, "127.0.0.1");
  await once(line, "listening");
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    cut,
    mend() {
      isCut = false;
    },
    close() {
      cut();
      line.close();
    },
  };
}
