import { Button } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { askConsentAgain } from "../lib/analytics-consent.ts";
import { useAuth } from "../lib/auth/use-auth.ts";
import { publicConfig } from "../lib/config.ts";
import { Brand } from "./brand.tsx";
import classes from "./public-layout.module.css";
import { ThemeToggle } from "./theme/theme-toggle.tsx";

/** The frame of every page that needs no sign-in. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { productName, tagManagerId } = publicConfig();
  const { isAuthenticated } = useAuth();
  const isHome = useLocation({ select: ({ pathname }) => pathname === "/" });

  return (
    <div className={classes.page}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <Link to="/" className={classes.home} aria-label={`${productName}, home`}>
            <Brand />
          </Link>
          <nav className={classes.actions} aria-label="Account">
            <ThemeToggle />
            {isAuthenticated ? (
              <Button className={classes.action} renderRoot={(props) => <Link to="/" {...props} />}>
                Open console
              </Button>
            ) : (
              <>
                <Button
                  variant="subtle"
                  color="gray"
                  className={classes.action}
                  renderRoot={(props) => <Link to="/login" {...props} />}
                >
                  Sign in
                </Button>
                <Button
                  className={classes.action}
                  renderRoot={(props) => <Link to="/" search={keepAndSignUp} resetScroll={!isHome} {...props} />}
                >
                  Request access
                </Button>
              </>
            )}
          </nav>
        </div>
      </header>
      <main id="main" className={classes.main} tabIndex={-1}>
        {children}
      </main>
      <footer className={classes.footer}>
        <div className={classes.footerBar}>
          <span>{productName}</span>
          <nav className={classes.footerLinks} aria-label="Legal">
            <Link to="/privacy">Privacy</Link>
            <Link to="/terms">Terms</Link>
            {tagManagerId && (
              <button type="button" onClick={askConsentAgain}>
                Analytics choice
              </button>
            )}
          </nav>
        </div>
      </footer>
    </div>
  );
}

/** Campaign parameters stay in the address, so that a request still shows where it came from. */
function keepAndSignUp(search: Record<string, unknown>) {
  return { ...search, signup: 1 as const };
}
