import { randomUUID } from 'node:crypto';

import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';

export interface FakeCustomer {
  id: number;
  name: string;
  phone: string;
}

/** By default, its number is its id, and it's scheduled without a total. */
export interface FakeJob {
  id: number;
  customerId: number;
  createdOn?: string;
  modifiedOn?: string;
  jobNumber?: string;
  jobStatus?: string;
  leadCallId?: number | null;
  total?: number | null;
  [field: string]: unknown;
}

export interface FakeNote {
  /** The job or customer that has the note, such as `jobs/5` or `customers/7`. */
  parent: string;
  id: number;
  text: string;
  createdOn: string;
}

/** A row in the call feed. By default, an answered inbound call with a recording. */
export interface FakeCall {
  id: number;
  direction?: string;
  status?: string;
  type?: string | null;
  duration?: string;
  from?: string;
  to?: string;
  recordingUrl?: string | null;
  createdOn?: string;
  customer?: { id: number; name: string } | null;
  agent?: { id: number; name: string } | null;
  job?: { id: number; number: string } | null;
  [field: string]: unknown;
}

export class FakeTenant {
  readonly clientId = `cid.${randomUUID()}`;
  clientSecret = `cs1.${randomUUID()}`;
  readonly customers: FakeCustomer[] = [];
  readonly jobs: FakeJob[] = [];
  readonly notes: FakeNote[] = [];
  /** Rows in order of creation or change. Changed rows are listed again. */
  readonly feed: FakeCall[] = [];
  /** Like `feed`. */
  readonly jobFeed: FakeJob[] = [];
  /** A call's job and customer, as returned by `calls/{id}`. */
  readonly calls = new Map<number, { jobId?: number; customer?: FakeCustomer }>();
  readonly recordings = new Map<number, Buffer>();
  /** Modules that the app isn't allowed to use, such as `telecom`. */
  readonly forbiddenModules = new Set<string>();
  feedPageSize = 50;

  constructor(readonly id: string) {}
}

export interface ServiceTitanRequest {
  method: string;
  /** Path after the tenant, for example `jobs/5/notes`; `connect/token` for a sign-in. */
  path: string;
  /** For example `jpm/v2`; empty for a sign-in. */
  module: string;
  tenant: string;
  query: Record<string, string>;
  authorization?: string;
  appKey?: string;
  body: string;
}

const BAD_REQUEST: ProviderReply = { status: 400, body: { title: 'Validation failed.', status: 400 } };
const NOT_FOUND: ProviderReply = {
  status: 404,
  body: { type: 'about:blank', title: 'Not found.', status: 404, traceId: '0' },
};

/**
 * A server for the parts of ServiceTitan's API (version 2) that the product uses, including sign-in. Like the real one,
 * it can't tell a repeated note from a new one.
 */
export class FakeServiceTitanServer extends FakeHttpProvider<ServiceTitanRequest> {
  readonly appKey = `ak1.${randomUUID()}`;
  /** Replace this to make requests fail. `undefined` means the normal response. */
  fault: (request: ServiceTitanRequest) => ProviderReply | undefined = () => undefined;
  tokenSeconds = 900;
  /** Valid tokens. Delete a token to revoke it. */
  readonly tokens = new Map<string, FakeTenant>();
  private readonly tenants = new Map<string, FakeTenant>();
  private lastNoteId = 9_000;

  reply = (request: ServiceTitanRequest): ProviderReply => this.fault(request) ?? this.serve(request);

  /** Settings of a system that is connected to this server. */
  get settings(): Record<string, string> {
    return {
      SERVICETITAN_APP_KEY: this.appKey,
      SERVICETITAN_API_URL: this.origin,
      SERVICETITAN_AUTH_URL: this.origin,
    };
  }

  addTenant(id: string): FakeTenant {
    const tenant = new FakeTenant(id);
    this.tenants.set(id, tenant);
    return tenant;
  }

