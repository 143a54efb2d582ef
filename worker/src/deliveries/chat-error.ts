import type { TeamChat } from '@ringwell/domain/billing/plans';
import { CHANNEL_NAMES } from '@ringwell/domain/deliveries/delivery';
import { AppError, providerFailed, timedOut } from '@ringwell/domain/errors/app-error';
import type { ErrorCode } from '@ringwell/domain/errors/error-codes';
import { classifyStatus } from '@ringwell/platform/outbound/http-failure';
import { parseRetryAfter } from '@ringwell/platform/outbound/retry-after';

export function chatCode(chat: TeamChat, suffix: string): ErrorCode {
  return `${chat.toUpperCase() as Uppercase<TeamChat>}_${suffix}`;
}

/** @param message the problem and how to fix it */
export function permanentChatError(chat: TeamChat, suffix: string, message: string): AppError {
  return providerFailed(chatCode(chat, suffix), message);
}

/**
 * A retryable error for a message that didn't arrive.
 * @param details `retryAfterMs` if the chat service asked us to wait
 */
export function transientChatError(
  chat: TeamChat,
  suffix: string,
  message: string,
  details: { retryAfterMs?: number; cause?: unknown } = {},
): AppError {
  return providerFailed(chatCode(chat, suffix), message, { retryable: true, ...details });
}

/** A retryable error for an unreadable 2xx response. The message may have arrived. */
export function unreadableChatResponseError(chat: TeamChat): AppError {
  return timedOut(
    chatCode(chat, 'GARBAGE'),
    `${CHANNEL_NAMES[chat]} sent an unreadable response. The message may have arrived.`,
    { retryable: true },
  );
}

/**
 * Maps a non-2xx status by `classifyStatus`: `…_RATE_LIMITED` (429) and `…_UNAVAILABLE` (408, 409, 425, 5xx) are
 * transient, `…_REDIRECT` (3xx) and all others are permanent.
 * @param mapRejection maps the remaining statuses, whose meaning depends on the chat
 */
export function chatStatusError(
  chat: TeamChat,
  { status, headers }: { status: number; headers: Record<string, string | string[] | undefined> },
  mapRejection: (status: number) => AppError,
): AppError {
  const retryAfterMs = parseRetryAfter(headers['retry-after']);
  switch (classifyStatus(status)) {
    case 'rate_limited':
      return chatRateLimitError(chat, retryAfterMs);
    case 'transient':
    case 'uncertain':
      return transientChatError(
        chat,
        'UNAVAILABLE',
        `${CHANNEL_NAMES[chat]} failed (HTTP ${status}). This is usually temporary.`,
        { retryAfterMs },
      );
    case 'redirect':
      return permanentChatError(
        chat,
        'REDIRECT',
        `${CHANNEL_NAMES[chat]} redirects messages for this address (HTTP ${status}), and we don't follow redirects. ` +
          'Copy the address again.',
      );
    case 'permanent':
      return mapRejection(status);
  }
}

export function chatRateLimitError(chat: TeamChat, retryAfterMs?: number): AppError {
  return transientChatError(
    chat,
    'RATE_LIMITED',
    `${CHANNEL_NAMES[chat]} is receiving too many messages. This usually clears up within minutes.`,
    { retryAfterMs },
  );
}

/** Maps outbound HTTP errors to the chat's own codes. Errors caused by the caller's signal are returned unchanged. */
export function chatRequestError(chat: TeamChat, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, cause } = error;
  if (code === 'URL_NOT_ALLOWED') return permanentChatError(chat, 'ADDRESS_REFUSED', error.message);
  if (code === 'OUTBOUND_UNREACHABLE')
    return transientChatError(
      chat,
      'UNREACHABLE',
      `${CHANNEL_NAMES[chat]} can't be reached. This is usually temporary.`,
      {
        cause,
      },
    );
  if (error.kind !== 'timeout' || !code.startsWith('OUTBOUND_')) return error;
  return timedOut(
    chatCode(chat, 'UNCONFIRMED'),
    `${CHANNEL_NAMES[chat]} didn't respond in time. The message may have arrived.`,
    { retryable: true, cause },
  );
}
