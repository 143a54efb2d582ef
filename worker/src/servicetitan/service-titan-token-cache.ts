import { createHash } from 'node:crypto';

import { z } from 'zod';

import { parseResponseJson } from '@ringwell/platform/outbound/response-json';

import type { ServiceTitanAccount } from './service-titan-account';
import { credentialsError, serviceTitanError } from './service-titan-error';
import type { ServiceTitanHttp } from './service-titan-http';

// There are no refresh tokens, and the endpoint is rate-limited. Source: developer.servicetitan.io, "OAuth 2.0".
const TOKEN_RESPONSE_SCHEMA = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

// Tokens are renewed this long before they expire, so that none expires mid-request.
const RENEW_BEFORE_MS = 60_000;
const REQUEST_TIMEOUT_MS = 10_000;
const SIGN_IN = { permission: 'the app', isWrite: false };

interface Token {
  value: string;
  // A `performance.now()` timestamp.
  usableUntil: number;
}

/** Caches one access token per set of credentials. Concurrent callers share one request. */
export class ServiceTitanTokenCache {
  private readonly cachedTokens = new Map<string, Token>();
  private readonly pendingRequests = new Map<string, Promise<Token>>();

  constructor(
    private readonly http: ServiceTitanHttp,
    private readonly getAuthUrl: (account: ServiceTitanAccount) => string,
  ) {}

  /**
   * Returns a token that's valid for at least another minute.
   * @throws AppError `SERVICETITAN_CREDENTIALS` or per `serviceTitanError`, or the signal's reason
   */
  async getToken(account: ServiceTitanAccount, signal: AbortSignal): Promise<string> {
    const key = cacheKey(account);
    const cachedToken = this.cachedTokens.get(key);
    if (cachedToken && cachedToken.usableUntil > performance.now()) return cachedToken.value;
    const request = this.pendingRequests.get(key) ?? this.renewToken(key, account);
    return (await rejectOnAbort(request, signal)).value;
  }

  /** Removes a rejected token unless it has since been renewed. */
  dropToken(account: ServiceTitanAccount, value: string): void {
    const key = cacheKey(account);
    if (this.cachedTokens.get(key)?.value === value) this.cachedTokens.delete(key);
  }

  // Doesn't take a signal, because other callers may be waiting for the same request.
  private renewToken(key: string, account: ServiceTitanAccount): Promise<Token> {
    const request = this.requestToken(account)
      .then((token) => {
        this.removeExpired();
        this.cachedTokens.set(key, token);
        return token;
      })
      .finally(() => this.pendingRequests.delete(key));
    this.pendingRequests.set(key, request);
    return request;
  }

  private async requestToken(account: ServiceTitanAccount): Promise<Token> {
    const requestedAt = performance.now();
    const { status, headers, body } = await this.http.request(
      {
        method: 'POST',
        url: new URL(`${this.getAuthUrl(account)}/connect/token`),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: account.clientId,
          client_secret: account.clientSecret,
        }).toString(),
        timeoutMs: REQUEST_TIMEOUT_MS,
      },
      SIGN_IN,
    );
    if (status === 400 || status === 401) throw credentialsError(status);
    if (status < 200 || status >= 300) throw serviceTitanError({ status, retryAfter: headers['retry-after'] }, SIGN_IN);
    const parsed = TOKEN_RESPONSE_SCHEMA.safeParse(parseResponseJson(body));
    if (!parsed.success) throw serviceTitanError({ isMalformed: true }, SIGN_IN);
    const { access_token: value, expires_in: seconds } = parsed.data;
    return { value, usableUntil: requestedAt + seconds * 1_000 - RENEW_BEFORE_MS };
  }

  private removeExpired(): void {
    const now = performance.now();
    for (const [key, { usableUntil }] of this.cachedTokens) if (usableUntil < now) this.cachedTokens.delete(key);
  }
}

// The key includes the secret, so that a wrong secret never gets the correct one's token.
function cacheKey({ environment, tenant, clientId, clientSecret }: ServiceTitanAccount): string {
  return createHash('sha256')
    .update(JSON.stringify([environment, tenant, clientId, clientSecret]))
    .digest('base64');
}

function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
