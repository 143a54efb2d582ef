import { AppError } from '@ringwell/domain/app-error';

const MINUTE_SECONDS = 60;

/** Too much in too short a time. @param message what was too much, as a sentence */
export function rateLimited(message: string, waitSeconds: number): AppError {
  return new AppError({
    kind: 'rate_limited',
    code: 'RATE_LIMITED',
    message: `${message} Please try again in ${inWords(waitSeconds)}.`,
    retryAfterMs: waitSeconds * 1_000,
  });
}

function inWords(seconds: number): string {
  return seconds <= MINUTE_SECONDS
    ? counted(seconds, 'second')
    : counted(Math.ceil(seconds / MINUTE_SECONDS), 'minute');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
