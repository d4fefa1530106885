import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { mergeSearch } from "../../../lib/search.ts";

/** Leads from a website to the documents that came from it. */
export function SiteDocuments({ site }: { site: string }) {
  const list = { view: "documents", row: undefined, tab: undefined, do: undefined, filter: [`site:${site}`] };
  return (
    <Button size="xs" variant="default" renderRoot={(props) => <Link to="." search={mergeSearch(list)} {...props} />}>
      Documents
    </Button>
  );
}
