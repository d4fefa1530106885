import { type reportClientError as contract, findPage, type RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { sampleAlike } from "./sample-alike.ts";

type Input = z.output<(typeof contract)["input"]>;

/** Logs what a page met in the browser. Its address is told by its template, which holds no id and no key. */
export function createReportClientError() {
  const sample = sampleAlike();
  return async (
    { log, now }: Pick<Context, "log" | "now">,
    { message, stack, page, requestId }: Input,
  ): Promise<RouteOutput<typeof contract>> => {
    const times = sample(`${message}\n${stack?.split("\n")[1] ?? ""}`, now);
    if (times === 0) return {};
    const entry = {
      page: findPage(page)?.path ?? "unknown",
      err: { type: "BrowserError", message, stack },
      ...(requestId && { aboutRequest: requestId }),
      ...(times > 1 && { standsFor: times }),
    };
    log.error(entry, message || "A page met an error");
    return {};
  };
}
