/** How it stands with the embedded report of this page. */
export type EmbedState =
  | { step: "opening" }
  | {
      step: "open";
      origins: readonly string[];
      refreshSeconds: number;
      /** Changes with what the link shows; null until it is known. */
      version: string | null;
      isPreview: boolean;
      /** The last try to ask whether it is still open has failed, and why; figures stay while the token holds. */
      trouble: string | null;
    }
  /** It never opened: the same for every reason. */
  | { step: "inactive" }
  /** It was open, and is so no more. */
  | { step: "ended" }
  | { step: "preview-ended" }
  | { step: "passcode"; typed: string; problem: string | null }
  /** Too many requests: it is tried again at this time, in milliseconds since 1970. */
  | { step: "waiting"; until: number }
  | { step: "offline"; message: string };
