import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';

import { AppError } from '@ringwell/domain/errors/app-error';
import { EarlyEnd } from '@ringwell/domain/errors/early-end';

/**
 * Allowed span attributes. Spans are sent to the collector, so they only carry ids, numbers and the product's own
 * terms, never text from callers, senders or vendors.
 */
export interface SpanAttributes {
  'ringwell.account.id'?: string;
  'ringwell.call.id'?: string;
  'ringwell.run_number'?: number;
  'ringwell.delivery.id'?: string;
  'ringwell.delivery.channel'?: string;
  'ringwell.step'?: string;
  'ringwell.engine'?: string;
  'ringwell.attempt'?: number;
  /** The final state of a run or a delivery. */
  'ringwell.outcome'?: string;
  'http.request.method'?: string;
  /** The pattern, `/api/calls/:id`, never the path. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  /** An AppError's code, or another error's class. Never the message. */
  'error.type'?: string;
}

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'producer' | 'consumer';
  /**
   * The span that caused this one, as a W3C `traceparent`. `null` or an invalid value starts a trace. Defaults to the
   * active span of this process.
   */
  parent?: string | null;
  attributes?: SpanAttributes;
}

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** A span that its owner ends. Does nothing while tracing is off. */
export class OpenSpan {
  constructor(private readonly span: Span) {}

  /** The W3C `traceparent` for continuing the trace in another process; `undefined` while tracing is off. */
  get traceParent(): string | undefined {
    return getTraceParent(this.span);
  }

  /** Calls `work` with this span active, including all the asynchronous work that it starts. */
  run<T>(work: () => T): T {
    return context.with(trace.setSpan(context.active(), this.span), work);
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  annotate(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes as Attributes);
  }

  fail(code: string): void {
    markFailed(this.span, code);
  }

  end(): void {
    this.span.end();
  }
}

/** Starts a span that outlives one function. The caller ends it. */
export function startSpan(name: string, { kind = 'internal', parent, attributes }: SpanOptions = {}): OpenSpan {
  const options = { kind: KINDS[kind], attributes: attributes as Attributes };
  return new OpenSpan(trace.getTracer('ringwell').startSpan(name, options, getParentContext(parent)));
}

/** Runs `work` in a span. On failure, records the error's code, never its message. */
export function withSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  return span.run(async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EarlyEnd)) span.fail(getErrorCode(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

export function annotateSpan(attributes: SpanAttributes): void {
  trace.getActiveSpan()?.setAttributes(attributes as Attributes);
}

/** Marks the active span, if any, as failed. @param code the error's code, not its message */
export function failSpan(code: string): void {
  const span = trace.getActiveSpan();
  if (span) markFailed(span, code);
}

/**
 * Returns the active span as a W3C `traceparent`, or `undefined` if there is none or tracing is off.
 */
export function getCurrentTraceParent(): string | undefined {
  const span = trace.getActiveSpan();
  return span && getTraceParent(span);
}

/** Returns a new object with the ids of the active span for a log line; empty without one. */
export function getActiveSpanIds(): { traceId?: string; spanId?: string } {
  const ids = trace.getActiveSpan()?.spanContext();
  return ids ? { traceId: ids.traceId, spanId: ids.spanId } : {};
}

export function getErrorCode(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.constructor.name : 'unknown';
}

function getParentContext(parent: string | null | undefined): typeof ROOT_CONTEXT {
  if (parent === undefined) return context.active();
  return parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
}

function getTraceParent(span: Span): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier.traceparent;
}

function markFailed(span: Span, code: string): void {
  span.setAttributes({ 'error.type': code } satisfies SpanAttributes);
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
}
