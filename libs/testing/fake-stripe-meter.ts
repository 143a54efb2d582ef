import type { ProviderReply } from './fake-http-provider';
import type { FakeStripeCatalog } from './fake-stripe-catalog';
import { replyList, replyNotFound, replyRejected } from './stripe-replies';

// Times are Unix seconds.
interface FakeMeterEvent {
  identifier: string;
  customer: string;
  value: string;
  timestamp: number;
}

const DAY_SECONDS = 86_400;
const MAX_AGE_SECONDS = 35 * DAY_SECONDS;
const MAX_AHEAD_SECONDS = 300;
const MINUTE_SECONDS = 60;

/** Stripe's meters: accepts each event identifier once and sums the minutes. */
export class FakeStripeMeter {
  readonly events: FakeMeterEvent[] = [];
  private readonly knownIdentifiers = new Set<string>();

  constructor(private readonly catalog: FakeStripeCatalog) {}

  /** Simulates more than a day passing: known identifiers are accepted again. */
  forgetIdentifiers(): void {
    this.knownIdentifiers.clear();
  }

  clear(): void {
    this.events.length = 0;
    this.knownIdentifiers.clear();
  }

  serve(method: string, path: string, fields: Record<string, string>): ProviderReply | undefined {
    if (method === 'POST' && path === '/v1/billing/meter_events') return this.recordEvent(fields);
    const [, meter] = /^\/v1\/billing\/meters\/([^/]+)\/event_summaries$/.exec(path) ?? [];
    return method === 'GET' && meter !== undefined ? this.summarize(meter, fields) : undefined;
  }

  private recordEvent(fields: Record<string, string>): ProviderReply {
    const meter = this.catalog
      .listObjects('billing/meters')
      .find(({ event_name: name, status }) => name === fields['event_name'] && status === 'active');
    if (!meter)
      return replyRejected(
        `No active meter found for event name ${fields['event_name'] ?? ''}.`,
        'no_meter',
        'event_name',
      );
    const { identifier = '', 'payload[stripe_customer_id]': customer, 'payload[value]': value } = fields;
    if (identifier === '' || identifier.length > 100)
      return replyRejected('Invalid identifier.', undefined, 'identifier');
    if (customer === undefined || value === undefined || !/^\d{1,15}$/.test(value))
      return replyRejected('Invalid payload.', undefined, 'payload');
    const [timestamp, now] = [Number(fields['timestamp']), Date.now() / 1_000];
    const isValidTimestamp =
      Number.isInteger(timestamp) && timestamp >= now - MAX_AGE_SECONDS && timestamp <= now + MAX_AHEAD_SECONDS;
    if (!isValidTimestamp) return replyRejected('Invalid timestamp.', undefined, 'timestamp');
    if (this.knownIdentifiers.has(identifier))
      return replyRejected(`An event already exists with identifier ${identifier}.`);
    this.knownIdentifiers.add(identifier);
    this.events.push({ identifier, customer, value, timestamp });
    const payload = { stripe_customer_id: customer, value };
    return {
      body: {
        object: 'billing.meter_event',
        created: Math.floor(now),
        event_name: fields['event_name'],
        identifier,
        livemode: false,
        timestamp,
        payload,
      },
    };
  }

  // Without a grouping window, there's a single summary.
  private summarize(
    meter: string,
    { customer, start_time: start = '', end_time: end = '' }: Record<string, string>,
  ): ProviderReply {
    if (!this.catalog.listObjects('billing/meters').some(({ id }) => id === meter))
      return replyNotFound(`No such meter: '${meter}'`);
    const [from, to] = [Number(start), Number(end)];
    if (from % MINUTE_SECONDS !== 0 || to % MINUTE_SECONDS !== 0)
      return replyRejected('Times must be aligned with minute boundaries.');
    const events = this.events.filter(
      (event) => event.customer === customer && event.timestamp >= from && event.timestamp < to,
    );
    const minutes = events.reduce((sum, { value }) => sum + Number(value), 0);
    const summary = {
      id: `mtrusg_${meter}`,
      object: 'billing.meter_event_summary',
      aggregated_value: minutes,
      start_time: from,
      end_time: to,
      livemode: false,
      meter,
    };
    return replyList(`/v1/billing/meters/${meter}/event_summaries`, minutes > 0 ? [summary] : [], false);
  }
}
