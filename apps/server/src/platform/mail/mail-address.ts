/** Whether a text is one email address, and nothing around it. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/.test(text);
}
