import { invalid, providerFailed, timedOut, type AppError } from '@ringwell/domain/errors/app-error';
import { OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';
import { findCertificateProblem } from '@ringwell/platform/certificate-problem';

interface SmtpFailure {
  code?: string;
  responseCode?: number;
  response?: string;
  // True for 5xx replies except 503; undefined without a reply.
  permanent?: boolean;
  command?: string;
  // Operating system or OpenSSL error code if the connection failed.
  originalCode?: string;
}

interface Retry {
  retryable: boolean;
  retryAfterMs?: number;
}

/** Shown to customers when only the operator can help. */
export const EMAIL_UNAVAILABLE = "Email isn't available right now. Contact support.";

// RFC 4954, section 6. Servers may send it in reply to any command.
const AUTHENTICATION_REQUIRED = 530;
// The delay is long because the operator has to correct the credentials.
const CREDENTIALS_RETRY_MS = 10 * 60_000;
const REJECTION_RETRY_MS = 2 * 60_000;
const WRONG_ADDRESS_RETRY_MS = 2 * 60_000;

const LIMIT_RETRY_MS = 60 * 60_000;

// Temporary rejections that servers report as permanent. The codes are from RFC 3463 and Gmail.
const LIMITS = [
  {
    pattern: /\b[45]\.2\.2\b|mailbox (?:is )?full|over quota/i,
    message: "The recipient's mailbox is full.",
  },
  {
    pattern:
      /\b5\.4\.5\b|\b(?:sending|daily|hourly|messages?|rate) (?:user |sending |rate )*(?:limit|quota)|too many (?:messages|emails)/i,
    message: 'Our mail server has reached its sending limit.',
  },
];
const TOO_LARGE = /\b5\.3\.4\b|message (?:size|is too (?:big|large))/i;
// Responses from Exchange, Postfix, Exim and Amazon that mention the recipient or message but reject the sender.
const SENDER_NOT_ALLOWED =
  /\b5\.7\.60\b|\b5\.2\.252\b|\bsend ?as|as this sender|sender address rejected|not owned by user|address is not verified|\brelay(?:ing)?\b/i;

// The operator sees this text. The mail server may just be restarting.
const NO_RESPONSE =
  "The mail server isn't responding. If this continues, check the host and port in SMTP_URL (smtps:// for port 465, otherwise smtp://).";

/**
 * Maps a mail server failure to an AppError. The server's own text is never included, because it may quote the email.
 *
 * | failure | code | kind | retryable |
 * |---|---|---|---|
 * | recipient rejected with 5xx | `MAIL_RECIPIENT_REFUSED` | provider | no |
 * | sender rejected with 5xx | `MAIL_SENDER_REFUSED` | provider | no |
 * | message rejected with 5xx | `MAIL_REFUSED` | provider | no |
 * | malformed address | `MAIL_ADDRESS_INVALID` | invalid | no |
 * | wrong or missing credentials | `MAIL_CREDENTIALS` | provider | yes, after ten minutes |
 * | rejected with 5xx before `MAIL FROM` | `MAIL_SERVER_REFUSES` | provider | yes, after two minutes |
 * | 4xx, such as greylisting | `MAIL_DEFERRED` | provider | yes |
 * | full mailbox or sending limit, even with 5xx | `MAIL_DEFERRED` | provider | yes, after an hour |
 * | sender or relaying not allowed | `MAIL_SENDER_REFUSED` | provider | yes, after ten minutes |
 * | timeout, broken connection or abort after sending | `MAIL_UNANSWERED` | timeout: uncertain | yes |
 * | untrusted certificate, or required TLS missing | `MAIL_SERVER_UNTRUSTED` | provider | yes, after ten minutes |
 * | unknown host name, or another service's port | `MAIL_SERVER_NOT_FOUND` | provider | yes, after two minutes |
 * | no connection, or one that broke earlier | `MAIL_SERVER_UNAVAILABLE` | provider | yes |
 */
export function mailError(thrown: unknown, { wasFullySent }: { wasFullySent: boolean }): AppError {
  const { code, responseCode, response = '', permanent, command, originalCode } = thrown as SmtpFailure;
  const error = (suffix: string, message: string, retry: Retry): AppError =>
    providerFailed(`MAIL_${suffix}`, message, { cause: thrown, ...retry });
  const serverProblem = (suffix: string, instruction: string, retry: Retry): AppError =>
    providerFailed(`MAIL_${suffix}`, EMAIL_UNAVAILABLE, {
      cause: new OperatorInstruction(instruction, thrown),
      ...retry,
    });

  const isTemporary = responseCode !== undefined && responseCode < 500;
  const certificate = findCertificateProblem({ code: originalCode });
  if (certificate !== undefined || (code === 'ETLS' && !isTemporary)) {
    const instruction = certificate
      ? `The mail server's certificate isn't trusted (${certificate}). Use the server's name from its certificate in ` +
        'SMTP_URL, or set NODE_EXTRA_CA_CERTS to its CA certificate file.'
      : "The mail server doesn't encrypt connections. Check the port in SMTP_URL.";
    return serverProblem('SERVER_UNTRUSTED', instruction, { retryable: true, retryAfterMs: CREDENTIALS_RETRY_MS });
  }
  const wrongAddress = explainWrongAddress(thrown as SmtpFailure);
  if (wrongAddress !== undefined) {
    return serverProblem('SERVER_NOT_FOUND', wrongAddress, { retryable: true, retryAfterMs: WRONG_ADDRESS_RETRY_MS });
  }
  if (responseCode === AUTHENTICATION_REQUIRED && /STARTTLS/i.test(response)) {
    return serverProblem(
      'SERVER_UNTRUSTED',
      "The mail server requires TLS, but doesn't offer it on this port. Use smtps:// and port 465 in SMTP_URL.",
      { retryable: true, retryAfterMs: CREDENTIALS_RETRY_MS },
    );
  }
  if ((code === 'EAUTH' && !isTemporary) || code === 'ENOAUTH' || responseCode === AUTHENTICATION_REQUIRED) {
    return serverProblem(
      'CREDENTIALS',
      'The mail server rejected our username or password, or requires a login. Check SMTP_URL.',
      { retryable: true, retryAfterMs: CREDENTIALS_RETRY_MS },
    );
  }
  if (code === 'EENVELOPE' && responseCode === undefined) {
    return invalid('MAIL_ADDRESS_INVALID', "The email doesn't have a valid sender or recipient. Check the addresses.", {
      cause: thrown,
    });
  }
  if (permanent === true) {
    const limit = LIMITS.find(({ pattern }) => pattern.test(response));
    if (limit) return error('DEFERRED', limit.message, { retryable: true, retryAfterMs: LIMIT_RETRY_MS });
    if (TOO_LARGE.test(response))
      return error('REFUSED', `The mail server says that this email is too large (SMTP ${responseCode}).`, {
        retryable: false,
      });
    if (SENDER_NOT_ALLOWED.test(response)) {
      return serverProblem(
        'SENDER_REFUSED',
        `The mail server doesn't let us send from MAIL_FROM (SMTP ${responseCode}). Check MAIL_FROM, and the user in SMTP_URL.`,
        { retryable: true, retryAfterMs: CREDENTIALS_RETRY_MS },
      );
    }
  }
  if (responseCode !== undefined) {
    const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
    if (permanent === true && command === 'RCPT TO') {
      return error(
        'RECIPIENT_REFUSED',
        `The mail server rejected this address (SMTP ${responseCode}). Check that it's spelled correctly and still exists.`,
        { retryable: false },
      );
    }
    if (permanent === true && command === 'MAIL FROM') {
      return serverProblem(
        'SENDER_REFUSED',
        `The mail server rejected our sender address (SMTP ${responseCode}). Check MAIL_FROM.`,
        { retryable: false },
      );
    }
    if (permanent === true && isAboutMessage) {
      return error(
        'REFUSED',
        `The mail server rejected this email (SMTP ${responseCode}), possibly as spam. ` +
          "Ask the recipient's email admin to allow our emails.",
        { retryable: false },
      );
    }
    if (permanent === true) {
      return serverProblem(
        'SERVER_REFUSES',
        `The mail server doesn't accept emails from us (SMTP ${responseCode}). Check SMTP_URL.`,
        { retryable: true, retryAfterMs: REJECTION_RETRY_MS },
      );
    }
    return error(
      'DEFERRED',
      `The mail server can't accept this email right now (SMTP ${responseCode}). This is usually temporary.`,
      { retryable: true },
    );
  }
  if (wasFullySent) {
    return timedOut('MAIL_UNANSWERED', "The mail server received the email but didn't confirm it.", {
      retryable: true,
      cause: thrown,
    });
  }
  return providerFailed(
    'MAIL_SERVER_UNAVAILABLE',
    "The mail server can't be reached, or is too slow. This is usually temporary.",
    { cause: command === 'CONN' ? new OperatorInstruction(NO_RESPONSE, thrown) : thrown, retryable: true },
  );
}

// Returns how to correct SMTP_URL, or `undefined` if it may be correct.
function explainWrongAddress({ code, responseCode, command, originalCode }: SmtpFailure): string | undefined {
  if (command !== 'CONN') return undefined;
  if (originalCode === 'ENOTFOUND')
    return (
      "The mail server's host name doesn't exist. Check the host in SMTP_URL, and encode # / ? @ in the password as " +
      '%23 %2F %3F %40.'
    );
  if (originalCode === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return "The mail server doesn't start with TLS on this port. Use smtp:// in SMTP_URL, or port 465.";
  // Even a mail server may greet with an error, such as 421 for too many connections.
  if (code === 'EPROTOCOL' && responseCode === undefined)
    return 'Something other than a mail server responded. Check the host and port in SMTP_URL.';
  return undefined;
}
