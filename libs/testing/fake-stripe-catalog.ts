import { randomUUID } from 'node:crypto';

import type { ProviderReply } from './fake-http-provider';
import { readStripeForm, type FormValue } from './stripe-form';
import { replyIfFound, replyList, replyNotFound, replyRejected } from './stripe-replies';

type StripeObject = { id: string } & Record<string, unknown>;
type Form = Record<string, FormValue>;

// Required fields by object type.
const REQUIRED_FIELDS: Record<string, string[]> = {
  products: ['name'],
  prices: ['currency', 'product'],
  'billing/meters': ['display_name', 'event_name', 'default_aggregation'],
  webhook_endpoints: ['url', 'enabled_events'],
  'billing_portal/configurations': ['features'],
};
const ID_PREFIXES: Record<string, string> = {
  products: 'prod',
  prices: 'price',
  'billing/meters': 'mtr',
  webhook_endpoints: 'we',
  'billing_portal/configurations': 'bpc',
};

const RESOURCE_PATH =
  /^\/v1\/(products|prices|billing\/meters|webhook_endpoints|billing_portal\/configurations)(?:\/([^/]+))?(?:\/(reactivate))?$/;

export class FakeStripeCatalog {
  // Ids by lookup key.
  readonly prices = new Map([
    ['ringwell_base', 'price_base'],
    ['ringwell_overage', 'price_overage'],
    ['ringwell_team_chat', 'price_team_chat'],
  ]);
  private readonly objectsByKind = new Map<string, Map<string, StripeObject>>(
    Object.keys(REQUIRED_FIELDS).map((kind) => [kind, new Map<string, StripeObject>()]),
  );

  clear(): void {
    this.prices.clear();
    for (const objects of this.objectsByKind.values()) objects.clear();
  }

  listObjects(kind: string): StripeObject[] {
    return [...this.getObjects(kind).values()].map((object) => this.withLookupKey(kind, object));
  }

  getPrice(id: string): StripeObject {
    const price = this.getObjects('prices').get(id) ?? {
      id,
      object: 'price',
      active: true,
      metadata: {},
      product: 'prod_manual',
      currency: 'usd',
    };
    return this.withLookupKey('prices', price);
  }

  /** Creates an object without validation, as if it were created in the dashboard. */
  put(kind: string, object: StripeObject): void {
    this.getObjects(kind).set(object.id, { object: kind, metadata: {}, active: true, status: 'active', ...object });
  }

  serve(method: string, path: string, fields: Record<string, string>): ProviderReply | undefined {
    const [, kind = '', id, action] = RESOURCE_PATH.exec(path) ?? [];
    if (!kind) return undefined;
    if (method === 'GET') return id === undefined ? this.list(kind, fields) : this.retrieve(kind, id);
    if (method !== 'POST') return undefined;
    const form = readStripeForm(fields);
    return id === undefined
      ? this.create(kind, form)
      : this.update(kind, id, action === 'reactivate' ? { status: 'active' } : form);
  }

  private list(kind: string, fields: Record<string, string>): ProviderReply {
    const keys = Object.entries(fields).flatMap(([name, value]) => (name.startsWith('lookup_keys[') ? [value] : []));
    const candidates =
      kind === 'prices'
        ? keys.flatMap((key) => this.prices.get(key) ?? []).map((id) => this.getPrice(id))
        : this.listObjects(kind);
    const matches = candidates.filter(
      ({ active, status }) =>
        fields['active'] === undefined || (active === true || status === 'active') === (fields['active'] === 'true'),
    );
    const start =
      fields['starting_after'] === undefined ? 0 : matches.findIndex(({ id }) => id === fields['starting_after']) + 1;
    // One object per page, so that no code can rely on the first page alone.
    const end = start + (kind === 'prices' ? matches.length : 1);
    const hidesTiers = kind === 'prices' && fields['expand[0]'] !== 'data.tiers';
    return replyList(
      `/v1/${kind}`,
      matches.slice(start, end).map((object) => (hidesTiers ? { ...object, tiers: undefined } : removeSecret(object))),
      end < matches.length,
    );
  }

  private retrieve(kind: string, id: string): ProviderReply {
    const object = this.getObjects(kind).get(id);
    return replyIfFound(object && removeSecret(this.withLookupKey(kind, object)), `No such ${kind}: '${id}'`);
  }

