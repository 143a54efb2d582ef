import { AppError } from '@ringwell/domain/app-error';
import { classifyStatus } from '@ringwell/platform/outbound/http-failure';
import { parseRetryAfter } from '@ringwell/platform/outbound/retry-after';

/** A team chat, as errors name it. */
export interface ChatService {
  /** Begins the codes. */
  code: 'SLACK' | 'TEAMS' | 'GOOGLE_CHAT';
  /** As people know it. */
  name: string;
}

/** What a chat says of a message that somebody has to do something about. @param message what happened, and what to do */
export function chatRefusal(chat: ChatService, suffix: string, message: string): AppError {
  return new AppError({ kind: 'provider', code: `${chat.code}_${suffix}`, message });
}

/** A fault that may pass by itself; the message has not arrived. @param retryAfterMs how long the chat asks us to wait */
export function chatTrouble(
  chat: ChatService,
  suffix: string,
  message: string,
  rest: { retryAfterMs?: number; cause?: unknown } = {},
): AppError {
  return new AppError({ kind: 'provider', code: `${chat.code}_${suffix}`, message, retryable: true, ...rest });
}

/** Success was answered, but nothing that can be read: the message may have arrived, or something else than the chat may have answered. */
export function chatGarbage(chat: ChatService): AppError {
  return new AppError({
    kind: 'timeout',
    code: `${chat.code}_GARBAGE`,
    retryable: true,
    message: `${chat.name} answered with something that cannot be read; the message may have arrived.`,
  });
}

/**
 * An answer other than 2xx, by `classifyStatus`: `…_RATE_LIMITED` (429) and `…_UNAVAILABLE` (408, 409, 425, 5xx) may
 * pass, `…_REDIRECT` (3xx) and the rest are refusals.
 * @param refusal what a chat means by the statuses that are left
 */
export function chatStatusError(
  chat: ChatService,
  { status, headers }: { status: number; headers: Record<string, string | string[] | undefined> },
  refusal: (status: number) => AppError,
): AppError {
  const retryAfterMs = parseRetryAfter(headers['retry-after']);
  const statusClass = classifyStatus(status);
  if (statusClass === 'rate_limited')
    return chatTrouble(
      chat,
      'RATE_LIMITED',
      `${chat.name} is receiving too many messages. Usually that passes within minutes.`,
      { retryAfterMs },
    );
  if (statusClass === 'transient' || statusClass === 'uncertain') {
    return chatTrouble(chat, 'UNAVAILABLE', `${chat.name} failed (HTTP ${status}). Usually that passes by itself.`, {
      retryAfterMs,
    });
  }
  if (statusClass === 'redirect') {
    return chatRefusal(
      chat,
      'REDIRECT',
      `${chat.name} sends messages for this address elsewhere (HTTP ${status}), which is not followed. Copy the address again.`,
    );
  }
  return refusal(status);
}

/** What outbound HTTP throws, under the names of the chat. What ended the request from our side stays as it is. */
export function chatSendingError(chat: ChatService, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, cause } = error;
  if (code === 'URL_NOT_ALLOWED') return chatRefusal(chat, 'ADDRESS_REFUSED', error.message);
  if (code === 'OUTBOUND_UNREACHABLE')
    return chatTrouble(chat, 'UNREACHABLE', `${chat.name} cannot be reached. Usually that passes by itself.`, {
      cause,
    });
  if (error.kind !== 'timeout' || !code.startsWith('OUTBOUND_')) return error;
  return new AppError({
    kind: 'timeout',
    code: `${chat.code}_UNCONFIRMED`,
    retryable: true,
    cause,
    message: `${chat.name} did not answer in time; the message may have arrived.`,
  });
}
