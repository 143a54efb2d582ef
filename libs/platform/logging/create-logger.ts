import { isNativeError } from 'node:util/types';

import { pino, type Bindings, type ChildLoggerOptions, type DestinationStream, type LogFn, type Logger } from 'pino';

import { LogOutput, standardOutput } from './log-output';
import { redact, scrubText } from './redact';

export type { Logger } from 'pino';

export interface LoggerSettings {
  /** Which process speaks: `api` or `worker`. */
  service: string;
  level: 'fatal' | 'error' | 'warn' | 'info' | 'debug';
  /** Where lines go; the standard output by default. */
  output?: DestinationStream;
}

/**
 * The process's logger: one JSON object a line, with `level` as a word and `time` as ISO 8601. Errors go under `err`:
 * `logger.error({ err, callId }, 'The call could not be analysed.')`. Secrets and the words of calls are taken out of
 * everything that passes (see `redact`); still, do not log them.
 */
export function createLogger({ service, level, output = standardOutput() }: LoggerSettings): Logger {
  const logger = pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (serialised: unknown) => serialised }, // pino's own would put the causes' messages together
      hooks: { logMethod: logSafely, streamWrite: scrubText },
    },
    output,
  );
  // What a child always says passes no hook of pino. Children of children inherit this.
  const makeChild = Reflect.get(logger, 'child');
  logger.child = function child<Levels extends string>(
    this: Logger,
    bindings: Bindings,
    options?: ChildLoggerOptions<Levels>,
  ) {
    return Reflect.apply(makeChild, this, [redactRecord(bindings), options]) as Logger<Levels>;
  };
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
  // Without a message pino would take the error's own, which may quote a vendor's answer.
  method.call(this, record, message ?? messageOf(record.err), ...values.map((value) => redact(value)));
}

function messageOf(err: unknown): string | undefined {
  if (typeof err !== 'object' || err === null) return undefined;
  const { message, type } = err as { message?: string; type?: string };
  return message ?? type;
}

function redactRecord(record: Record<string, unknown>): Record<string, unknown> {
  return redact(record) as Record<string, unknown>;
}
