import { randomUUID } from 'node:crypto';

import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';
import { FakeStripeCatalog } from './fake-stripe-catalog';
import { FakeStripeMeter } from './fake-stripe-meter';
import { readStripeForm } from './stripe-form';
import { replyIfFound, replyList, replyNotFound, replyRejected, stripeErrorReply } from './stripe-replies';

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

// By default, a base plan subscription without a user id.
interface FakeSubscription {
  customer?: string;
  metadata?: Record<string, string>;
  // Ids or lookup keys.
  prices?: string[];
  // Times are Unix seconds. The period is the month being paid for.
  created?: number;
  periodStart?: number;
  periodEnd?: number;
  billingAnchor?: number;
}

// Small, so that a few objects span several pages; Stripe returns up to 100.
const PAGE_SIZE = 2;
const BASE_PRICES = ['ringwell_base', 'ringwell_overage'];
const MONTH_SECONDS = 30 * 86_400;

/** The part of Stripe's API that the product uses, in its wire format: forms in, JSON out. Objects are stored. */
export class FakeStripeServer extends FakeHttpProvider<StripeRequest> {
  readonly secretKey = 'sk_test_FakeStripeServer0000000000000000';
  readonly catalog = new FakeStripeCatalog();
  readonly meter = new FakeStripeMeter(this.catalog);
  readonly prices = this.catalog.prices;
  readonly sessions = new Map<string, FakeCheckoutSession>();
  // Status by id.
  readonly subscriptions = new Map<string, string>();
  // How invoices are treated while collection is paused, by subscription id.
  readonly pausedCollections = new Map<string, string>();

  private readonly details = new Map<string, FakeSubscription>();
  private readonly orders = new Map<string, Record<string, string>>();
  // Status by id in the search index, which is only updated for new subscriptions.
  private readonly searchIndex = new Map<string, string>();
  private readonly repliesByKey = new Map<string, { fields: string; reply: ProviderReply }>();

  readonly defaultReply = (request: StripeRequest): ProviderReply => this.serve(request);
  reply = this.defaultReply;

  /** Settings of a system that charges through this server. */
  get settings(): Record<string, string> {
    return { STRIPE_SECRET_KEY: this.secretKey, STRIPE_BASE_URL: this.origin };
  }

  static readonly errorReply = stripeErrorReply;

  /** Adds a subscription. With `isIndexed: false`, search doesn't find it yet. */
  subscribe(id: string, details: FakeSubscription, status = 'active', { isIndexed = true } = {}): void {
    const prices = (details.prices ?? BASE_PRICES).map((key) => this.prices.get(key) ?? key);
    this.details.set(id, { ...details, prices });
    this.pausedCollections.delete(id);
    if (isIndexed) this.searchIndex.set(id, status);
    this.subscriptions.set(id, status);
  }

  completeSession(sessionId: string, email: string): void {
    const session = this.sessions.get(sessionId);
    if (!session) throw new Error(`There is no session ${sessionId}.`);
    Object.assign(session, { status: 'complete', customer_details: { email } });
  }

  /** Pays for a session. Search doesn't find the new subscription yet. */
  pay(sessionId: string, email: string): { subscription: string; customer: string } {
    this.completeSession(sessionId, email);
    const order = readStripeForm(this.orders.get(sessionId) ?? {}) as {
      line_items: { price: string }[];
      customer?: string;
      subscription_data?: { metadata?: Record<string, string> };
    };
    const ids = {
      subscription: `sub_${randomUUID().slice(0, 8)}`,
      customer: order.customer ?? `cus_${randomUUID().slice(0, 8)}`,
    };
    this.subscribe(
      ids.subscription,
      {
        customer: ids.customer,
        metadata: order.subscription_data?.metadata,
        prices: order.line_items.map(({ price }) => price),
      },
      'active',
      { isIndexed: false },
    );
    return ids;
  }

