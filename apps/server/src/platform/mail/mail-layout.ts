import { escapeHtml } from "../escape-html.ts";

export type MailParts = {
  paragraphs: readonly string[];
  /** What the reader is to do; its address stands below it too. */
  button: { label: string; href: string } | null;
  footer: string | null;
};

/** The HTML of a mail. It is always light, since mail programs have themes of their own. */
export function layOutMail(product: string, { paragraphs, button, footer }: MailParts): string {
  const link = button
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(button.href)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#2a55d9;color:#ffffff;text-decoration:none;font-weight:bold">${escapeHtml(button.label)}</a></p>
<p style="margin:0 0 16px;color:#4f5969;font-size:13px;word-break:break-all">${escapeHtml(button.href)}</p>`
    : "";
  return `<!doctype html><html lang="en"><body style="margin:0;background:#f6f7f9;color:#12161c;font-family:Arial,sans-serif;font-size:15px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="480" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e1e5ea;border-radius:8px"><tr><td style="padding:24px">
<p style="margin:0 0 16px;font-weight:bold">${escapeHtml(product)}</p>${paragraphs.map(writeParagraph).join("")}
${link}${footer === null ? "" : writeParagraph(footer)}
</td></tr></table></td></tr></table></body></html>`;
}

function writeParagraph(text: string): string {
  return `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
}
