import type { Context } from "../../../platform/context.ts";

/** Opens one transaction on the platform's rows. */
export type Transact = <Result>(work: (context: Context) => Promise<Result>) => Promise<Result>;