  buildSubscription(id: string): { id: string } & Record<string, unknown> {
    const {
      customer = 'cus_nobody',
      metadata = {},
      prices = BASE_PRICES.map((key) => this.prices.get(key) ?? key),
      ...times
    } = this.details.get(id) ?? {};
    const {
      created = 1_790_000_000,
      periodStart = created,
      periodEnd = periodStart + MONTH_SECONDS,
      billingAnchor = periodStart,
    } = times;
    const items = prices.map((price, index) => ({
      id: `si_${id}_${index}`,
      object: 'subscription_item',
      price: this.catalog.getPrice(price),
      current_period_start: periodStart,
      current_period_end: periodEnd,
    }));
    const behavior = this.pausedCollections.get(id);
    return {
      id,
      object: 'subscription',
      status: this.subscriptions.get(id),
      customer,
      metadata,
      created,
      cancel_at_period_end: false,
      billing_cycle_anchor: billingAnchor,
      pause_collection: behavior === undefined ? null : { behavior, resumes_at: null },
      items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    };
  }

  serve(request: StripeRequest): ProviderReply {
    const { authorization, idempotencyKey } = request;
    if (authorization !== `Bearer ${this.secretKey}`) {
      return stripeErrorReply(401, {
        type: 'invalid_request_error',
        message: `Invalid API Key provided: ${authorization ?? ''}`,
      });
    }
    if (request.method !== 'POST' || !idempotencyKey) return this.route(request);
    const fields = JSON.stringify(request.fields);
    const earlierReply = this.repliesByKey.get(idempotencyKey);
    if (earlierReply && earlierReply.fields !== fields) {
      return stripeErrorReply(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    }
    const reply = earlierReply?.reply ?? this.route(request);
    this.repliesByKey.set(idempotencyKey, { fields, reply });
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
    const [, resource = '', id = ''] =
      /^\/v1\/(checkout\/sessions|subscriptions|billing_portal\/sessions)(?:\/([^/]+))?$/.exec(path) ?? [];
    switch (`${method} ${resource}`) {
      case 'POST checkout/sessions':
        return this.createSession(fields);
      case 'GET checkout/sessions':
        return replyIfFound(this.sessions.get(id), `No such checkout.session: ${id}`);
      case 'GET subscriptions':
        return id === 'search'
          ? this.searchSubscriptions(fields)
          : id
            ? this.replyWithSubscription(id)
            : this.listSubscriptions(fields);
      case 'POST subscriptions':
        return this.update(id, fields);
      case 'DELETE subscriptions':
        return this.cancel(id);
      case 'POST billing_portal/sessions':
        return this.openPortal(fields);
      default:
        return (
          this.meter.serve(method, path, fields) ??
          this.catalog.serve(method, path, fields) ??
          stripeErrorReply(404, {
            type: 'invalid_request_error',
            message: `Unrecognized request URL (${method}: ${path}).`,
          })
        );
    }
  }

  private createSession(fields: Record<string, string>): ProviderReply {
    const unknownPrice = Object.entries(fields).find(
      ([name, value]) => /^line_items\[\d+]\[price]$/.test(name) && ![...this.prices.values()].includes(value),
    );
    if (unknownPrice) return replyNotFound(`No such price: '${unknownPrice[1]}'`);
    const { customer } = fields;
    if (customer !== undefined && !this.isCustomer(customer))
      return replyNotFound(`No such customer: '${customer}'`, 'customer');
    const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
    const email = fields['customer_email'];
    const session: FakeCheckoutSession = {
      id,
      url: `https://checkout.stripe.test/c/pay/${id}`,
      status: 'open',
      customer_details: email ? { email } : null,
    };
    this.sessions.set(id, session);
    this.orders.set(id, fields);
    return { body: { object: 'checkout.session', ...session } };
  }

  // Without a configuration, Stripe uses the one saved in the dashboard, which doesn't exist here.
  private openPortal({ customer, configuration, return_url: returnUrl }: Record<string, string>): ProviderReply {
    if (!this.isCustomer(customer)) return replyNotFound(`No such customer: '${customer ?? ''}'`, 'customer');
    const hasConfiguration = this.catalog
      .listObjects('billing_portal/configurations')
      .some(({ id }) => id === configuration);
    if (!hasConfiguration)
      return replyRejected('No configuration provided and your default configuration has not been created.');
    return {
      body: {
        id: 'bps_1',
        object: 'billing_portal.session',
        customer,
        configuration,
        return_url: returnUrl,
        url: `https://billing.stripe.test/p/session/${customer ?? ''}`,
      },
    };
  }

  private isCustomer(customer: string | undefined): boolean {
    return customer !== undefined && this.findSubscriptionIds((details) => details.customer === customer).length > 0;
  }

  private replyWithSubscription(id: string): ProviderReply {
    return replyIfFound(
      this.subscriptions.has(id) ? this.buildSubscription(id) : undefined,
      `No such subscription: '${id}'`,
    );
  }

  // Without a status in the request, Stripe lists all subscriptions that aren't canceled.
  private listSubscriptions({ customer, starting_after: after }: Record<string, string>): ProviderReply {
    const ids = this.findSubscriptionIds((details) => details.customer === customer);
    if (ids.length === 0) return replyNotFound(`No such customer: '${customer ?? ''}'`);
    const listedIds = ids.filter((id) => this.subscriptions.get(id) !== 'canceled');
    const start = after === undefined ? 0 : listedIds.indexOf(after) + 1;
    return replyList(
      '/v1/subscriptions',
      listedIds.slice(start, start + PAGE_SIZE).map((id) => this.buildSubscription(id)),
      start + PAGE_SIZE < listedIds.length,
    );
  }

  private findSubscriptionIds(matches: (details: FakeSubscription) => boolean): string[] {
    return [...this.subscriptions.keys()].filter((id) => matches(this.details.get(id) ?? {}));
  }

  private searchSubscriptions({ query = '', page = '0' }: Record<string, string>): ProviderReply {
    const [, name = '', value] = /^metadata\['(\w+)']:'([^']*)'$/.exec(query) ?? [];
    const ids = this.findSubscriptionIds(({ metadata }) => value !== undefined && metadata?.[name] === value).filter(
      (id) => this.searchIndex.has(id),
    );
    const end = Number(page) + PAGE_SIZE;
    const hasMore = end < ids.length;
    const data = ids
      .slice(Number(page), end)
      .map((id) => ({ ...this.buildSubscription(id), status: this.searchIndex.get(id) }));
    return {
      body: {
        object: 'search_result',
        url: '/v1/subscriptions/search',
        has_more: hasMore,
        next_page: hasMore ? String(end) : null,
        data,
      },
    };
  }

  // Only supports pausing and resuming payment collection.
  private update(id: string, fields: Record<string, string>): ProviderReply {
    if (!this.subscriptions.has(id)) return replyNotFound(`No such subscription: '${id}'`);
    if (this.subscriptions.get(id) === 'canceled') {
      return replyRejected('A canceled subscription can only update its cancellation_details and metadata.');
    }
    const behavior = fields['pause_collection[behavior]'];
    if (behavior !== undefined) this.pausedCollections.set(id, behavior);
    else if (fields['pause_collection'] === '') this.pausedCollections.delete(id);
    else return replyRejected(`Received unknown parameters: ${Object.keys(fields).join(', ')}`);
    const pausedMetadata = fields['metadata[ringwell_paused]'];
    const current = this.details.get(id) ?? {};
    if (pausedMetadata !== undefined)
      this.details.set(id, { ...current, metadata: { ...current.metadata, ringwell_paused: pausedMetadata } });
    return this.replyWithSubscription(id);
  }

  // Stripe treats an ended subscription like an unknown one here.
  private cancel(id: string): ProviderReply {
    if ((this.subscriptions.get(id) ?? 'canceled') === 'canceled')
      return replyNotFound(`No such subscription: '${id}'`);
    this.subscriptions.set(id, 'canceled');
    return this.replyWithSubscription(id);
  }
}
