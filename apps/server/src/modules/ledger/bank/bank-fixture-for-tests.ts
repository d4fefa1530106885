import type { BankImport, BankLine, BankMapping, BankPreview, BankQueue } from "@console/contracts";
import { signedInAs, type TestApp } from "../../../testing/test-app.ts";
import type { Person } from "../ledger-fixture-for-tests.ts";

type ImportAnswer = {
  preview: BankPreview | null;
  import: (BankImport & { rowsPosted: number }) | null;
  error?: { kind: string; message: string; fields?: Record<string, string> };
};

type Sent = { account?: string; mapping?: BankMapping; isPreview?: boolean; name?: string };

/** Sends files of a bank as someone of a tenant. */
export function bankFiles(testApp: TestApp, tenant: string, uid: string, role = "manager") {
  return async (content: string | Buffer, { account = "1000", mapping, isPreview, name = "bank.csv" }: Sent = {}) => {
    const query = new URLSearchParams({ account, name, isPreview: isPreview ? "1" : "0" });
    if (mapping) query.set("mapping", JSON.stringify(mapping));
    const response = await testApp.app.inject({
      method: "POST",
      url: `/api/ledger/imports?${query}`,
      headers: { ...signedInAs(role, tenant, uid), "content-type": "application/octet-stream" },
      payload: content,
    });
    return { status: response.statusCode, body: response.json() as ImportAnswer };
  };
}

const header = "Date,Description,Reference,Amount";

/** A file of lines, each with its day, text, reference and amount. */
export const bankCsv = (...lines: [day: string, text: string, reference: string, amount: string][]) =>
  [header, ...lines.map((cells) => cells.map((cell) => `"${cell}"`).join(","))].join("\n");

/** The lines of an account in a state. */
export async function readQueue(person: Person, query = "account=1000"): Promise<BankQueue> {
  return (await person<BankQueue>("GET", `bank-lines?${query}`)).body;
}

export async function findLine(person: Person, text: string, state = "open"): Promise<BankLine> {
  const { items } = await readQueue(person, `account=1000&state=${state}&limit=100`);
  const line = items.find((one) => one.text === text);
  if (!line) throw new Error(`No line "${text}" is ${state}.`);
  return line;
}
