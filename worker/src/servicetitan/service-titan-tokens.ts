import { createHash } from 'node:crypto';

import { z } from 'zod';

import { responseJson } from '@ringwell/platform/outbound/response-json';

import type { ServiceTitanAccount } from './service-titan-account';
import { credentialsRefused, serviceTitanError } from './service-titan-error';
import type { ServiceTitanHttp } from './service-titan-http';

/** Source: developer.servicetitan.io, "OAuth 2.0": no refresh token, and the endpoint is limited too, so tokens are kept. */
const ANSWER = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** A token is not used any more this long before its end: a request must not outlive it. */
const RENEW_BEFORE_MS = 60_000;
const REQUEST_TIMEOUT_MS = 10_000;
const SIGN_IN = { permission: 'the app', isWrite: false };

interface Token {
  value: string;
  /** On the clock of `performance.now()`. */
  usableUntil: number;
}

/** Access tokens of accounts: one for each set of keys, asked for once however many wait for it. */
export class ServiceTitanTokens {
  private readonly kept = new Map<string, Token>();
  private readonly underWay = new Map<string, Promise<Token>>();

  /** @param authUrlOf the address where an account signs in */
  constructor(
    private readonly http: ServiceTitanHttp,
    private readonly authUrlOf: (account: ServiceTitanAccount) => string,
  ) {}

  /**
   * A token that is good for a while.
   * @throws AppError `SERVICETITAN_CREDENTIALS`, what `serviceTitanError` says, or the signal's reason
   */
  async token(account: ServiceTitanAccount, signal: AbortSignal): Promise<string> {
    const key = keyOf(account);
    const kept = this.kept.get(key);
    if (kept && kept.usableUntil > performance.now()) return kept.value;
    const request = this.underWay.get(key) ?? this.renew(key, account);
    return (await unlessAborted(request, signal)).value;
  }

  /** Forgets a token that ServiceTitan does not take any more; a newer one stays. */
  drop(account: ServiceTitanAccount, value: string): void {
    const key = keyOf(account);
    if (this.kept.get(key)?.value === value) this.kept.delete(key);
  }

  /** Others may wait for it as well, so nobody's signal ends it. */
  private renew(key: string, account: ServiceTitanAccount): Promise<Token> {
    const request = this.ask(account)
      .then((token) => {
        this.forgetOld();
        this.kept.set(key, token);
        return token;
      })
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, request);
    return request;
  }

  private async ask(account: ServiceTitanAccount): Promise<Token> {
    const askedAt = performance.now();
    const { status, headers, body } = await this.http.exchange(
      {
        method: 'POST',
        url: new URL(`${this.authUrlOf(account)}/connect/token`),
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
    if (status === 400 || status === 401) throw credentialsRefused(status);
    if (status < 200 || status >= 300) throw serviceTitanError({ status, retryAfter: headers['retry-after'] }, SIGN_IN);
    const answer = ANSWER.safeParse(responseJson(body));
    if (!answer.success) throw serviceTitanError({ garbage: true }, SIGN_IN);
    const { access_token: value, expires_in: seconds } = answer.data;
    return { value, usableUntil: askedAt + seconds * 1_000 - RENEW_BEFORE_MS };
  }

  private forgetOld(): void {
    const now = performance.now();
    for (const [key, { usableUntil }] of this.kept) if (usableUntil < now) this.kept.delete(key);
  }
}

/** The secret as well: whoever enters a wrong one must not go on with the token of the right one. */
function keyOf({ environment, tenant, clientId, clientSecret }: ServiceTitanAccount): string {
  return createHash('sha256')
    .update(JSON.stringify([environment, tenant, clientId, clientSecret]))
    .digest('base64');
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
