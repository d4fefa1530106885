import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const host = "127.0.0.1";

/** A range of days, both included. */
export type ListedDays = { from: string; to: string };

type TillList = { url: string; close(): Promise<void> };

type Options = {
  /** What callers must show. */
  key: string;
  /** The days of the list where a caller names none. */
  usualDays: () => ListedDays;
  listSales: (days: ListedDays) => Promise<Record<string, unknown>[]>;
};

/** Serves the sales of the demo's tills as a list in JSON, page by page, as a till system would. */
export async function startTillList({ key, usualDays, listSales }: Options): Promise<TillList> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (request.headers.authorization !== `Bearer ${key}`) return answer(401, { error: "The key is wrong." });
    const { pathname, searchParams } = new URL(request.url ?? "", `http://${host}`);
    if (pathname !== "/sales") return answer(404, { error: "Not found." });
    const { from, to } = usualDays();
    const days = { from: searchParams.get("from") ?? from, to: searchParams.get("to") ?? to };
    const limit = Math.max(1, Number(searchParams.get("limit") ?? 500));
    const start = (Math.max(1, Number(searchParams.get("page") ?? 1)) - 1) * limit;
    void listSales(days).then(
      (sales) => answer(200, { sales: sales.slice(start, start + limit) }),
      () => answer(500, { error: "The sales cannot be read." }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/sales`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