  private create(kind: string, form: Form): ProviderReply {
    const missing = REQUIRED_FIELDS[kind]?.find((name) => form[name] === undefined);
    if (missing !== undefined)
      return replyRejected(`Missing required param: ${missing}.`, 'parameter_missing', missing);
    const rejection =
      kind === 'prices' ? this.rejectPrice(form) : kind === 'webhook_endpoints' ? rejectEndpoint(form) : undefined;
    if (rejection) return rejection;
    const { id: requestedId, lookup_key: lookupKey, transfer_lookup_key: _transferLookupKey, ...rest } = form;
    const id =
      typeof requestedId === 'string' ? requestedId : `${ID_PREFIXES[kind] ?? 'x'}_${randomUUID().slice(0, 8)}`;
    if (this.getObjects(kind).has(id)) return replyRejected('This id is taken.', 'resource_already_exists', 'id');
    const created: StripeObject = {
      object: kind,
      active: true,
      status: kind === 'webhook_endpoints' ? 'enabled' : 'active',
      metadata: {},
      ...parseFields(kind, rest),
      id,
    };
    if (kind === 'webhook_endpoints') created['secret'] = `whsec_${randomUUID().replaceAll('-', '')}`;
    this.getObjects(kind).set(created.id, created);
    if (typeof lookupKey === 'string') this.prices.set(lookupKey, created.id);
    return { body: this.withLookupKey(kind, created) };
  }

  private update(kind: string, id: string, form: Form): ProviderReply {
    const current =
      this.getObjects(kind).get(id) ??
      (kind === 'prices' && [...this.prices.values()].includes(id) ? this.getPrice(id) : undefined);
    if (!current) return replyNotFound(`No such ${kind}: '${id}'`);
    const { disabled, metadata, ...rest } = parseFields(kind, form);
    const updated = {
      ...current,
      ...rest,
      metadata: { ...(current['metadata'] as object), ...(metadata as object | undefined) },
      ...(disabled !== undefined && { status: disabled === true ? 'disabled' : 'enabled' }),
    };
    this.getObjects(kind).set(id, updated);
    return { body: removeSecret(this.withLookupKey(kind, updated)) };
  }

  private rejectPrice(form: Form): ProviderReply | undefined {
    const {
      product,
      lookup_key: key,
      recurring,
      billing_scheme: scheme,
    } = form as Record<string, string> & { recurring?: Record<string, string> };
    if (!this.getObjects('products').has(product ?? '')) return replyNotFound(`No such product: '${product ?? ''}'`);
    if (key !== undefined && this.prices.has(key) && form['transfer_lookup_key'] !== 'true') {
      return replyRejected('A price already uses that lookup key.', 'resource_already_exists', 'lookup_key');
    }
    const hasAmount = scheme === 'tiered' ? form['tiers'] && form['tiers_mode'] : form['unit_amount'];
    if (!hasAmount) return replyRejected('The amount is missing.', 'parameter_missing', 'unit_amount');
    const { usage_type: usage, meter = '' } = recurring ?? {};
    return usage === 'metered' && !this.getObjects('billing/meters').has(meter)
      ? replyNotFound(`No such meter: '${meter}'`)
      : undefined;
  }

  private withLookupKey(kind: string, object: StripeObject): StripeObject {
    if (kind !== 'prices') return object;
    return { ...object, lookup_key: [...this.prices].find(([, id]) => id === object.id)?.[0] ?? null };
  }

  private getObjects(kind: string): Map<string, StripeObject> {
    const objects = this.objectsByKind.get(kind);
    if (!objects) throw new Error(`There is no object type ${kind}.`);
    return objects;
  }
}

function rejectEndpoint({ url, enabled_events: events }: Form): ProviderReply | undefined {
  if (typeof url !== 'string' || !url.startsWith('https://'))
    return replyRejected('Invalid URL: it must be https.', 'url_invalid', 'url');
  return Array.isArray(events) && events.length > 0
    ? undefined
    : replyRejected('Events are missing.', 'parameter_missing', 'enabled_events');
}

// Stripe only returns the secret when the endpoint is created.
function removeSecret({ secret: _secret, ...rest }: StripeObject): StripeObject {
  return rest;
}

// Stripe returns numbers and booleans, even though forms only contain strings.
function parseFields(kind: string, form: Form): Record<string, unknown> {
  if (kind !== 'prices') return parseBooleans(form) as Record<string, unknown>;
  const { unit_amount: amount, recurring, tiers, ...rest } = parseBooleans(form) as Record<string, unknown>;
  return {
    ...rest,
    ...(typeof amount === 'string' && { unit_amount: Number(amount), unit_amount_decimal: amount }),
    ...(recurring !== undefined && {
      recurring: { interval_count: 1, usage_type: 'licensed', meter: null, ...(recurring as object) },
    }),
    ...(Array.isArray(tiers) && { tiers: tiers.map((tier) => parseTier(tier as Record<string, string>)) }),
  };
}

function parseTier({ up_to: upTo, unit_amount: amount, unit_amount_decimal: decimal }: Record<string, string>): object {
  return {
    up_to: upTo === 'inf' ? null : Number(upTo),
    flat_amount: null,
    flat_amount_decimal: null,
    unit_amount: amount === undefined ? null : Number(amount),
    unit_amount_decimal: decimal ?? amount,
  };
}

function parseBooleans(value: FormValue): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  if (typeof value === 'string') return value;
  return Array.isArray(value)
    ? value.map(parseBooleans)
    : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, parseBooleans(part)]));
}
