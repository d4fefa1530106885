import { demo, test } from "./product.ts";
import { checkDrawing } from "./report-drawing-checks.ts";
import { checkFigures } from "./report-figure-checks.ts";
import { checkUse } from "./report-use-checks.ts";

test.use({ environment: demo });
test.describe.configure({ mode: "default", timeout: 240_000 });

checkFigures();
checkDrawing();
checkUse();
