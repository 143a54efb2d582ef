import type { Readable } from 'node:stream';

import type { z } from 'zod';

import { parseResponseJson } from '@ringwell/platform/outbound/response-json';

import type { ServiceTitanAccount, ServiceTitanSession } from './service-titan-account';
import { serviceTitanError, type RequestContext } from './service-titan-error';
import type { ServiceTitanHttp, ServiceTitanResponse } from './service-titan-http';
import type { ServiceTitanRateLimiter } from './service-titan-rate-limiter';
import type { ServiceTitanTokenCache } from './service-titan-token-cache';

export type ServiceTitanModuleName = 'jpm' | 'crm' | 'telecom';

/** The permission that each module's requests need. */
export const PERMISSIONS: Record<ServiceTitanModuleName, string> = {
  jpm: 'Jobs (read and write)',
  crm: 'Customers (read and write)',
  telecom: 'Calls (read)',
};

export interface ApiCall {
  module: ServiceTitanModuleName;
  /** Path under the tenant, without a leading slash. */
  path: string;
  query?: Record<string, string>;
  /** Defaults to the limits for a delivery. */
  timeoutMs?: number;
}

export interface ServiceTitanApiOptions {
  appKey: string;
  getApiUrl: (account: ServiceTitanAccount) => string;
  timeLimits?: ServiceTitanTimeLimits;
}

// ServiceTitan itself gives up after 100 s, but a whole delivery attempt only has 30 s.
const TIME_LIMITS = { readMs: 15_000, writeMs: 20_000 };
export type ServiceTitanTimeLimits = Partial<typeof TIME_LIMITS>;
const RECORDING_TIMEOUT_MS = 10 * 60_000;

/**
 * Sends requests with an account's token, within the tenant's rate limit. Renews a rejected token once. Every method
 * throws an AppError per `serviceTitanError`, or the signal's reason.
 */
export class ServiceTitanApi {
  private readonly timeLimits: typeof TIME_LIMITS;

  constructor(
    private readonly http: ServiceTitanHttp,
    private readonly tokens: ServiceTitanTokenCache,
    private readonly rateLimiter: ServiceTitanRateLimiter,
    private readonly options: ServiceTitanApiOptions,
  ) {
    this.timeLimits = { ...TIME_LIMITS, ...options.timeLimits };
  }

  async get<T>(session: ServiceTitanSession, call: ApiCall, schema: z.ZodType<T>): Promise<T> {
    const parsed = schema.safeParse(parseResponseJson(await this.sendRequest(session, call, 'GET')));
    if (!parsed.success) throw serviceTitanError({ isMalformed: true }, toContext(call)); // a cause would quote the response
    return parsed.data;
  }

  /** Returns `undefined` if the request succeeded but the response is unreadable. */
  async post<T>(
    session: ServiceTitanSession,
    call: ApiCall,
    body: object,
    schema: z.ZodType<T>,
  ): Promise<T | undefined> {
    const response = await this.sendRequest(session, call, 'POST', JSON.stringify(body));
    return schema.safeParse(parseResponseJson(response)).data;
  }

  /** Deletes can be repeated, so a lost response doesn't matter. */
  async delete(session: ServiceTitanSession, call: ApiCall): Promise<void> {
    await this.sendRequest(session, call, 'DELETE');
  }

  async download(session: ServiceTitanSession, call: ApiCall, maxBytes: number): Promise<Readable> {
    const context = toContext(call);
    const request = { method: 'GET', url: this.buildUrl(session, call), timeoutMs: RECORDING_TIMEOUT_MS } as const;
    const { status, headers, body } = await this.sendAuthorized(session, (authorization) =>
      this.http.open(
        { ...request, signal: session.signal, headers: { accept: '*/*', ...authorization } },
        context,
        maxBytes,
      ),
    );
    if (!body) throw serviceTitanError({ status, retryAfter: headers['retry-after'] }, context);
    return body;
  }

  private async sendRequest(
    session: ServiceTitanSession,
    call: ApiCall,
    method: 'GET' | 'POST' | 'DELETE',
    requestBody?: string,
  ): Promise<string> {
    const context = toContext(call, method === 'POST');
    const url = this.buildUrl(session, call);
    const { readMs, writeMs } = this.timeLimits;
    const { status, headers, body } = await this.sendAuthorized(session, (authorization) =>
      this.http.request(
        {
          method,
          url,
          body: requestBody,
          signal: session.signal,
          timeoutMs: call.timeoutMs ?? (context.isWrite ? writeMs : readMs),
          headers: {
            accept: 'application/json',
            ...(requestBody !== undefined && { 'content-type': 'application/json' }),
            ...authorization,
          },
        },
        context,
      ),
    );
    if (status < 200 || status >= 300) throw serviceTitanError({ status, retryAfter: headers['retry-after'] }, context);
    return body;
  }

  // Tokens can be revoked before they expire.
  private async sendAuthorized<T extends ServiceTitanResponse>(
    session: ServiceTitanSession,
    send: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const { environment, tenant, signal } = session;
    const sendWithToken = async (token: string): Promise<T> => {
      await this.rateLimiter.acquire(`${environment}:${tenant}`, signal);
      return send({ authorization: `Bearer ${token}`, 'st-app-key': this.options.appKey });
    };
    const token = await this.tokens.getToken(session, signal);
    const response = await sendWithToken(token);
    if (response.status !== 401) return response;
    this.tokens.dropToken(session, token);
    return sendWithToken(await this.tokens.getToken(session, signal));
  }

  private buildUrl(account: ServiceTitanAccount, { module, path, query = {} }: ApiCall): URL {
    const url = new URL(`${this.options.getApiUrl(account)}/${module}/v2/tenant/${account.tenant}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
}

export function toContext({ module }: Pick<ApiCall, 'module'>, isWrite = false): RequestContext {
  return { permission: PERMISSIONS[module], isWrite };
}
