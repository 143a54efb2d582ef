import type { SkipReason } from './call';

/** Why a channel cannot be used, whatever the account's settings are. */
export const CHANNEL_UNAVAILABLE_CODES = ['ADD_ON_MISSING', 'MAIL_UNAVAILABLE', 'SERVICETITAN_UNAVAILABLE'] as const;
export type ChannelUnavailableCode = (typeof CHANNEL_UNAVAILABLE_CODES)[number];

/**
 * Codes of the API's error responses. Clients switch on them, so a code is never renamed. The web app decides for each
 * one which text it shows (`web/src/lib/server-message.ts`).
 */
export const API_ERROR_CODES = [
  // Requests
  'BAD_REQUEST',
  'BODY_TOO_LARGE',
  'BODY_TOO_SLOW',
  'FORM_TOO_LARGE',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'JSON_TOO_DEEP',
  'JSON_TOO_MANY_VALUES',
  'MALFORMED_FORM',
  'MALFORMED_JSON',
  'NO_SUCH_ROUTE',
  'RATE_LIMITED',
  'REQUEST_ABORTED',
  'UNSUPPORTED_CONTENT_TYPE',
  'UNSUPPORTED_ENCODING',
  'VALIDATION_FAILED',
  // Sign-in, sessions, tokens, access
  'ACCOUNT_CHANGED',
  'ACCOUNT_GONE',
  'ADMIN_ONLY',
  'CHANGED_MEANWHILE',
  'CROSS_ORIGIN',
  'EMAIL_LINK_INVALID',
  'FORBIDDEN',
  'IMPERSONATING',
  'ROUTE_CLOSED',
  'SESSION_NOT_FOUND',
  'SIGNED_OUT',
  'SIGN_IN_DECLINED',
  'SIGN_IN_EXPIRED',
  'SIGN_IN_OFF',
  'SIGN_IN_PROVIDER_AWAY',
  'SIGN_IN_PROVIDER_FAILED',
  'SIGN_IN_PROVIDER_REFUSED',
  'SIGN_IN_REFUSED',
  'SIGN_UP_OFF',
  'TOKEN_IN_ADDRESS',
  'TOKEN_MISSING',
  'TOKEN_NOT_FOUND',
  'TOKEN_REFUSED',
  'UNAUTHENTICATED',
  // Accounts
  'ACCOUNT_DISABLED',
  'ACCOUNT_NOT_ACTIVE',
  'ACCOUNT_NOT_FOUND',
  'ACCOUNT_SWITCHED_OFF',
  'EMAIL_TAKEN',
  'LAST_ADMINISTRATOR',
  'OWN_ACCOUNT',
  'USER_NOT_FOUND',
  'CONTACT_MESSAGE_NOT_FOUND',
  // Settings and connections
  ...CHANNEL_UNAVAILABLE_CODES,
  'NOTHING_TO_CHANGE',
  'NOT_CONNECTED',
  'NO_SUCH_CHANNEL',
  'TEST_JUST_SENT',
  'UNSUBSCRIBE_ACCOUNT_GONE',
  'UNSUBSCRIBE_LINK_INVALID',
  // Calls
  'CALL_NOT_FOUND',
  'CALL_TOO_OLD',
  'CALL_UNDER_WAY',
  'DELIVERY_NOT_FOUND',
  'DELIVERY_UNDER_WAY',
  'DEMO_CALL',
  'EMPTY_RECORDING',
  'NO_SPEAKERS',
  'NO_TRANSCRIPT',
  'RANGE_NOT_SATISFIABLE',
  'RECORDING_EXPIRED',
  'RECORDING_MISSING',
  'RECORDING_TOO_LARGE',
  'SEARCH_TOO_SLOW',
  'TRANSCRIPT_CHANGED',
  'TRANSCRIPT_EXPIRED',
  'TWO_RECORDINGS',
  'UNSUPPORTED_AUDIO',
  'UPLOAD_TOO_SLOW',
  'URL_NOT_ALLOWED',
  // Demo
  'DEMO_LIMIT_REACHED',
  'DEMO_NOT_FOUND',
  'DEMO_ONLY',
  'DEMO_WITHOUT_RESULT',
  'FILE_TOO_LARGE',
  'INVALID_FILE_TYPE',
  // Billing
  'ALREADY_SUBSCRIBED',
  'BILLING_BUSY',
  'BILLING_FAILED',
  'BILLING_KEY_REFUSED',
  'BILLING_PRICES_MISSING',
  'BILLING_REFUSED',
  'CHECKOUT_NOT_FOUND',
  'NEVER_SUBSCRIBED',
  'WEBHOOK_SIGNATURE_INVALID',
  'WEBHOOK_UNREADABLE',
  'billing_not_configured', // lower case since its first release
  // The server
  'DATABASE_UNAVAILABLE',
  'INTERNAL',
  'SECRET_UNREADABLE',
  'STORAGE_FULL',
  'STORAGE_KEY_INVALID',
  'STORAGE_UNAVAILABLE',
  'TOO_SLOW',
] as const;
export type ApiErrorCode = (typeof API_ERROR_CODES)[number];

/**
 * Codes that only workers and command-line tools use. Workers store them with calls, deliveries and connections, always
 * together with a message. The API passes the code of a failed run on only in its response to a demo upload.
 */
export type WorkerErrorCode =
  | `${'ANALYSIS' | 'TRANSCRIPTION' | 'SHERPA_MODEL' | 'RECOGNISER' | 'DECODER'}_${string}`
  | `${'SERVICETITAN' | 'SLACK' | 'TEAMS' | 'GOOGLE_CHAT' | 'MAIL' | 'OUTBOUND'}_${string}`
  | Uppercase<SkipReason>
  | 'BILLING_UNREACHABLE'
  | 'CALL_MISSING'
  | 'CALL_WITHOUT_RESULT'
  | 'CHANNEL_SWITCHED_OFF'
  | 'DEADLINE_PASSED'
  | 'DELIVERY_INTERRUPTED'
  | 'DELIVERY_SUPERSEDED'
  | 'DELIVERY_TAKEN_OVER'
  | 'DELIVERY_TIMEOUT'
  | 'DELIVERY_UNCONFIRMED'
  | 'FFMPEG_MISSING'
  | 'METER_MISMATCH'
  | 'METER_MISSING'
  | 'NO_TEST'
  | 'RECORDING_HAS_NO_AUDIO'
  | 'RECORDING_PENDING'
  | 'RECORDING_TOO_LONG'
  | 'RECORDING_UNREADABLE'
  | 'RESPONSE_TOO_LARGE'
  | 'REVIEW_ALERTS_OFF'
  | 'USAGE'
  | 'WEBHOOK_NOT_CONNECTED'
  | 'WORKER_LOST'
  | 'WORK_DIR_UNSAFE';

export type ErrorCode = ApiErrorCode | WorkerErrorCode;
