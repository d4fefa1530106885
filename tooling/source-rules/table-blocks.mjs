import ts from "typescript";

/** How tables look, scroll and are read aloud is decided once, in the blocks. */
export const tableBlocks = {
  name: "show-rows-with-a-block",
  appliesTo: (file) => /^apps\/web\/src\/(features|routes|shell)\//.test(file) && !/\.test\.tsx$/.test(file),
  visit(node, report) {
    const isElement = ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);
    if (isElement && node.tagName.getText() === "table") {
      report(node, "a bare table; use PlainTable, RecordTable or DataTable of the blocks");
    }
  },
};
