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

import { AppError } from '@ringwell/domain/app-error';
import { EarlyEnd } from '@ringwell/domain/early-end';

/**
 * All that a span may say. It leaves to the collector, so it has ids, numbers and words of our own only: nothing that a
 * caller, a sender or a vendor has written.
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
  /** The state in which a run or a delivery ended. */
  'ringwell.outcome'?: string;
  'http.request.method'?: string;
  /** The pattern, `/api/calls/:id`, never the path. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  /** The code of an AppError, or the class of another error. Never its message. */
  'error.type'?: string;
}

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'producer' | 'consumer';
  /**
   * The span that caused this one, as a W3C `traceparent`. `null` or an invalid one starts a trace. Unset: the active
   * span of this process.
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

/** A span that is ended by its owner. While tracing is off, it does nothing. */
export class OpenSpan {
  constructor(private readonly span: Span) {}

  /** To continue the trace in another process, as a W3C `traceparent`; `undefined` while tracing is off. */
  get traceParent(): string | undefined {
    return traceParentOf(this.span);
  }

  /** Calls `work` with this span as the active one, also for everything asynchronous that it begins. */
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
    failWith(this.span, code);
  }

  end(): void {
    this.span.end();
  }
}

/** Starts a span that lasts longer than one function. The caller ends it. */
export function startSpan(name: string, { kind = 'internal', parent, attributes }: SpanOptions = {}): OpenSpan {
  const options = { kind: KINDS[kind], attributes: attributes as Attributes };
  return new OpenSpan(trace.getTracer('ringwell').startSpan(name, options, parentContext(parent)));
}

/** Runs `work` in a span. When it fails, the span has the code of the error, and never its message. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  return span.run(async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EarlyEnd)) span.fail(errorCodeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds attributes to the active span, if there is one. */
export function annotateSpan(attributes: SpanAttributes): void {
  trace.getActiveSpan()?.setAttributes(attributes as Attributes);
}

/** Marks the active span, if there is one, as failed. @param code of the error, not its message */
export function failSpan(code: string): void {
  const span = trace.getActiveSpan();
  if (span) failWith(span, code);
}

/** The active span as a W3C `traceparent`; `undefined` without one, as always while tracing is off. */
export function currentTraceParent(): string | undefined {
  const span = trace.getActiveSpan();
  return span && traceParentOf(span);
}

/** Ids of the active span for a line of the log; empty without one. A new object each time. */
export function activeSpanIds(): { traceId?: string; spanId?: string } {
  const ids = trace.getActiveSpan()?.spanContext();
  return ids ? { traceId: ids.traceId, spanId: ids.spanId } : {};
}

/** The code of an AppError, or the class of another error. */
export function errorCodeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.constructor.name : 'unknown';
}

function parentContext(parent: string | null | undefined): typeof ROOT_CONTEXT {
  if (parent === undefined) return context.active();
  return parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
}

function traceParentOf(span: Span): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier.traceparent;
}

function failWith(span: Span, code: string): void {
  span.setAttributes({ 'error.type': code } satisfies SpanAttributes);
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
}
