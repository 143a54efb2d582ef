import { AppError } from '@ringwell/domain/app-error';
import { classifyStatus } from '@ringwell/platform/outbound/http-failure';
import { parseRetryAfter } from '@ringwell/platform/outbound/retry-after';

export interface ChatService {
  code: 'SLACK' | 'TEAMS' | 'GOOGLE_CHAT';
  name: string;
}

/** @param message the problem, and how to solve it */
export function permanentChatError(chat: ChatService, suffix: string, message: string): AppError {
  return new AppError({ kind: 'provider', code: `${chat.code}_${suffix}`, message });
}

/** A retryable error of a message that has not arrived. @param details `retryAfterMs` if the chat asked to wait */
export function transientChatError(
  chat: ChatService,
  suffix: string,
  message: string,
  details: { retryAfterMs?: number; cause?: unknown } = {},
): AppError {
  return new AppError({ kind: 'provider', code: `${chat.code}_${suffix}`, message, retryable: true, ...details });
}

/**
 * An error for an unreadable response with a successful status: the message may have arrived, or a server other than
 * the chat's responded.
 */
export function unreadableChatResponse(chat: ChatService): AppError {
  return new AppError({
    kind: 'timeout',
    code: `${chat.code}_GARBAGE`,
    retryable: true,
    message: `${chat.name} sent an unreadable response. The message may have arrived.`,
  });
}

/**
 * Maps a status other than 2xx, by `classifyStatus`: `…_RATE_LIMITED` (429) and `…_UNAVAILABLE` (408, 409, 425, 5xx)
 * are transient, `…_REDIRECT` (3xx) and the rest are permanent.
 * @param refusal maps the remaining statuses, which mean something else in each chat
 */
export function chatStatusError(
  chat: ChatService,
  { status, headers }: { status: number; headers: Record<string, string | string[] | undefined> },
  refusal: (status: number) => AppError,
): AppError {
  const retryAfterMs = parseRetryAfter(headers['retry-after']);
  switch (classifyStatus(status)) {
    case 'rate_limited':
      return chatRateLimited(chat, retryAfterMs);
    case 'transient':
    case 'uncertain':
      return transientChatError(
        chat,
        'UNAVAILABLE',
        `${chat.name} failed (HTTP ${status}). This is usually temporary.`,
        { retryAfterMs },
      );
    case 'redirect':
      return permanentChatError(
        chat,
        'REDIRECT',
        `${chat.name} redirects messages for this address (HTTP ${status}), and we don't follow redirects. ` +
          'Copy the address again.',
      );
    case 'permanent':
      return refusal(status);
  }
}

export function chatRateLimited(chat: ChatService, retryAfterMs?: number): AppError {
  return transientChatError(
    chat,
    'RATE_LIMITED',
    `${chat.name} is receiving too many messages. This usually clears up within minutes.`,
    { retryAfterMs },
  );
}

/**
 * Maps errors of outbound HTTP to the chat's own codes. Errors that the caller's signal caused are returned unchanged.
 */
export function chatRequestError(chat: ChatService, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, cause } = error;
  if (code === 'URL_NOT_ALLOWED') return permanentChatError(chat, 'ADDRESS_REFUSED', error.message);
  if (code === 'OUTBOUND_UNREACHABLE')
    return transientChatError(chat, 'UNREACHABLE', `${chat.name} can't be reached. This is usually temporary.`, {
      cause,
    });
  if (error.kind !== 'timeout' || !code.startsWith('OUTBOUND_')) return error;
  return new AppError({
    kind: 'timeout',
    code: `${chat.code}_UNCONFIRMED`,
    retryable: true,
    cause,
    message: `${chat.name} didn't respond in time. The message may have arrived.`,
  });
}
