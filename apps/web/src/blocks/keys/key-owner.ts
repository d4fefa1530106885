/** What a key opens or speaks for, what that is called, and what its key is called. */
export type KeyOwner = { id: string; name: string; one: string; word: "key" | "secret" };
