import type { ImportPreview } from "@console/contracts";
import { TextCounter } from "../../../connectors/cells/hash-text.ts";
import type { SourceRecord } from "../../../connectors/connector.ts";

type Returns = NonNullable<ImportPreview["counts"]>["returns"];

/** Returns beyond these are counted, but not looked for among the sales. */
const mostMatched = 50_000;

/** Counts what the returned lines of a load take off, and which of them have their sale in the same load. */
export class ReturnCounter {
  private rows = 0;
  private readonly amounts = new Map<string, number>();
  private readonly sales = new TextCounter();
  private readonly returned: string[] = [];

  add({ is_return: isReturn, gross_minor: gross, currency, receipt_key: receipt }: SourceRecord): void {
    const line = typeof receipt === "string" && receipt !== "" ? `${receipt} ${gross}` : null;
    if (isReturn !== true) {
      if (line !== null) this.sales.add(line);
      return;
    }
    this.rows++;
    if (typeof gross === "number" && typeof currency === "string") {
      this.amounts.set(currency, (this.amounts.get(currency) ?? 0) - gross);
    }
    if (line !== null && this.returned.length < mostMatched) this.returned.push(line);
  }

  /** Null where nothing is returned. */
  finish(): Returns {
    if (this.rows === 0) return null;
    const amounts = [...this.amounts].map(([currency, amount]) => ({ currency, amount }));
    return { rows: this.rows, amounts, withoutSale: this.returned.filter((line) => !this.sales.has(line)).length };
  }
}
