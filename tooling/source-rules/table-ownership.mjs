import { tablesAt } from "./sql-in-source.mjs";

const server = /^apps\/server\/src\/(?<folder>(?:modules|platform)\/[^/]+|[^/]+)\//;
const forTests = /\.test\.ts$|-for-tests\.ts$|^apps\/server\/src\/testing\//;

/** SQL on a table stands in the folder that owns it; `owners` says which that is. */
export function tableOwnership(owners) {
  return {
    name: "ask-the-module-that-owns-the-table",
    appliesTo: (file) => server.test(file) && !forTests.test(file),
    visit(node, report) {
      const folder = server.exec(node.getSourceFile().fileName)?.groups.folder;
      for (const table of tablesAt(node)) {
        const owner = owners.get(table);
        if (owner === undefined || owner === folder) continue;
        report(node, `"${table}" is a table of ${owner}; ask through its door, or take a fragment from there`);
      }
    },
  };
}