  requestsTo(kind: string): ServiceTitanRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === kind);
  }

  serve(request: ServiceTitanRequest): ProviderReply {
    if (request.path === 'connect/token') return this.signIn(request);
    const tenant = this.tokens.get(request.authorization?.replace('Bearer ', '') ?? '');
    if (!tenant || request.appKey !== this.appKey) return { status: 401, body: { title: 'Unauthorized', status: 401 } };
    const [module = ''] = request.module.split('/');
    if (tenant.id !== request.tenant || tenant.forbiddenModules.has(module))
      return { status: 403, body: { title: 'Forbidden', status: 403 } };
    return this.route(tenant, request);
  }

  protected read({ method, url, headers, body }: ProviderRequest): Promise<ServiceTitanRequest> {
    const parts = /^\/(\w+\/v\d)\/tenant\/([^/]+)\/(.+)$/.exec(url.pathname);
    const appKey = headers['st-app-key'];
    return Promise.resolve({
      method,
      module: parts?.[1] ?? '',
      tenant: parts?.[2] ?? '',
      path: parts?.[3] ?? url.pathname.slice(1),
      query: Object.fromEntries(url.searchParams),
      authorization: headers.authorization,
      appKey: typeof appKey === 'string' ? appKey : undefined,
      body: body.toString(),
    });
  }

  private signIn({ body }: ServiceTitanRequest): ProviderReply {
    const form = new URLSearchParams(body);
    const tenant = [...this.tenants.values()].find(
      ({ clientId, clientSecret }) => form.get('client_id') === clientId && form.get('client_secret') === clientSecret,
    );
    if (!tenant || form.get('grant_type') !== 'client_credentials')
      return { status: 400, body: { error: 'invalid_client' } };
    const token = `token-${randomUUID()}`;
    this.tokens.set(token, tenant);
    return { body: { access_token: token, expires_in: this.tokenSeconds, token_type: 'Bearer', scope: 'tn.all' } };
  }

  private route(tenant: FakeTenant, request: ServiceTitanRequest): ProviderReply {
    const { method, module, path, query } = request;
    const [collection = '', id = '', subresource] = path.split('/');
    const isLiteral = collection === 'export' || id === 'contacts';
    const kind = `${method} ${module} ${[collection, ...(id ? [isLiteral ? id : '{id}'] : []), ...(subresource ? [subresource] : [])].join('/')}`;
    switch (kind) {
      case 'GET jpm/v2 jobs': {
        const matches = tenant.jobs.filter(
          ({ customerId }) => query['customerId'] === undefined || String(customerId) === query['customerId'],
        );
        const jobs =
          query['sort'] === '-CreatedOn'
            ? matches.sort((a, b) => (b.createdOn ?? '').localeCompare(a.createdOn ?? ''))
            : matches;
        return paginate(jobs, query);
      }
      case 'GET jpm/v2 jobs/{id}':
        return replyWith(tenant.jobs.find((job) => String(job.id) === id));
      case 'GET crm/v2 customers':
        return paginate(
          tenant.customers.filter(
            ({ phone }) => query['phone'] === undefined || phone.replace(/\D/g, '').endsWith(query['phone']),
          ),
          query,
        );
      // As documented, one of the times is required.
      case 'GET crm/v2 customers/contacts':
        return query['modifiedOnOrAfter'] === undefined ? BAD_REQUEST : paginate(findContacts(tenant, query), query);
      case 'GET crm/v2 customers/{id}':
        return replyWith(tenant.customers.find((customer) => String(customer.id) === id));
      case 'GET jpm/v2 jobs/{id}/notes':
        return this.listNotes(
          tenant,
          request,
          tenant.jobs.some((job) => String(job.id) === id),
        );
      case 'GET crm/v2 customers/{id}/notes':
        return this.listNotes(
          tenant,
          request,
          tenant.customers.some((customer) => String(customer.id) === id),
        );
      case 'POST jpm/v2 jobs/{id}/notes':
        return this.addNote(
          tenant,
          request,
          tenant.jobs.some((job) => String(job.id) === id),
        );
      case 'POST crm/v2 customers/{id}/notes':
        return this.addNote(
          tenant,
          request,
          tenant.customers.some((customer) => String(customer.id) === id),
        );
      case 'DELETE crm/v2 customers/{id}/notes':
        return deleteNote(tenant, request.path);
      case 'GET telecom/v2 calls/{id}':
        return buildCallDetail(tenant, Number(id));
      case 'GET telecom/v2 calls/{id}/recording': {
        const recording = tenant.recordings.get(Number(id));
        return recording ? { body: recording, headers: { 'content-type': 'application/octet-stream' } } : NOT_FOUND;
      }
      case 'GET telecom/v2 export/calls':
        return buildFeedPage(tenant.feed.map(fillCallDefaults), tenant.feedPageSize, query);
      case 'GET jpm/v2 export/jobs':
        return buildFeedPage(tenant.jobFeed.map(fillJobDefaults), tenant.feedPageSize, query);
      default:
        return NOT_FOUND;
    }
  }

  private listNotes(tenant: FakeTenant, { path, query }: ServiceTitanRequest, hasParent: boolean): ProviderReply {
    const parent = path.replace('/notes', '');
    const isCustomer = parent.startsWith('customers/');
    const since = isCustomer ? (query['createdOnOrAfter'] ?? '') : '';
    const notes = tenant.notes.filter((note) => note.parent === parent && note.createdOn >= since);
    return hasParent
      ? paginate(
          notes.map((note) => toNoteDto(note, isCustomer)),
          query,
        )
      : NOT_FOUND;
  }

  private addNote(tenant: FakeTenant, { path, body }: ServiceTitanRequest, hasParent: boolean): ProviderReply {
    if (!hasParent) return NOT_FOUND;
    this.lastNoteId += 1;
    const { text } = JSON.parse(body) as { text: string };
    const note = { parent: path.replace('/notes', ''), id: this.lastNoteId, text, createdOn: new Date().toISOString() };
    tenant.notes.push(note);
    return { body: toNoteDto(note, note.parent.startsWith('customers/')) };
  }
}

