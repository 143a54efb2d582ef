import { randomUUID } from 'node:crypto';

import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';

export interface StripeRequest {
  method: string;
  path: string;
  /** Query and form fields by Stripe's names, such as `line_items[0][price]`. */
  fields: Record<string, string>;
  idempotencyKey?: string;
  authorization?: string;
}

interface FakeCheckoutSession {
  id: string;
  url: string;
  status: 'open' | 'complete' | 'expired';
  customer_details: { email: string | null } | null;
}

interface FakeOwner {
  customer?: string;
  metadata?: Record<string, string>;
}

/** Few, so that a handful takes several; Stripe gives up to 100. */
const PAGE_SIZE = 2;

/** The part of Stripe's API that we use, in its wire format: forms in, JSON out. What it is asked to keep, it keeps. */
export class FakeStripeServer extends FakeHttpProvider<StripeRequest> {
  readonly secretKey = 'sk_test_FakeStripeServer0000000000000000';
  /** Ids by lookup key. */
  readonly prices = new Map([['ringwell_base', 'price_base'], ['ringwell_overage', 'price_overage'], ['ringwell_team_chat', 'price_team_chat']]);
  readonly sessions = new Map<string, FakeCheckoutSession>();
  /** Status by id. */
  readonly subscriptions = new Map<string, string>();

  private readonly owners = new Map<string, FakeOwner>();
  /** Status by id as the search knows it, which learns of new subscriptions only. */
  private readonly searchIndex = new Map<string, string>();
  private readonly answersByKey = new Map<string, { fields: string; reply: ProviderReply }>();

  reply = (request: StripeRequest): ProviderReply => this.serve(request);

  /** How Stripe words an error. */
  static failing(status: number, error: { type: string; code?: string; message: string }): ProviderReply {
    return { status, headers: { 'request-id': `req_${randomUUID().slice(0, 8)}` }, body: { error } };
  }

  /** A subscription of somebody. */
  subscribe(id: string, owner: FakeOwner, status = 'active'): void {
    this.owners.set(id, owner);
    this.searchIndex.set(id, status);
    this.subscriptions.set(id, status);
  }

  /** A session that somebody has paid for. */
  complete(sessionId: string, email: string): void {
    const session = this.sessions.get(sessionId);
    if (!session) throw new Error(`There is no session ${sessionId}.`);
    Object.assign(session, { status: 'complete', customer_details: { email } });
  }

