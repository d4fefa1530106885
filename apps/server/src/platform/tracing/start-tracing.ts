import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { setTracing } from "./traced.ts";

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Sends spans to a collector by OTLP over HTTP. Sampling, headers and batches follow the standard variables. */
export function startTracing({ endpoint, serviceName }: { endpoint: string; serviceName: string }) {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` })),
    ],
  });
  const tracer = provider.getTracer("console");
  const contexts = new AsyncLocalStorage<Context>();
  setTracing({
    async run({ name, kind, attributes = {}, parent }, work) {
      const around = parent ? readTraceparent(parent) : contexts.getStore();
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, around ?? ROOT_CONTEXT);
      try {
        return await contexts.run(trace.setSpan(around ?? ROOT_CONTEXT, span), work);
      } catch (error) {
        // What a message of an error says may hold a value: its type does not.
        span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    traceparent() {
      const span = trace.getSpanContext(contexts.getStore() ?? ROOT_CONTEXT);
      return span ? `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}` : null;
    },
  });
  return {
    flush: () => provider.forceFlush(),
    async stop() {
      setTracing(null);
      await provider.shutdown();
    },
  };
}

function readTraceparent(text: string): Context | null {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? [];
  if (!traceId || !spanId || !flags) return null;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}
