/** The text of one statement in the making, and the values of its parameters. */
export class Statement {
  /** The tenant whose rows are meant: the first wall. Row-level security is the second. */
  readonly tenant = "$1";
  /** The same, planned for as for a tenant of average size: see `platform/db/tenant-id-with-generic-plan.ts`. */
  readonly tenantIdWithGenericPlan = "(select $1::text)";
  readonly values: unknown[];
  readonly #ctes = new Map<string, string>();
  #names = 0;
  readonly #parameters = new Map<string, string>();

  constructor(tenantId: string) {
    this.values = [tenantId];
  }

  /** A parameter that holds the value; equal values share one. */
  value(value: unknown, type: "text" | "date" | "int" | "int[]" | "date[]" | "float8" | "bigint"): string {
    const key = `${type} ${JSON.stringify(value)}`;
    const parameter = this.#parameters.get(key) ?? `$${this.values.push(value)}::${type}`;
    this.#parameters.set(key, parameter);
    return parameter;
  }

  /** Names a query once, so that all other queries can read it. */
  with(name: string, query: () => string): string {
    if (!this.#ctes.has(name)) this.#ctes.set(name, query());
    return name;
  }

  /** A name that no other query has. */
  name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  /** The whole statement: the named queries, then the last one. */
  text(last: string): string {
    const ctes = [...this.#ctes].map(([name, query]) => `${name} as ${query}`);
    return ctes.length > 0 ? `with ${ctes.join(",\n")}\n${last}` : last;
  }
}