// `customers/7/notes/16`
function deleteNote(tenant: FakeTenant, path: string): ProviderReply {
  const index = tenant.notes.findIndex(({ parent, id }) => path === `${parent}/notes/${id}`);
  if (index === -1) return NOT_FOUND;
  tenant.notes.splice(index, 1);
  return { body: {} };
}

// Job notes have no id.
function toNoteDto({ id, text, createdOn }: FakeNote, isCustomer: boolean): object {
  return { ...(isCustomer && { id }), text, isPinned: false, createdById: 1, createdOn, modifiedOn: createdOn };
}

function replyWith(entity: object | undefined): ProviderReply {
  return entity ? { body: entity } : NOT_FOUND;
}

function paginate(items: object[], query: Record<string, string>): ProviderReply {
  const size = Number(query['pageSize'] ?? 50);
  const number = Number(query['page'] ?? 1);
  return {
    body: {
      page: number,
      pageSize: size,
      hasMore: items.length > number * size,
      totalCount: null,
      data: items.slice((number - 1) * size, number * size),
    },
  };
}

// The response's `id` is the job's, which is 0 until a job is booked.
function buildCallDetail(tenant: FakeTenant, callId: number): ProviderReply {
  const call = tenant.calls.get(callId);
  if (!call) return NOT_FOUND;
  return { body: { id: call.jobId ?? 0, jobNumber: '', leadCall: { id: callId, customer: call.customer ?? null } } };
}

// `from` is an earlier page's token, or a date.
function buildFeedPage(
  feed: readonly { createdOn: string; modifiedOn?: string }[],
  size: number,
  { from = '' }: Record<string, string>,
): ProviderReply {
  const [, position] = /^cursor-(\d+)$/.exec(from) ?? [];
  if (position === undefined && Number.isNaN(Date.parse(from)))
    return { status: 400, body: { title: 'The continuation token is not valid.', status: 400 } };
  const firstIndex = feed.findIndex(({ createdOn, modifiedOn = createdOn }) => modifiedOn >= from);
  const start = position === undefined ? (firstIndex < 0 ? feed.length : firstIndex) : Number(position);
  const end = Math.min(start + size, feed.length);
  return {
    body: { hasMore: end < feed.length, continueFrom: `cursor-${end}`, data: feed.slice(start, end) },
  };
}

function findContacts({ customers }: FakeTenant, { customerIds = '' }: Record<string, string>): object[] {
  const ids = customerIds.split(',');
  return customers
    .filter(({ id }) => ids.includes(String(id)))
    .flatMap(({ id, phone }) => [
      { id: id * 10, type: 'MobilePhone', value: phone, customerId: id, active: true },
      { id: id * 10 + 1, type: 'Email', value: `customer-${id}@example.com`, customerId: id, active: true },
    ]);
}

function fillJobDefaults(job: FakeJob): FakeJob & { createdOn: string } {
  const createdOn = job.createdOn ?? new Date().toISOString();
  const defaults = { jobNumber: String(job.id), jobStatus: 'Scheduled', leadCallId: null, total: null };
  return { ...defaults, modifiedOn: createdOn, ...job, createdOn };
}

function fillCallDefaults(call: FakeCall): FakeCall & { createdOn: string } {
  return {
    direction: 'Inbound',
    status: 'Completed',
    type: 'Booked',
    duration: '00:04:12',
    from: '5550100142',
    to: '5550100100',
    recordingUrl: `https://recordings.example.com/${call.id}`,
    active: true,
    customer: null,
    job: null,
    ...call,
    createdOn: call.createdOn ?? new Date().toISOString(),
  };
}
