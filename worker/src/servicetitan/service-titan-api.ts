import type { Readable } from 'node:stream';

import type { z } from 'zod';

import { parseResponseJson } from '@ringwell/platform/outbound/response-json';

import type { ServiceTitanAccount } from './service-titan-account';
import { serviceTitanError, type RequestContext } from './service-titan-error';
import type { ServiceTitanHttp, ServiceTitanResponse } from './service-titan-http';
import type { ServiceTitanRateLimiter } from './service-titan-rate-limiter';
import type { ServiceTitanTokenCache } from './service-titan-token-cache';

export type ServiceTitanModuleName = 'jpm' | 'crm' | 'telecom';

export interface ApiCall {
  module: ServiceTitanModuleName;
  /** Path under the tenant, without a leading slash. */
  path: string;
  query?: Record<string, string>;
  permission: string;
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

  async get<T>(account: ServiceTitanAccount, call: ApiCall, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    const context = { permission: call.permission, isWrite: false };
    const { body } = await this.sendRequest(account, call, 'GET', context, signal);
    const parsed = schema.safeParse(parseResponseJson(body));
    if (!parsed.success) throw serviceTitanError({ isMalformed: true }, context); // a cause would quote the response
    return parsed.data;
  }

  /** Returns `undefined` if the request succeeded but the response is unreadable. */
  async post<T>(
    account: ServiceTitanAccount,
    call: ApiCall,
    body: object,
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const context = { permission: call.permission, isWrite: true };
    const response = await this.sendRequest(account, call, 'POST', context, signal, JSON.stringify(body));
    return schema.safeParse(parseResponseJson(response.body)).data;
  }

  /** Deletes can be repeated, so a lost response doesn't matter. */
  async delete(account: ServiceTitanAccount, call: ApiCall, signal: AbortSignal): Promise<void> {
    await this.sendRequest(account, call, 'DELETE', { permission: call.permission, isWrite: false }, signal);
  }

  async download(
    account: ServiceTitanAccount,
    call: ApiCall,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<Readable> {
    const context = { permission: call.permission, isWrite: false };
    const url = this.buildUrl(account, call);
    const { status, headers, body } = await this.sendAuthorized(account, signal, (authorization) =>
      this.http.open(
        {
          method: 'GET',
          url,
          headers: { accept: '*/*', ...authorization },
          signal,
          timeoutMs: RECORDING_TIMEOUT_MS,
        },
        context,
        maxBytes,
      ),
    );
    if (!body) throw serviceTitanError({ status, retryAfter: headers['retry-after'] }, context);
    return body;
  }

  private async sendRequest(
    account: ServiceTitanAccount,
    call: ApiCall,
    method: 'GET' | 'POST' | 'DELETE',
    context: RequestContext,
    signal: AbortSignal,
    body?: string,
  ): Promise<{ body: string }> {
    const url = this.buildUrl(account, call);
    const response = await this.sendAuthorized(account, signal, (authorization) =>
      this.http.request(
        {
          method,
          url,
          body,
          signal,
          timeoutMs: call.timeoutMs ?? (context.isWrite ? this.timeLimits.writeMs : this.timeLimits.readMs),
          headers: {
            accept: 'application/json',
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...authorization,
          },
        },
        context,
      ),
    );
    if (response.status < 200 || response.status >= 300)
      throw serviceTitanError({ status: response.status, retryAfter: response.headers['retry-after'] }, context);
    return response;
  }

  // Tokens can be revoked before they expire.
  private async sendAuthorized<T extends ServiceTitanResponse>(
    account: ServiceTitanAccount,
    signal: AbortSignal,
    send: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const sendWithToken = async (token: string): Promise<T> => {
      await this.rateLimiter.acquire(`${account.environment}:${account.tenant}`, signal);
      return send({ authorization: `Bearer ${token}`, 'st-app-key': this.options.appKey });
    };
    const token = await this.tokens.getToken(account, signal);
    const response = await sendWithToken(token);
    if (response.status !== 401) return response;
    this.tokens.dropToken(account, token);
    return sendWithToken(await this.tokens.getToken(account, signal));
  }

  private buildUrl(account: ServiceTitanAccount, { module, path, query = {} }: ApiCall): URL {
    const url = new URL(`${this.options.getApiUrl(account)}/${module}/v2/tenant/${account.tenant}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
}
