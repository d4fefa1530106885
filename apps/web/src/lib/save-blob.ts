/** Saves something on the reader's device, under the given name. */
export function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // The browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A title as the name of a file, without its ending. */
export function toFileName(title: string, otherwise: string): string {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+/, "");
  return name.slice(0, 60).replace(/-+$/, "") || otherwise;
}
