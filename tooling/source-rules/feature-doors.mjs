import ts from "typescript";

/** What a page needs of the browser, and the one place that gives it. */
const globals = {
  fetch: "call the API through callApi or read of lib",
  Intl: "format through packages/figures/src/format.ts",
};

/** Features, routes and the shell reach servers and formats through the ones, so that each is mended in one place. */
export const featureDoors = {
  name: "features-use-the-ones",
  appliesTo: (file) => /^apps\/web\/src\/(features|routes|shell)\//.test(file) && !/\.test\.tsx?$/.test(file),
  visit(node, report) {
    if (!ts.isIdentifier(node) || !Object.hasOwn(globals, node.text)) return;
    const { parent } = node;
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
    const isNamed = ts.isPropertyAssignment(parent) && parent.name === node;
    const isOfBrowser = isMember && /^(window|globalThis|self)$/.test(parent.expression.getText());
    if ((isMember && !isOfBrowser) || isNamed) return;
    report(node, `${node.text} is used directly; ${globals[node.text]}`);
  },
};
