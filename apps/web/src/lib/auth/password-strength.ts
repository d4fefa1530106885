export type PasswordStrength = "weak" | "fair" | "good" | "strong";

const runs = ["abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "01234567890"];
const commonWords =
  /password|passwort|letmein|welcome|admin|login|secret|dragon|monkey|football|iloveyou|master|hello/g;

const leastBits: [number, PasswordStrength][] = [
  [80, "strong"],
  [60, "good"],
  [40, "fair"],
];

/** How hard a password is to guess, by its length and variety without what is easily guessed. */
export function passwordStrength(password: string, email: string | null): PasswordStrength {
  const hard = withoutOwnName(password.toLowerCase(), email).replace(commonWords, ".");
  const bits = surprisingCharacters(hard) * Math.log2(poolSize(password));
  return leastBits.find(([least]) => bits >= least)?.[1] ?? "weak";
}

function withoutOwnName(text: string, email: string | null): string {
  const name = email?.split("@")[0]?.toLowerCase() ?? "";
  return name.length >= 3 ? text.replaceAll(name, ".") : text;
}

/** Characters that do not merely go on from the one before, such as the b and c in "abc" or the second a in "aa". */
function surprisingCharacters(text: string): number {
  const characters = [...text];
  return characters.filter((character, index) => {
    const before = characters[index - 1];
    if (before === undefined) return true;
    if (character === before) return false;
    const step = before + character;
    const backwards = character + before;
    return !runs.some((run) => run.includes(step) || run.includes(backwards));
  }).length;
}

function poolSize(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 20],
  ];
  return Math.max(
    2,
    kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0),
  );
}
