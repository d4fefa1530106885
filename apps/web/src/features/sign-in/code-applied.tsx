import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useAuth } from "../../lib/auth/use-auth.ts";
import type { EmailRequest } from "./email-requests.ts";
import classes from "./sign-in.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";

/** Says what a mailed link has changed, and leads on. */
export function CodeApplied({ request, address }: { request: EmailRequest; address: string }) {
  const { isAuthenticated } = useAuth();
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => message.current?.focus(), []);

  return (
    <SignInFrame title="Done">
      <div className={classes.form}>
        <p ref={message} tabIndex={-1} className={classes.message}>
          {request.answer(address)}
        </p>
        <div className={classes.actions}>
          <Button renderRoot={(props) => <Link to={isAuthenticated ? "/" : "/login"} {...props} />}>
            {isAuthenticated ? "Open console" : "Sign in"}
          </Button>
          {request.isWarning && (
            <Button variant="default" renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
              Set a new password
            </Button>
          )}
        </div>
      </div>
    </SignInFrame>
  );
}
