import { isNativeError } from 'node:util/types';

import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';

import { transformChildBindings } from '../driver-internals/pino';
import { getActiveSpanIds } from '../tracing/span';
import { LogOutput, standardOutput } from './log-output';
import { redact, scrubText } from './redact';

export type { Logger } from 'pino';

export interface LoggerSettings {
  service: string;
  level: 'fatal' | 'error' | 'warn' | 'info' | 'debug';
  output?: DestinationStream;
}

/**
 * Creates the process's logger, which writes one JSON object per line, with `level` as a word and `time` in ISO 8601.
 * Pass errors as `err`: `logger.error({ err, callId }, 'calls: cannot analyze')`. Secrets and transcripts are redacted
 * (see `redact`), but shouldn't be logged in the first place. While tracing is on, lines include the active span's ids.
 */
export function createLogger({ service, level, output = standardOutput() }: LoggerSettings): Logger {
  const logger = pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (serialized: unknown) => serialized }, // pino's serializer would join the messages of all causes
      mixin: getActiveSpanIds,
      hooks: { logMethod: logSafely, streamWrite: scrubText },
    },
    output,
  );
  transformChildBindings(logger, redactRecord);
  if (output instanceof LogOutput) {
    output.onRecovered = (lostLines) =>
      logger.warn({ lostLines }, 'log: lines were lost because they could not be written');
  }
  return logger;
}

function logSafely(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [subject, message, ...values] = args as [unknown, string | undefined, ...unknown[]];
  if (typeof subject !== 'object' || subject === null) {
    method.apply(this, args.map((arg: unknown) => redact(arg)) as Parameters<LogFn>);
    return;
  }
  const record = redactRecord(isNativeError(subject) ? { err: subject } : (subject as Record<string, unknown>));
  // Without a message, pino would use the error's own, which may quote a vendor's response.
  method.call(this, record, message ?? getErrorMessage(record.err), ...values.map((value) => redact(value)));
}

function getErrorMessage(err: unknown): string | undefined {
  if (typeof err !== 'object' || err === null) return undefined;
  const { message, type } = err as { message?: string; type?: string };
  return message ?? type;
}

function redactRecord(record: Record<string, unknown>): Record<string, unknown> {
  return redact(record) as Record<string, unknown>;
}
