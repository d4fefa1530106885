import { type DestinationStream, type Logger, pino } from "pino";
import { redact, redactText } from "./redact.ts";

export type { Logger };

/** Where lines go that are kept beside the destination of the logger. */
export type SecondDestination = { write(line: string): void };

type Flushing = DestinationStream & { flushSync?: () => void };

/** Writes each line to two destinations, of which the second never waits. */
export function alsoWriteTo(destination: Flushing, second: SecondDestination): DestinationStream {
  return {
    write(line) {
      destination.write(line);
      second.write(line);
    },
    // Asked for before the process ends, and looked up then: a broken pipe has taken it away.
    flushSync: () => destination.flushSync?.(),
  } as Flushing;
}

/** A logger of JSON lines; secrets are taken out before a line is written. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (entry) => redact(entry) as Record<string, unknown>,
      },
      serializers: { err: (error: unknown) => redact(error) },
      hooks: {
        logMethod(args, method) {
          const clean = args.map((arg) => (typeof arg === "string" ? redactText(arg) : arg)) as typeof args;
          return method.apply(this, clean);
        },
      },
    },
    destination ?? pino.destination(1),
  );
  // Formatters do not see what a child is bound to; children inherit this method.
  const bareChild = logger.child;
  logger.child = function child(this: Logger, bindings: object, options?: object) {
    return bareChild.call(this, redact(bindings) as pino.Bindings, options);
  } as typeof bareChild;
  return logger;
}
