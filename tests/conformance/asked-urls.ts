/** Every address that was asked. The SDK keeps the fetch that it finds when it is loaded, so import this before it. */
export const askedUrls: string[] = [];

const original = globalThis.fetch;
globalThis.fetch = (input, init) => {
  askedUrls.push(input instanceof Request ? input.url : String(input));
  return original(input, init);
};
