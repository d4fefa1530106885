import ts from "typescript";

/** Source of what people see: pages, answers, mails and files, and what the contracts say of themselves. */
const seen = /^(apps\/(web|server)\/src|packages\/(contracts|figures)\/src)\/.*\.tsx?$/;
const unseen = /\.test\.tsx?$|-for-tests\.tsx?$|\.gen\.ts$|\/testing\//;

/** Whether a file may hold texts that people see. */
export function mayBeSeen(file) {
  return seen.test(file) && !unseen.test(file);
}

/** Attributes of elements that nobody reads. */
const unread = new Set("class className d fill href id key name role src stroke style to type viewBox".split(" "));

/** Words, and not a name, an address or a statement of a program. */
function isProse(text) {
  const words = text.replaceAll(filledIn, "Value");
  if (!/\p{L}{2}/u.test(words) || /\p{Cc}/u.test(words) || text.replaceAll(filledIn, "").trim() === "") return false;
  if (/^[\w.-]+$/.test(words)) return /^[A-Z][a-z]+$/.test(words);
  if (program.test(words) || /^[\s\w-]*[={}<>]|^[\w-]+;|^\/|^--|::/.test(words)) return false;
  return /[\p{L}\d]\s+\p{L}|\p{L}[.!?…:]$|^\p{Lu}\p{Ll}+/u.test(words);
}

/** Stands where a value is filled in. */
const filledIn = "{…}";

/** Parts of statements, and lists of style names. */
const program =
  /\bselect\b.*\bfrom\b|\b(coalesce|over|nullif)\s*\(|\b(join|where|and|on)\b[^.]*( = | [<>] )|\b(from|join|where|and|on) \(|\b(order|group|partition) by\b|\b[a-z]\.[a-z]|_[a-z]+ |\b(flex|grid|text|bg|border|px|py|rounded)-/;

/** A text with a mark for each value that is filled in. */
function readTemplate(node) {
  return node.head.text + node.templateSpans.map(({ literal }) => filledIn + literal.text).join("");
}

function isUnread(node) {
  const { parent } = node;
  if (ts.isTaggedTemplateExpression(parent) || ts.isLiteralTypeNode(parent)) return true;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExternalModuleReference(parent))
    return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  return ts.isJsxAttribute(parent) && unread.has(parent.name.getText());
}

/** The texts of a source file that people see, each with its line. */
export function listStrings(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, text) => {
    const words = text.replace(/\s+/g, " ").trim();
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    if (isProse(words)) found.push({ line: line + 1, text: words });
  };
  const visit = (node) => {
    if (ts.isJsxText(node)) add(node, node.text);
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (!isUnread(node)) add(node, node.text);
    } else if (ts.isTemplateExpression(node) && !isUnread(node)) add(node, readTemplate(node));
    if (!ts.isTaggedTemplateExpression(node)) ts.forEachChild(node, visit);
    else for (const span of node.template.templateSpans ?? []) visit(span.expression);
  };
  visit(tree);
  return found;
}
