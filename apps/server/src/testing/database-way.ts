import { connect, createServer, type Socket } from "node:net";

/** A way to a database that can be made to hang or be cut, without anything happening to the database. */
export type DatabaseWay = {
  url: string;
  /** While it hangs, what is sent stays unanswered. */
  hang(does: boolean): void;
  /** While it is cut, every connection is lost and none can be made. */
  cut(is: boolean): void;
  close(): void;
};

/** Opens a way to the database at an address. */
export async function openWay(databaseUrl: string): Promise<DatabaseWay> {
  const real = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isHanging = false;
  let isCut = false;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const join = (one: Socket, other: Socket) => {
    sockets.add(one);
    one.on("error", () => {});
    one.on("close", () => {
      sockets.delete(one);
      other.destroy();
    });
    one.pipe(other);
    if (isHanging) one.pause();
  };
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(real.port), real.hostname);
    join(near, far);
    join(far, near);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === "object" ? address?.port : "");
  return {
    url: url.href,
    hang(does) {
      isHanging = does;
      for (const socket of sockets) {
        if (does) socket.pause();
        else socket.resume();
      }
    },
    cut(is) {
      isCut = is;
      if (is) cutAll();
    },
    close() {
      cutAll();
      server.close();
    },
  };
}
