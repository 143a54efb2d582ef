import { randomUUID } from 'node:crypto';

import type { ProviderReply } from './fake-http-provider';
import { readStripeForm, type FormValue } from './stripe-form';
import { foundAtStripe, listOfStripe, missingAtStripe, rejectedByStripe } from './stripe-replies';

type StripeObject = { id: string } & Record<string, unknown>;
type Form = Record<string, FormValue>;

// Required fields by object type.
const REQUIRED: Record<string, string[]> = {
  products: ['name'],
  prices: ['currency', 'product'],
  'billing/meters': ['display_name', 'event_name', 'default_aggregation'],
  webhook_endpoints: ['url', 'enabled_events'],
  'billing_portal/configurations': ['features'],
};
const PREFIXES: Record<string, string> = {
  products: 'prod',
  prices: 'price',
  'billing/meters': 'mtr',
  webhook_endpoints: 'we',
  'billing_portal/configurations': 'bpc',
};

const ADDRESS =
  /^\/v1\/(products|prices|billing\/meters|webhook_endpoints|billing_portal\/configurations)(?:\/([^/]+))?(?:\/(reactivate))?$/;

export class FakeStripeCatalog {
  // Ids by lookup key.
  readonly prices = new Map([
    ['ringwell_base', 'price_base'],
    ['ringwell_overage', 'price_overage'],
    ['ringwell_team_chat', 'price_team_chat'],
  ]);
  private readonly things = new Map<string, Map<string, StripeObject>>(
    Object.keys(REQUIRED).map((kind) => [kind, new Map<string, StripeObject>()]),
  );

  clear(): void {
    this.prices.clear();
    for (const all of this.things.values()) all.clear();
  }

  all(kind: string): StripeObject[] {
    return [...this.kind(kind).values()].map((thing) => this.shown(kind, thing));
  }

  price(id: string): StripeObject {
    const thing = this.kind('prices').get(id) ?? {
      id,
      object: 'price',
      active: true,
      metadata: {},
      product: 'prod_by_hand',
      currency: 'usd',
    };
    return this.shown('prices', thing);
  }

  /** Creates an object without validation, like a change in the dashboard. */
  put(kind: string, thing: StripeObject): void {
    this.kind(kind).set(thing.id, { object: kind, metadata: {}, active: true, status: 'active', ...thing });
  }

  serve(method: string, path: string, fields: Record<string, string>): ProviderReply | undefined {
    const [, kind = '', id, action] = ADDRESS.exec(path) ?? [];
    if (!kind) return undefined;
    if (method === 'GET') return id === undefined ? this.list(kind, fields) : this.one(kind, id);
    if (method !== 'POST') return undefined;
    const form = readStripeForm(fields);
    return id === undefined
      ? this.make(kind, form)
      : this.change(kind, id, action === 'reactivate' ? { status: 'active' } : form);
  }

  private list(kind: string, fields: Record<string, string>): ProviderReply {
    const keys = Object.entries(fields).flatMap(([name, value]) => (name.startsWith('lookup_keys[') ? [value] : []));
    const chosen =
      kind === 'prices'
        ? keys.flatMap((key) => this.prices.get(key) ?? []).map((id) => this.price(id))
        : this.all(kind);
    const all = chosen.filter(
      ({ active, status }) =>
        fields['active'] === undefined || (active === true || status === 'active') === (fields['active'] === 'true'),
    );
    const start =
      fields['starting_after'] === undefined ? 0 : all.findIndex(({ id }) => id === fields['starting_after']) + 1;
    // One object per page, so that no code can rely on the first page alone.
    const end = start + (kind === 'prices' ? all.length : 1);
    const hidesTiers = kind === 'prices' && fields['expand[0]'] !== 'data.tiers';
    return listOfStripe(
      `/v1/${kind}`,
      all.slice(start, end).map((thing) => (hidesTiers ? { ...thing, tiers: undefined } : withoutSecret(thing))),
      end < all.length,
    );
  }

  private one(kind: string, id: string): ProviderReply {
    const thing = this.kind(kind).get(id);
    return foundAtStripe(thing && withoutSecret(this.shown(kind, thing)), `No such ${kind}: '${id}'`);
  }

