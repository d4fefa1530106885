import type { Plugin } from "vite";

/** Names the text font in the head of the page, so that it loads beside the first script instead of after it. */
export function fontPreloadPlugin(fileStart: string): Plugin {
  return {
    name: "console:font-preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => name.includes(`/${fileStart}`) && name.endsWith(".woff2"))
          .map((name) => ({
            tag: "link",
            attrs: { rel: "preload", href: `/${name}`, as: "font", type: "font/woff2", crossorigin: "" },
            injectTo: "head",
          })),
    },
  };
}
