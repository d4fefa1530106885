import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

const manifest = createRequire(import.meta.url).resolve("pdfjs-dist/package.json");
const root = path.dirname(manifest);
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
/** Fonts and tables of characters that a PDF names without holding them, and the reader of one kind of pictures. */
const folders = { cmaps: /./, standard_fonts: /./, wasm: /OPENJPEG|nowasm/ };
/** The version stands in the address, since these files are kept by browsers for good. */
const base = `assets/pdf-${version}/`;

/** Serves what the drawing of PDFs asks for by name from our own origin. */
export function pdfFilesPlugin(): Plugin {
  return {
    name: "console:pdf-files",
    config: () => ({ define: { __PDF_FILES__: JSON.stringify(`/${base}`) } }),
    generateBundle() {
      for (const name of listFiles()) {
        this.emitFile({ type: "asset", fileName: `${base}${name}`, source: readFileSync(path.join(root, name)) });
      }
    },
    configureServer({ middlewares }) {
      const names = new Set(listFiles());
      middlewares.use(`/${base}`, ({ url = "" }, response, next) => {
        const name = url.slice(1);
        if (!names.has(name)) return next();
        if (name.endsWith(".js")) response.setHeader("content-type", "text/javascript");
        response.end(readFileSync(path.join(root, name)));
      });
    },
  };
}

function listFiles(): string[] {
  return Object.entries(folders).flatMap(([folder, names]) =>
    readdirSync(path.join(root, folder))
      .filter((name) => names.test(name))
      .map((name) => `${folder}/${name}`),
  );
}
