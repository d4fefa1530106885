import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import classes from "./home-page.module.css";

/** The two ways in: sign in, or ask for access without leaving the page. */
export function AccessButtons({ openerId }: { openerId?: string }) {
  return (
    <div className={classes.actions}>
      <Button
        size="md"
        renderRoot={(props) => (
          <Link
            to="/"
            search={(search) => ({ ...search, signup: 1 as const })}
            resetScroll={false}
            {...(openerId ? { id: openerId } : {})}
            {...props}
          />
        )}
      >
        Request access
      </Button>
      <Button size="md" variant="default" renderRoot={(props) => <Link to="/login" {...props} />}>
        Sign in
      </Button>
    </div>
  );
}