  /** What a working Stripe answers. */
  serve(request: StripeRequest): ProviderReply {
    const { authorization, idempotencyKey } = request;
    if (authorization !== `Bearer ${this.secretKey}`) {
      return FakeStripeServer.failing(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${authorization ?? ''}` });
    }
    if (request.method !== 'POST' || !idempotencyKey) return this.route(request);
    const fields = JSON.stringify(request.fields);
    const earlier = this.answersByKey.get(idempotencyKey);
    if (earlier && earlier.fields !== fields) {
      return FakeStripeServer.failing(400, { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters.' });
    }
    const reply = earlier?.reply ?? this.route(request);
    this.answersByKey.set(idempotencyKey, { fields, reply });
    return reply;
  }

  protected async read({ method, url, headers, body }: ProviderRequest): Promise<StripeRequest> {
    const key = headers['idempotency-key'];
    return {
      method,
      path: url.pathname,
      fields: Object.fromEntries([...url.searchParams, ...new URLSearchParams(body.toString())]),
      idempotencyKey: typeof key === 'string' ? key : undefined,
      authorization: headers.authorization,
    };
  }

  private route({ method, path, fields }: StripeRequest): ProviderReply {
    const [, resource = '', id = ''] = /^\/v1\/(prices|checkout\/sessions|subscriptions)(?:\/([^/]+))?$/.exec(path) ?? [];
    switch (`${method} ${resource}`) {
      case 'GET prices': return this.listPrices(fields);
      case 'POST checkout/sessions': return this.createSession(fields);
      case 'GET checkout/sessions': return found(this.sessions.get(id), `No such checkout.session: ${id}`);
      case 'GET subscriptions': return id === 'search' ? this.searchSubscriptions(fields) : id ? this.subscription(id) : this.listSubscriptions(fields);
      case 'DELETE subscriptions': return this.cancel(id);
      default: return FakeStripeServer.failing(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path}).` });
    }
  }

  private listPrices(fields: Record<string, string>): ProviderReply {
    const wanted = Object.entries(fields).flatMap(([name, value]) => (name.startsWith('lookup_keys[') ? [value] : []));
    const data = wanted.flatMap((key) => {
      const id = this.prices.get(key);
      return id === undefined ? [] : [{ id, object: 'price', active: true, lookup_key: key }];
    });
    return { body: { object: 'list', url: '/v1/prices', has_more: false, data } };
  }

  private createSession(fields: Record<string, string>): ProviderReply {
    const unknown = Object.entries(fields).find(([name, value]) => /^line_items\[\d+]\[price]$/.test(name) && ![...this.prices.values()].includes(value));
    if (unknown) return missing(`No such price: '${unknown[1]}'`);
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    const email = fields['customer_email'];
    const session: FakeCheckoutSession = { id, url: `https://checkout.stripe.test/c/pay/${id}`, status: 'open', customer_details: email ? { email } : null };
    this.sessions.set(id, session);
    return { body: { object: 'checkout.session', ...session } };
  }

  private subscription(id: string): ProviderReply {
    const status = this.subscriptions.get(id);
    return found(status === undefined ? undefined : { id, object: 'subscription', status }, `No such subscription: '${id}'`);
  }

  /** All of a customer that are not canceled, as long as no status is asked for. */
  private listSubscriptions({ customer, starting_after: after }: Record<string, string>): ProviderReply {
    const ids = this.subscriptionsOf((owner) => owner.customer === customer);
    if (ids.length === 0) return missing(`No such customer: '${customer ?? ''}'`);
    const live = ids.filter((id) => this.subscriptions.get(id) !== 'canceled');
    const start = after === undefined ? 0 : live.indexOf(after) + 1;
    const data = live.slice(start, start + PAGE_SIZE).map((id) => ({ id, object: 'subscription', status: this.subscriptions.get(id) }));
    return { body: { object: 'list', url: '/v1/subscriptions', has_more: start + PAGE_SIZE < live.length, data } };
  }

  private subscriptionsOf(isOwner: (owner: FakeOwner) => boolean): string[] {
    return [...this.subscriptions.keys()].filter((id) => isOwner(this.owners.get(id) ?? {}));
  }

  private searchSubscriptions({ query = '', page = '0' }: Record<string, string>): ProviderReply {
    const [, name = '', value] = /^metadata\['(\w+)']:'([^']*)'$/.exec(query) ?? [];
    const ids = this.subscriptionsOf(({ metadata }) => value !== undefined && metadata?.[name] === value);
    const end = Number(page) + PAGE_SIZE;
    const hasMore = end < ids.length;
    const data = ids.slice(Number(page), end).map((id) => ({ id, object: 'subscription', status: this.searchIndex.get(id) }));
    return { body: { object: 'search_result', url: '/v1/subscriptions/search', has_more: hasMore, next_page: hasMore ? String(end) : null, data } };
  }

  /** One that has ended is as unknown to this call as one that never was. */
  private cancel(id: string): ProviderReply {
    if ((this.subscriptions.get(id) ?? 'canceled') === 'canceled') return missing(`No such subscription: '${id}'`);
    this.subscriptions.set(id, 'canceled');
    return this.subscription(id);
  }
}

function found(body: object | undefined, message: string): ProviderReply {
  return body ? { body } : missing(message);
}

function missing(message: string): ProviderReply {
  return FakeStripeServer.failing(404, { type: 'invalid_request_error', code: 'resource_missing', message });
}
