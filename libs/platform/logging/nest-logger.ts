import { isNativeError } from 'node:util/types';

import type { LoggerService } from '@nestjs/common';

import type { Logger } from './create-logger';

// Nest logs a startup failure before throwing it; `main()` reports it.
const STARTUP_FAILURE_CONTEXT = 'ExceptionHandler';

/** Adapter for Nest's own log messages: `app.useLogger(new NestLogger(logger))`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...details: unknown[]): void {
    this.write('info', message, details);
  }

  fatal(message: unknown, ...details: unknown[]): void {
    this.write('fatal', message, details);
  }

  error(message: unknown, ...details: unknown[]): void {
    this.write('error', message, details);
  }

  warn(message: unknown, ...details: unknown[]): void {
    this.write('warn', message, details);
  }

  debug(message: unknown, ...details: unknown[]): void {
    this.write('debug', message, details);
  }

  verbose(message: unknown, ...details: unknown[]): void {
    this.write('debug', message, details);
  }

  // Nest passes the context (a class name) last and, for errors, the stack before it.
  private write(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug', message: unknown, details: unknown[]): void {
    const remainingDetails = [...details];
    const context =
      typeof remainingDetails.at(-1) === 'string' && !isStack(remainingDetails.at(-1))
        ? remainingDetails.pop()
        : undefined;
    if (context === STARTUP_FAILURE_CONTEXT) return;
    const stack = remainingDetails.find(isStack);
    const error = [message, ...remainingDetails].find((part) => isNativeError(part));
    const fields = {
      ...(context !== undefined && { context }),
      ...(error !== undefined && { err: error }),
      ...(stack !== undefined && { stack }),
    };
    if (typeof message === 'string') this.logger[level](fields, message);
    else if (isNativeError(message)) this.logger[level](fields);
    else this.logger[level]({ ...fields, details: message });
  }
}

function isStack(value: unknown): value is string {
  return typeof value === 'string' && /\n\s+at /.test(value);
}
