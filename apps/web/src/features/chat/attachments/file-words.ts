import { type OwnFile, ownFileLimits } from "@console/contracts";
import { type FormatChoices, formatNumber, formatSize } from "@console/figures/format";

const { endings, bytes, pages, characters, files, totalBytes, filesOfMessage, days, keptDays } = ownFileLimits;
const otherEndings = /^(?:xlsm|docm|markdown|xhtml|text)$/;

/** What a chooser of files offers. */
export const acceptedFiles = endings.map((ending) => `.${ending}`).join(",");

/** What may be attached, told before anyone chooses. */
export function describeLimits(formats: FormatChoices): string {
  const most = `${formatSize(bytes, formats)}, ${pages} pages and ${formatNumber(characters, formats)} characters each`;
  return `PDF, DOCX, HTML, Markdown, TXT, CSV or XLSX. Up to ${most}, ${filesOfMessage} with a message.`;
}

/** How long files stay, and how many there may be. */
export function describeQuota(formats: FormatChoices): string {
  const most = `${files} files and ${formatSize(totalBytes, formats)} in total`;
  return `Only you can read your files: up to ${most}. A file is removed ${days} days after its last use, or ${keptDays} days if you keep it.`;
}

/** Who beside their owner learns what files say. */
export function describeReaders(staysHere: boolean): string {
  return staysHere
    ? "Figures never leave your organisation, so no model reads your files. Their passages are quoted as they stand."
    : "Where a model answers, passages of the files that you attach are sent to it.";
}

const leastShown = 1000;

/** How large a file is; the smallest ones are not told as nothing. */
export function describeSize(size: number, formats: FormatChoices): string {
  return formatSize(Math.max(size, leastShown), formats);
}

/** Why a file is not even sent; null where it is. */
export function findRefusal({ name, size }: Pick<File, "name" | "size">, formats: FormatChoices): string | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const known: readonly string[] = endings;
  if (!known.includes(ending) && !otherEndings.test(ending)) {
    return `${name}: This type of file is not read. Attach PDF, DOCX, HTML, Markdown, TXT, CSV or XLSX.`;
  }
  if (size === 0) return `${name}: The file is empty.`;
  return size > bytes ? `${name} is larger than ${formatSize(bytes, formats)}. Split it.` : null;
}

/** How a file stands, in a few words. */
export function describeState({ state, progress, problem }: OwnFile): string {
  if (state === "queued") return "Waiting to be read";
  if (state === "reading") return `Reading, ${Math.round(progress * 100)}%`;
  return state === "failed" ? (problem ?? "It could not be read.") : "Ready";
}
