import { AppError } from '@ringwell/domain/app-error';

/** What nodemailer says of a failure, as far as we go by it. */
interface SmtpFailure {
  code?: string;
  /** The reply's code, when the server replied at all. */
  responseCode?: number;
  /** True for a reply that refuses this mail for good: 5xx, but not 503. Not set without a reply. */
  permanent?: boolean;
  /** What the server replied to. */
  command?: string;
}

/** "Authentication required" (RFC 4954, 6), whatever it replies to. */
const SIGN_IN_FIRST = 530;
/** Wrong credentials are a matter for people. */
const CREDENTIALS_RETRY_MS = 10 * 60_000;
/** A server that lets nobody in is not asked every few seconds. */
const SERVER_REFUSES_RETRY_MS = 2 * 60_000;

/**
 * The one rule that turns a failure of the mail server into an AppError. The server's own words are never part of the
 * message: they may quote the mail or an address.
 *
 * | failure | code | kind | retryable |
 * |---|---|---|---|
 * | it refuses this recipient for good: 5xx | `MAIL_RECIPIENT_REFUSED` | provider | no |
 * | it refuses this sender for good | `MAIL_SENDER_REFUSED` | provider | no |
 * | it refuses this mail for good | `MAIL_REFUSED` | provider | no |
 * | an address that cannot be one | `MAIL_ADDRESS_INVALID` | invalid | no |
 * | wrong or missing credentials | `MAIL_CREDENTIALS` | provider | yes, after a while: the fault is not the mail's |
 * | it refuses us before it knows of a mail | `MAIL_SERVER_REFUSES` | provider | yes, after a while |
 * | it refuses for now: 4xx, such as greylisting | `MAIL_DEFERRED` | provider | yes |
 * | silence, a broken connection or an abort after it took the whole mail | `MAIL_UNANSWERED` | timeout | yes: it may have arrived |
 * | no connection, or one that broke before | `MAIL_SERVER_UNAVAILABLE` | provider | yes |
 */
export function mailError(thrown: unknown, { isHandedOver }: { isHandedOver: boolean }): AppError {
  const { code, responseCode, permanent, command } = thrown as SmtpFailure;
  const error = (suffix: string, message: string, rest: { retryable: boolean; retryAfterMs?: number }): AppError =>
    new AppError({ kind: 'provider', code: `MAIL_${suffix}`, message, cause: thrown, ...rest });

  if (code === 'EAUTH' || code === 'ENOAUTH' || responseCode === SIGN_IN_FIRST) {
    return error(
      'CREDENTIALS',
      'The mail server does not take our user name or password, or wants one. Whoever runs this server must check SMTP_URL.',
      { retryable: true, retryAfterMs: CREDENTIALS_RETRY_MS },
    );
  }
  if (code === 'EENVELOPE' && responseCode === undefined) {
    return new AppError({
      kind: 'invalid',
      code: 'MAIL_ADDRESS_INVALID',
      message: 'The mail has no usable sender or recipient. Check the addresses.',
      cause: thrown,
    });
  }
  if (responseCode !== undefined) {
    const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
    if (permanent === true && command === 'RCPT TO') {
      return error(
        'RECIPIENT_REFUSED',
        `The mail server takes no mail for this address (SMTP ${responseCode}). Check that it is spelt right and still exists.`,
        { retryable: false },
      );
    }
    if (permanent === true && command === 'MAIL FROM') {
      return error(
        'SENDER_REFUSED',
        `The mail server lets us send nothing under our address (SMTP ${responseCode}). Whoever runs this server must check MAIL_FROM.`,
        { retryable: false },
      );
    }
    if (permanent === true && isAboutThisMail) {
      return error(
        'REFUSED',
        `The mail server refused this mail (SMTP ${responseCode}), perhaps as spam. Ask whoever runs the recipient's mail to let it in.`,
        { retryable: false },
      );
    }
    if (permanent === true) {
      return error(
        'SERVER_REFUSES',
        `The mail server takes no mail from us (SMTP ${responseCode}). Whoever runs this server must check SMTP_URL.`,
        { retryable: true, retryAfterMs: SERVER_REFUSES_RETRY_MS },
      );
    }
    return error(
      'DEFERRED',
      `The mail server cannot take this mail now (SMTP ${responseCode}). Usually that passes by itself.`,
      { retryable: true },
    );
  }
  if (isHandedOver) {
    return new AppError({
      kind: 'timeout',
      code: 'MAIL_UNANSWERED',
      message: 'The mail server took the mail but did not confirm it.',
      retryable: true,
      cause: thrown,
    });
  }
  return error(
    'SERVER_UNAVAILABLE',
    'The mail server cannot be reached, or is too slow. Usually that passes by itself.',
    { retryable: true },
  );
}
