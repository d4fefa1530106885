/** The line of a server's output that says what went wrong: its last complaint, or else its last line. */
export function tellingLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const complaint = lines.findLast((line) => /FATAL|PANIC|error:/.test(line));
  return (complaint ?? lines.at(-1) ?? "it said nothing").trim();
}
