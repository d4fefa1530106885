import { publicConfig } from "./config.ts";

/** Where feedback is given, as it goes along with it: the page, its filters, the version and the size of the window. */
export function readFeedbackPlace() {
  const { pathname, search } = globalThis.location;
  const query = search.replace(/^\?/, "").slice(0, 2000);
  return {
    page: pathname.slice(0, 300),
    ...(query !== "" && { pageQuery: query }),
    version: publicConfig().version,
    viewport: `${globalThis.innerWidth}×${globalThis.innerHeight}`,
  };
}
