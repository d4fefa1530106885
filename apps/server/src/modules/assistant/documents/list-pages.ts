/** The most pages of one site that are read. */
export const mostPages = 500;

/** What a list of pages gave. */
type PageList = {
  pages: string[];
  /** Further lists that a sitemap names. */
  lists: string[];
  /** It names more pages than are read. */
  isCut: boolean;
};

const notText =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|mp[34]|mov|avi|webm|wav|zip|gz|tgz|7z|rar|exe|dmg|msi|css|m?js|json|xml|woff2?|ttf)$/i;

/** The folder that pages must lie under: that of the list itself. */
export function folderOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.slice(0, pathname.lastIndexOf("/") + 1);
}

/**
 * The addresses that a sitemap or a page of links names, as far as they lie in the folder of the site. It is scanned for
 * its addresses, and nothing of it is run or followed.
 */
export function listPages(text: string, address: string, folder: string): PageList {
  const isSitemap = /<(?:urlset|sitemapindex)[\s>]/i.test(text.slice(0, 4000));
  const isIndex = /<sitemapindex[\s>]/i.test(text.slice(0, 4000));
  const found = new Set<string>();
  for (const named of isSitemap ? scanSitemap(text) : scanLinks(text)) {
    const page = readAddress(named, address, folder, isSitemap);
    if (page !== null && page !== address && (isIndex || !notText.test(new URL(page).pathname))) found.add(page);
    if (found.size > mostPages) break;
  }
  const all = [...found];
  if (isIndex) return { pages: [], lists: all, isCut: false };
  return { pages: all.slice(0, mostPages), lists: [], isCut: all.length > mostPages };
}

function* scanSitemap(text: string): Generator<string> {
  for (const [, named = ""] of text.matchAll(/<loc>\s*(?:<!\[CDATA\[\s*)?([^<>\s\]]{1,2000})/gi)) yield named;
}

function* scanLinks(text: string): Generator<string> {
  const link = /<a\s[^<>]{0,2000}?href\s*=\s*(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})'|([^\s"'<>]{1,2000}))/gi;
  for (const [, double, single, bare] of text.matchAll(link)) yield double ?? single ?? bare ?? "";
}

const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", "#39": "'", lt: "<", gt: ">" };

/** The whole address of a page under the folder; null for any other. */
function readAddress(named: string, base: string, folder: string, keepsQuery: boolean): string | null {
  const text = named.trim().replaceAll(/&(amp|quot|apos|#39|lt|gt);/g, (_, name: string) => entities[name] ?? "");
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  url.hash = "";
  // Links of a folder's listing that only sort it name no other page.
  if (url.search !== "" && !keepsQuery) return null;
  if (url.username !== "" || url.password !== "") return null;
  return url.href.startsWith(folder) && url.href !== folder && url.href.length <= 2000 ? url.href : null;
}
