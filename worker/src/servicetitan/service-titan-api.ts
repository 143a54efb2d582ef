import type { Readable } from 'node:stream';

import type { z } from 'zod';

import { responseJson } from '@ringwell/platform/outbound/response-json';

import type { ServiceTitanAccount } from './service-titan-account';
import { serviceTitanError, type Attempted } from './service-titan-error';
import type { ServiceTitanAnswer, ServiceTitanHttp } from './service-titan-http';
import type { ServiceTitanPace } from './service-titan-pace';
import type { ServiceTitanTokens } from './service-titan-tokens';

/** The parts of ServiceTitan's API that are used. */
export type ServiceTitanModuleName = 'jpm' | 'crm' | 'telecom';

export interface ApiCall {
  module: ServiceTitanModuleName;
  /** Behind the tenant, without a slash at the beginning. Ids in it are digits. */
  path: string;
  query?: Record<string, string>;
  /** Named to people when it is missing. */
  permission: string;
}

export interface ServiceTitanApiOptions {
  /** `SERVICETITAN_APP_KEY` */
  appKey: string;
  /** The address of the API for an account's environment. */
  apiUrlOf: (account: ServiceTitanAccount) => string;
  timeLimits?: ServiceTitanTimeLimits;
}

/** Longest times for one request, its answer included. */
export interface ServiceTitanTimeLimits {
  readMs?: number;
  writeMs?: number;
}

/** ServiceTitan itself gives up after 100 s; who sends a note has 30 s for everything. */
const TIME_LIMITS = { readMs: 15_000, writeMs: 20_000 };
const RECORDING_TIMEOUT_MS = 10 * 60_000;

/**
 * Requests in an account's name: with its token, which is renewed once when it is refused, and within what ServiceTitan takes of one
 * tenant. Every method throws AppError as `serviceTitanError` says, or the signal's reason.
 */
export class ServiceTitanApi {
  private readonly timeLimits: Required<ServiceTitanTimeLimits>;

  constructor(
    private readonly http: ServiceTitanHttp,
    private readonly tokens: ServiceTitanTokens,
    private readonly pace: ServiceTitanPace,
    private readonly options: ServiceTitanApiOptions,
  ) {
    this.timeLimits = { ...TIME_LIMITS, ...options.timeLimits };
  }

  async get<T>(account: ServiceTitanAccount, call: ApiCall, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    const attempted = { permission: call.permission, isWrite: false };
    const { body } = await this.exchange(account, call, 'GET', attempted, signal);
    const answer = schema.safeParse(responseJson(body));
    if (!answer.success) throw serviceTitanError({ garbage: true }, attempted); // its cause would quote the answer
    return answer.data;
  }

  /** @returns the answer, `undefined` when it cannot be read: what was to be written is written all the same */
  async post<T>(
    account: ServiceTitanAccount,
    call: ApiCall,
    body: object,
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const answer = await this.exchange(
      account,
      call,
      'POST',
      { permission: call.permission, isWrite: true },
      signal,
      JSON.stringify(body),
    );
    return schema.safeParse(responseJson(answer.body)).data;
  }

  /** A file of at most so many bytes, as it comes. */
  async download(
    account: ServiceTitanAccount,
    call: ApiCall,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<Readable> {
    const attempted = { permission: call.permission, isWrite: false };
    const url = this.urlOf(account, call);
    const { status, headers, body } = await this.authorised(account, signal, (authorisation) =>
      this.http.open(
        {
          method: 'GET',
          url,
          headers: { accept: '*/*', ...authorisation },
          signal,
          timeoutMs: RECORDING_TIMEOUT_MS,
        },
        attempted,
        maxBytes,
      ),
    );
    if (!body) throw serviceTitanError({ status, retryAfter: headers['retry-after'] }, attempted);
    return body;
  }

  private async exchange(
    account: ServiceTitanAccount,
    call: ApiCall,
    method: 'GET' | 'POST',
    attempted: Attempted,
    signal: AbortSignal,
    body?: string,
  ): Promise<{ body: string }> {
    const url = this.urlOf(account, call);
    const answer = await this.authorised(account, signal, (authorisation) =>
      this.http.exchange(
        {
          method,
          url,
          body,
          signal,
          timeoutMs: attempted.isWrite ? this.timeLimits.writeMs : this.timeLimits.readMs,
          headers: {
            accept: 'application/json',
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...authorisation,
          },
        },
        attempted,
      ),
    );
    if (answer.status < 200 || answer.status >= 300)
      throw serviceTitanError({ status: answer.status, retryAfter: answer.headers['retry-after'] }, attempted);
    return answer;
  }

  /** A token may have been taken back before its time: then there is one more try with a new one. */
  private async authorised<T extends ServiceTitanAnswer>(
    account: ServiceTitanAccount,
    signal: AbortSignal,
    send: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const attempt = async (token: string): Promise<T> => {
      await this.pace.turn(`${account.environment}:${account.tenant}`, signal);
      return send({ authorization: `Bearer ${token}`, 'st-app-key': this.options.appKey });
    };
    const token = await this.tokens.token(account, signal);
    const answer = await attempt(token);
    if (answer.status !== 401) return answer;
    this.tokens.drop(account, token);
    return attempt(await this.tokens.token(account, signal));
  }

  private urlOf(account: ServiceTitanAccount, { module, path, query = {} }: ApiCall): URL {
    const url = new URL(`${this.options.apiUrlOf(account)}/${module}/v2/tenant/${account.tenant}/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }
}
