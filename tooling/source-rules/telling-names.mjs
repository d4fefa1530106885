import path from "node:path";
import ts from "typescript";

const empty = new Set(["utils", "util", "helpers", "helper", "common", "misc", "shared", "lib", "manager", "handler"]);

/** A file is named after what it holds; a drawer for everything has no end. */
export const tellingNames = {
  name: "name-a-file-after-what-it-holds",
  appliesTo: (file) => empty.has(path.basename(file).replace(/(\.test)?\.\w+$/, "")),
  visit(node, report) {
    if (ts.isSourceFile(node)) report(node, "the name says nothing; name the file after its main export");
  },
};
