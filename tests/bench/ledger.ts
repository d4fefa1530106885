import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { addDays } from "@console/figures/calendar";
import { runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";
import { openCaller } from "./call.ts";
import { signIn } from "./sign-in.ts";

/** Postings to one account, in entries as large as they may be. */
const postings = 1_000_000;
const linesOfEntry = 199;
const days = 730;
const firstDay = "2024-11-01";
const rounds = 100;
const warmUps = 10;
const pageSize = 100;
const posters = 4;
const firstPageBudgetMs = 50;
const deepPageBudgetMs = 100;

const folder = fileURLToPath(new URL("../../.cache/bench/", import.meta.url));
const dataDir = path.join(folder, `ledger-${postings}`);
mkdirSync(dataDir, { recursive: true });
const product = await runProduct({ DATA_DIR: dataDir, RATE_LIMIT: "0", DEMO: "1" });
const caller = openCaller(product.url);
try {
  let headers = await signIn(product, "genesis@demo.test");
  const get = <Body>(query: string) => caller.call<Body>(`/api/ledger/${query}`, { headers });
  if (!existsSync(path.join(dataDir, "seeded"))) {
    await seed();
    writeFileSync(path.join(dataDir, "seeded"), new Date().toISOString());
  }
  headers = await signIn(product, "genesis@demo.test");
  const whole = await get<Statement>("statement?account=1000&limit=1");
  say(`${whole.lines.toLocaleString("en-US")} postings on one account`);
  const span = `from=${firstDay}&to=${addDays(firstDay, days)}`;
  await measure("first page", `statement?account=1000&limit=${pageSize}`, firstPageBudgetMs);
  await measure("newest page", `statement?account=1000&limit=${pageSize}&order=newest`, firstPageBudgetMs);
  await measure("page 10,000", `statement?account=1000&limit=${pageSize}&page=10000`, deepPageBudgetMs);
  await measure("page 5,000 of a span", `statement?account=1000&limit=${pageSize}&page=5000&${span}`, deepPageBudgetMs);
  await measure("trial balance", "trial-balance", deepPageBudgetMs);
  await checkFilters();

  /** Posts the entries through the API, some at once; keys say what is there already. */
  async function seed(): Promise<void> {
    for (const [code, name, type] of [
      ["1000", "Bank", "cash"],
      ["4000", "Sales", "income"],
    ]) {
      await caller.call("/api/ledger/accounts", { headers, body: { code, name, type } }).catch(() => {});
    }
    const entries = Math.ceil(postings / linesOfEntry);
    let next = 0;
    const post = async () => {
      const own = openCaller(product.url);
      for (let number = next++; number < entries; number = next++) {
        if (number % 500 === 0) {
          headers = await signIn(product, "genesis@demo.test");
          say(`${number} of ${entries} entries posted`);
        }
        await own.call("/api/ledger/entries", { headers, body: makeEntry(number) });
      }
      own.close();
    };
    await Promise.all(Array.from({ length: posters }, post));
  }

  async function measure(name: string, query: string, budgetMs: number): Promise<void> {
    for (let round = 0; round < warmUps; round++) await get(query);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await get(query);
      times.push(performance.now() - start);
    }
    say(`${name} (budget ${budgetMs} ms): p50 ${ms(atShare(times, 0.5))}, p95 ${ms(atShare(times, 0.95))}`);
  }

  /** Ten filters: whatever they leave out, balances stay those of the account. */
  async function checkFilters(): Promise<void> {
    const times: number[] = [];
    for (let number = 0; number < 10; number++) {
      const from = addDays(firstDay, (number * 67) % days);
      const parts = [
        `account=1000&limit=${pageSize}&from=${from}&to=${addDays(from, 30 + number * 40)}`,
        number % 2 === 0 ? "side=debit" : "side=credit",
        number % 3 === 0 ? `q=${encodeURIComponent(`line ${number}`)}` : `leastMinor=${number * 900}`,
        number % 4 === 0 ? "order=newest" : `page=${1 + number}`,
      ];
      const start = performance.now();
      const filtered = await get<Statement>(`statement?${parts.join("&")}`);
      times.push(performance.now() - start);
      const plain = await get<Statement>(`statement?${parts[0]}`);
      const { openingMinor, closingMinor, shown, notShownMinor } = filtered;
      const sum = openingMinor + shown.debitMinor - shown.creditMinor + notShownMinor;
      if (sum !== closingMinor) throw new Error(`Filter ${number} does not add up.`);
      if (openingMinor !== plain.openingMinor || closingMinor !== plain.closingMinor) {
        throw new Error(`Filter ${number} changes the balances of the account.`);
      }
      await checkLines(filtered, from);
    }
    say(`ten filters, balances right on all: median ${ms(atShare(times, 0.5))}, longest ${ms(Math.max(...times))}`);
  }

  /** The running balance of a line is what the account stood at after it, told by the statement up to its day. */
  async function checkLines({ items }: Statement, from: string): Promise<void> {
    const [line] = items;
    if (!line) return;
    const before = await get<Statement>(
      `statement?account=1000&limit=1&from=${line.postingDay}&to=${addDays(line.postingDay, 1)}`,
    );
    const pages = Math.ceil(before.lines / 200);
    let balance = before.openingMinor;
    for (let page = 1; page <= pages; page++) {
      const { items: lines } = await get<Statement>(
        `statement?account=1000&limit=200&page=${page}&from=${line.postingDay}&to=${addDays(line.postingDay, 1)}`,
      );
      for (const one of lines) {
        balance += one.debitMinor - one.creditMinor;
        if (one.number !== line.number || one.line !== line.line) continue;
        if (balance === line.balanceMinor) return;
        throw new Error(`The balance after line ${line.line} of entry ${line.number} is not that of the account.`);
      }
    }
    throw new Error(`A line from ${from} is not on the statement of its day.`);
  }
} finally {
  caller.close();
  await product.kill("SIGTERM");
}

type Statement = {
  lines: number;
  openingMinor: number;
  closingMinor: number;
  notShownMinor: number;
  shown: { debitMinor: number; creditMinor: number };
  items: {
    number: number;
    line: number;
    postingDay: string;
    debitMinor: number;
    creditMinor: number;
    balanceMinor: number;
  }[];
};

function makeEntry(number: number) {
  const postingDay = addDays(firstDay, (number * 7919) % days);
  const amounts = Array.from({ length: linesOfEntry }, (_, line) => ((number * 31 + line * 17) % 19_999) - 9_999 || 1);
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const lines = amounts.map((amountMinor, line) => ({
    account: "1000",
    amountMinor,
    text: `Line ${line} of ${number}`,
  }));
  return {
    key: `bench-${number}`,
    text: `Bench entry ${number}`,
    postingDay,
    lines: sum === 0 ? lines : [...lines, { account: "4000", amountMinor: -sum }],
  };
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
