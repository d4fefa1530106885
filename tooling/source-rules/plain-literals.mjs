import ts from "typescript";

/** A spread says that something is repeated or overridden; a group of plain properties is neither. */
export const plainLiterals = {
  name: "write-literals-plainly",
  appliesTo: () => true,
  visit(node, report) {
    const isSpread = ts.isSpreadAssignment(node) || ts.isSpreadElement(node) || ts.isJsxSpreadAttribute(node);
    if (!isSpread) return;
    const value = withoutParentheses(node.expression);
    if (ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value)) {
      report(node, "a literal is spread; write its properties or elements in place");
    }
  },
};

function withoutParentheses(expression) {
  let inner = expression;
  while (ts.isParenthesizedExpression(inner)) inner = inner.expression;
  return inner;
}
