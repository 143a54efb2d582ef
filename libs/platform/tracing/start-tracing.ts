import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

import type { WorkerConfig } from '../config/environment-settings';
import type { Logger } from '../logging/create-logger';
import { PRODUCT_VERSION } from '../product-version';
import { withTimeout } from '../with-timeout';

export type TracingConfig = Pick<
  WorkerConfig,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'
>;

/** Ends tracing and flushes pending spans, within a time limit. Never rejects. */
export type StopTracing = () => Promise<void>;

// Maximum number of spans waiting for a slow or unavailable collector, about 1 kB each; more are dropped.
const QUEUE_LIMITS = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 2_000 };
const EXPORT_TIMEOUT_MS = 5_000;
// Maximum number of concurrent exports, for collectors that never respond.
const MAX_EXPORTS = 4;
// How long the collector may delay a shutdown.
const STOP_TIMEOUT_MS = 2_000;

/**
 * Traces this process if `OTEL_EXPORTER_OTLP_ENDPOINT` is set; otherwise the OpenTelemetry SDK isn't even loaded.
 * @param service the process's name in traces, such as `ringwell-api`
 */
export async function startTracing(service: string, config: TracingConfig, logger: Logger): Promise<StopTracing> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return () => Promise.resolve();
  const [sdk, core, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/core'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: MAX_EXPORTS,
  });
  const limits = { ...QUEUE_LIMITS, exportTimeoutMillis: EXPORT_TIMEOUT_MS };
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': PRODUCT_VERSION }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: withFailureWarnings(exporter, logger), ...limits })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  return async () => {
    await withTimeout(STOP_TIMEOUT_MS, 'The trace collector', provider.shutdown()).catch(() =>
      logger.warn('tracing: failed to send the last spans'),
    );
    for (const api of [trace, context, propagation]) api.disable();
  };
}

// Logs the first in a series of export failures, without the collector's response, and the recovery.
function withFailureWarnings(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result;
        // Keeps the export itself out of the currently active trace.
        context.with(ROOT_CONTEXT, () => {
          if (error && !isFailing)
            logger.warn({ code: getExportErrorCode(error) }, 'tracing: failed to send spans, dropping them');
          if (!error && isFailing) logger.info('tracing: sending resumed');
        });
        isFailing = error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

// Returns the HTTP status or Node error code, or else the error's name.
function getExportErrorCode(error: Error): string | number {
  return (error as { code?: string | number }).code ?? error.name;
}
