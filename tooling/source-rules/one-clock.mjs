import ts from "typescript";

const owner = "packages/figures/src/time-zone.ts";
const localMethods = new Set(["toLocaleDateString", "toLocaleTimeString", "toDateString", "toTimeString"]);

/** Only one file knows zones; all else writes times with a zone that it was given, and so never in that of the device. */
export const oneClock = {
  name: "write-times-with-their-zone",
  appliesTo: (file) => /^(apps|packages)\//.test(file) && file !== owner && !/\.test\.tsx?$/.test(file),
  visit(node, report) {
    if (!ts.isPropertyAccessExpression(node)) return;
    const isFormat = node.name.text === "DateTimeFormat" && node.expression.getText() === "Intl";
    if (isFormat || localMethods.has(node.name.text)) {
      report(node, "a time is written past its reader; use formatInstant or formatDate of @console/figures/format");
    }
  },
};
