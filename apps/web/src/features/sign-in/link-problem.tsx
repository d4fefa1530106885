import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import classes from "./sign-in.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";

/** Shown for a link that does not work any more or is not complete, with the way to a new one. */
export function LinkProblem({ message, isAboutEmail = false }: { message: string; isAboutEmail?: boolean }) {
  if (isAboutEmail) {
    return (
      <SignInFrame title="This link does not work" lead={`${message} Sign in and ask for a new one in your profile.`}>
        <Button renderRoot={(props) => <Link to="/login" {...props} />}>Sign in</Button>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="This link does not work" lead={message}>
      <div className={classes.actions}>
        <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>Send a new link</Button>
        <Button variant="default" renderRoot={(props) => <Link to="/login" {...props} />}>
          Back to sign in
        </Button>
      </div>
    </SignInFrame>
  );
}