  private make(kind: string, form: Form): ProviderReply {
    const missing = REQUIRED[kind]?.find((name) => form[name] === undefined);
    if (missing !== undefined)
      return rejectedByStripe(`Missing required param: ${missing}.`, 'parameter_missing', missing);
    const rejection =
      kind === 'prices' ? this.rejectPrice(form) : kind === 'webhook_endpoints' ? rejectEndpoint(form) : undefined;
    if (rejection) return rejection;
    const { id: wantedId, lookup_key: lookupKey, transfer_lookup_key: _transfer, ...rest } = form;
    const id = typeof wantedId === 'string' ? wantedId : `${PREFIXES[kind] ?? 'x'}_${randomUUID().slice(0, 8)}`;
    if (this.kind(kind).has(id)) return rejectedByStripe('This id is taken.', 'resource_already_exists', 'id');
    const thing: StripeObject = {
      object: kind,
      active: true,
      status: kind === 'webhook_endpoints' ? 'enabled' : 'active',
      metadata: {},
      ...typed(kind, rest),
      id,
    };
    if (kind === 'webhook_endpoints') thing['secret'] = `whsec_${randomUUID().replaceAll('-', '')}`;
    this.kind(kind).set(thing.id, thing);
    if (typeof lookupKey === 'string') this.prices.set(lookupKey, thing.id);
    return { body: this.shown(kind, thing) };
  }

  private change(kind: string, id: string, form: Form): ProviderReply {
    const thing =
      this.kind(kind).get(id) ??
      (kind === 'prices' && [...this.prices.values()].includes(id) ? this.price(id) : undefined);
    if (!thing) return missingAtStripe(`No such ${kind}: '${id}'`);
    const { disabled, metadata, ...rest } = typed(kind, form);
    const changed = {
      ...thing,
      ...rest,
      metadata: { ...(thing['metadata'] as object), ...(metadata as object | undefined) },
      ...(disabled !== undefined && { status: disabled === true ? 'disabled' : 'enabled' }),
    };
    this.kind(kind).set(id, changed);
    return { body: withoutSecret(this.shown(kind, changed)) };
  }

  private rejectPrice(form: Form): ProviderReply | undefined {
    const {
      product,
      lookup_key: key,
      recurring,
      billing_scheme: scheme,
    } = form as Record<string, string> & { recurring?: Record<string, string> };
    if (!this.kind('products').has(product ?? '')) return missingAtStripe(`No such product: '${product ?? ''}'`);
    if (key !== undefined && this.prices.has(key) && form['transfer_lookup_key'] !== 'true') {
      return rejectedByStripe('A price already uses that lookup key.', 'resource_already_exists', 'lookup_key');
    }
    const hasAmount = scheme === 'tiered' ? form['tiers'] && form['tiers_mode'] : form['unit_amount'];
    if (!hasAmount) return rejectedByStripe('The amount is missing.', 'parameter_missing', 'unit_amount');
    const { usage_type: usage, meter = '' } = recurring ?? {};
    return usage === 'metered' && !this.kind('billing/meters').has(meter)
      ? missingAtStripe(`No such meter: '${meter}'`)
      : undefined;
  }

  private shown(kind: string, thing: StripeObject): StripeObject {
    if (kind !== 'prices') return thing;
    return { ...thing, lookup_key: [...this.prices].find(([, id]) => id === thing.id)?.[0] ?? null };
  }

  private kind(kind: string): Map<string, StripeObject> {
    const all = this.things.get(kind);
    if (!all) throw new Error(`There is no object type ${kind}.`);
    return all;
  }
}

function rejectEndpoint({ url, enabled_events: events }: Form): ProviderReply | undefined {
  if (typeof url !== 'string' || !url.startsWith('https://'))
    return rejectedByStripe('Invalid URL: it must be https.', 'url_invalid', 'url');
  return Array.isArray(events) && events.length > 0
    ? undefined
    : rejectedByStripe('Events are missing.', 'parameter_missing', 'enabled_events');
}

// Stripe only returns the secret when the endpoint is created.
function withoutSecret({ secret: _secret, ...thing }: StripeObject): StripeObject {
  return thing;
}

// Stripe returns numbers and booleans, even though forms only contain strings.
function typed(kind: string, form: Form): Record<string, unknown> {
  if (kind !== 'prices') return withTruths(form) as Record<string, unknown>;
  const { unit_amount: amount, recurring, tiers, ...rest } = withTruths(form) as Record<string, unknown>;
  return {
    ...rest,
    ...(typeof amount === 'string' && { unit_amount: Number(amount), unit_amount_decimal: amount }),
    ...(recurring !== undefined && {
      recurring: { interval_count: 1, usage_type: 'licensed', meter: null, ...(recurring as object) },
    }),
    ...(Array.isArray(tiers) && { tiers: tiers.map((tier) => typedTier(tier as Record<string, string>)) }),
  };
}

function typedTier({ up_to: upTo, unit_amount: amount, unit_amount_decimal: decimal }: Record<string, string>): object {
  return {
    up_to: upTo === 'inf' ? null : Number(upTo),
    flat_amount: null,
    flat_amount_decimal: null,
    unit_amount: amount === undefined ? null : Number(amount),
    unit_amount_decimal: decimal ?? amount,
  };
}

function withTruths(value: FormValue): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  if (typeof value === 'string') return value;
  return Array.isArray(value)
    ? value.map(withTruths)
    : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withTruths(part)]));
}
