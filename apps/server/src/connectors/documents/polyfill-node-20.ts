// pdf.js hands pictures over by this; Node 20 does not have it.
const prototype = ArrayBuffer.prototype as unknown as Record<string, unknown>;
prototype.transferToFixedLength ??= function transfer(this: ArrayBuffer): ArrayBuffer {
  return structuredClone(this, { transfer: [this] });
};
