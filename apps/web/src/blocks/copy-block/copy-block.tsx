import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { copyText } from "../../lib/copy-text.ts";
import detail from "../detail/detail.module.css";
import classes from "./copy-block.module.css";

type Props = { label: string; text: string; heading?: "h3" | "h4" };

/** A text to be taken elsewhere, with a button that copies it. */
export function CopyBlock({ label, text, heading: Heading = "h3" }: Props) {
  const block = useRef<HTMLPreElement>(null);
  const [words, setWords] = useState("");
  const copy = async () => {
    const isCopied = await copyText(text);
    if (!isCopied && block.current) window.getSelection()?.selectAllChildren(block.current);
    setWords(isCopied ? "Copied" : "The text is selected. Copy it by hand.");
  };
  return (
    <div className={classes.copy}>
      <div className={classes.head}>
        <Heading className={classes.label}>{label}</Heading>
        <span className={detail.quiet} role="status">
          {words}
        </span>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Copy ${label.toLowerCase()}`}
          onClick={() => void copy()}
        >
          Copy
        </Button>
      </div>
      <pre ref={block} className={classes.code}>
        {text}
      </pre>
    </div>
  );
}
