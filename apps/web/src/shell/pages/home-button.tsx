import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

/** Leads back to the first page. */
export function HomeButton({ variant }: { variant: "filled" | "default" }) {
  return (
    <Button variant={variant} renderRoot={(props) => <Link to="/" {...props} />}>
      Go to home
    </Button>
  );
}
