/** What a webhook can be called for, with what people call it. */
export const webhookKinds = {
  "incident.opened": "Incident opened",
  "incident.resolved": "Incident resolved",
  "log.alert": "Log alert",
} as const;

export type WebhookKind = keyof typeof webhookKinds;

/** What is sent when someone tries a webhook. */
export const testKind = "test";
