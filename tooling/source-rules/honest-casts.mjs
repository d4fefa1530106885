import ts from "typescript";

/** `as never` fits everywhere, so whatever it is put on is not checked any more. */
export const honestCasts = {
  name: "say-what-a-value-is",
  appliesTo: () => true,
  visit(node, report) {
    if (!ts.isAsExpression(node)) return;
    const { type } = node;
    const element = ts.isArrayTypeNode(type) ? type.elementType : type;
    if (element.kind === ts.SyntaxKind.NeverKeyword) {
      report(node, "a value is cast to never; give it its type, or the place the type that it takes");
    }
  },
};
