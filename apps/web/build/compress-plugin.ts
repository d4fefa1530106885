import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressible = /\.(?:m?js|css|svg|html|json|txt|webmanifest)$/;

/** Writes a .br and a .gz file beside each built text file, so that the server never compresses while it answers. */
export function compressPlugin(): Plugin {
  let folder = "";
  return {
    name: "console:compress",
    // A build that is only looked at writes nothing to compress.
    apply: ({ build }, { command }) => command === "build" && build?.write !== false,
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
        await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
      },
    },
  };
}

async function compressFile(path: string) {
  const content = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [brotli, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gz)]);
}
