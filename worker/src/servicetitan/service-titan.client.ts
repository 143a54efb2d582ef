import type { Readable } from 'node:stream';

import type { z } from 'zod';

import type { NoteDestination, RemovableNote } from '@ringwell/domain/deliveries/service-titan';
import { AppError, providerFailed } from '@ringwell/domain/errors/app-error';

import { runInParallel } from '../parallel';
import type { ServiceTitanAccount } from './service-titan-account';
import type { ApiCall, ServiceTitanApi } from './service-titan-api';
import { serviceTitanError } from './service-titan-error';
import {
  CALL_DETAIL_SCHEMA,
  CALL_ROW_SCHEMA,
  CONTACT_SCHEMA,
  CUSTOMER_SCHEMA,
  EXPORT_PAGE_SCHEMA,
  JOB_SCHEMA,
  JOB_ROW_SCHEMA,
  NOTE_SCHEMA,
  pageSchema,
  WRITTEN_NOTE_SCHEMA,
  type CallRow,
  type JobRow,
} from './service-titan-responses';

export interface Customer {
  id: string;
  name: string | null;
}

export interface CallDetail {
  jobId: string | null;
  customerId: string | null;
}

/** A page from one of ServiceTitan's exports. Unreadable rows are only counted. */
export interface ExportPage<T> {
  rows: T[];
  unreadable: number;
  continueFrom: string;
  hasMore: boolean;
}

export interface RequestOptions {
  signal: AbortSignal;
}

const JOBS_PERMISSION = 'Jobs (read and write)';
const CUSTOMERS_PERMISSION = 'Customers (read and write)';
const CALLS_PERMISSION = 'Calls (read)';

// ServiceTitan allows up to 5,000.
const NOTES_PER_PAGE = 500;
const MAX_NOTE_PAGES = 40;
const MAX_CONTACT_PAGES = 20;
const CUSTOMERS_PER_REQUEST = 50;
const CONTACTS_PER_PAGE = 1_000;
// A page of jobs may have 5,000 customers, whose 100 requests would otherwise take longer than a poll.
const MAX_CONCURRENT_CONTACT_BATCHES = 8;
// A page has up to 5,000 rows. Half of a poll's time remains for storing them.
const EXPORT_TIMEOUT_MS = 60_000;
const EARLIEST_START = '2000-01-01T00:00:00Z';
// A phone number shared by more customers than this doesn't identify anyone.
const MAX_CUSTOMERS_PER_PHONE = 20;

/** Every method throws an AppError per `serviceTitanError`, or the signal's reason. */
export class ServiceTitanClient {
  constructor(private readonly api: ServiceTitanApi) {}

  async jobExists(account: ServiceTitanAccount, jobId: string, { signal }: RequestOptions): Promise<boolean> {
    const call = { module: 'jpm', path: `jobs/${jobId}`, permission: JOBS_PERMISSION } as const;
    return (await nullIfMissing(this.api.get(account, call, JOB_SCHEMA, signal))) !== null;
  }

  async findLatestJob(
    account: ServiceTitanAccount,
    customerId: string,
    { signal }: RequestOptions,
  ): Promise<string | null> {
    const query = { customerId, sort: '-CreatedOn', page: '1', pageSize: '1' };
    const { data } = await this.api.get(
      account,
      { module: 'jpm', path: 'jobs', query, permission: JOBS_PERMISSION },
      pageSchema(JOB_SCHEMA),
      signal,
    );
    return data[0]?.id ?? null;
  }

  async customerExists(account: ServiceTitanAccount, customerId: string, { signal }: RequestOptions): Promise<boolean> {
    const call = { module: 'crm', path: `customers/${customerId}`, permission: CUSTOMERS_PERMISSION } as const;
    return (await nullIfMissing(this.api.get(account, call, CUSTOMER_SCHEMA, signal))) !== null;
  }

  async findCustomersByPhone(
    account: ServiceTitanAccount,
    digits: string,
    { signal }: RequestOptions,
  ): Promise<Customer[]> {
    const query = { phone: digits, active: 'True', page: '1', pageSize: String(MAX_CUSTOMERS_PER_PHONE) };
    const { data } = await this.api.get(
      account,
      { module: 'crm', path: 'customers', query, permission: CUSTOMERS_PERMISSION },
      pageSchema(CUSTOMER_SCHEMA),
      signal,
    );
    return data.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]));
  }

  /** Returns `null` if ServiceTitan doesn't have the call. */
  async fetchCallDetail(
    account: ServiceTitanAccount,
    callId: string,
    { signal }: RequestOptions,
  ): Promise<CallDetail | null> {
    const response = await nullIfMissing(
      this.api.get(
        account,
        { module: 'telecom', path: `calls/${callId}`, permission: CALLS_PERMISSION },
        CALL_DETAIL_SCHEMA,
        signal,
      ),
    );
    return response && { jobId: response.id, customerId: response.leadCall?.customer?.id ?? null };
  }

  /**
   * Adds a note. Notes can't be changed, job notes can't be deleted, and ServiceTitan doesn't deduplicate notes.
   * @returns the note's ID, if it has one
   */
  async addNote(
    account: ServiceTitanAccount,
    destination: NoteDestination,
    text: string,
    { signal }: RequestOptions,
  ): Promise<string | null> {
    return (
      (await this.api.post(account, notesEndpoint(destination), { text }, WRITTEN_NOTE_SCHEMA, signal))?.id ?? null
    );
  }

  /** Deletes a customer's note. Does nothing if it's already gone. */
  async deleteNote(
    account: ServiceTitanAccount,
    { customerId, noteId }: RemovableNote,
    { signal }: RequestOptions,
  ): Promise<void> {
    const call = {
      module: 'crm',
      path: `customers/${customerId}/notes/${noteId}`,
      permission: CUSTOMERS_PERMISSION,
    } as const;
    await nullIfMissing(this.api.delete(account, call, signal));
  }

  /**
   * Finds the job's or customer's note that contains the text. A job note's `id` is null.
   * @param createdAfter skips earlier notes of a customer
   * @returns undefined if there is none, or the job or customer no longer exists
   * @throws AppError also `SERVICETITAN_TOO_MANY_NOTES`
   */
  async findNote(
    account: ServiceTitanAccount,
    destination: NoteDestination,
    searchText: string,
    createdAfter: Date,
    { signal }: RequestOptions,
  ): Promise<{ id: string | null } | undefined> {
    // Job notes can't be filtered by date.
    const filter: Record<string, string> =
      destination.kind === 'customer' ? { createdOnOrAfter: createdAfter.toISOString() } : {};
    for (let page = 1; page <= MAX_NOTE_PAGES; page += 1) {
      const query = { ...filter, page: String(page), pageSize: String(NOTES_PER_PAGE) };
      const response = await nullIfMissing(
        this.api.get(account, { ...notesEndpoint(destination), query }, pageSchema(NOTE_SCHEMA), signal),
      );
      const note = response?.data.find(({ text }) => text?.includes(searchText));
      if (note || !response?.hasMore) return note;
    }
    throw providerFailed(
      'SERVICETITAN_TOO_MANY_NOTES',
      `The ${destination.kind} has too many notes in ServiceTitan to check whether this one already exists. ` +
        "We didn't write it again.",
    );
  }

  /**
   * Lists new and changed calls, oldest change first. Some may be repeated.
   * @param from a `continueFrom` or an ISO date
   */
  fetchCallsSince(account: ServiceTitanAccount, from: string, options: RequestOptions): Promise<ExportPage<CallRow>> {
    return this.fetchExport(
      account,
      { module: 'telecom', path: 'export/calls', permission: CALLS_PERMISSION },
      CALL_ROW_SCHEMA,
      from,
      options,
    );
  }

  /** Lists jobs like `fetchCallsSince`. */
  fetchJobsSince(account: ServiceTitanAccount, from: string, options: RequestOptions): Promise<ExportPage<JobRow>> {
    return this.fetchExport(
      account,
      { module: 'jpm', path: 'export/jobs', permission: JOBS_PERMISSION },
      JOB_ROW_SCHEMA,
      from,
      options,
    );
  }

  private async fetchExport<T>(
    account: ServiceTitanAccount,
    call: ApiCall,
    schema: z.ZodType<T>,
    from: string,
    { signal }: RequestOptions,
  ): Promise<ExportPage<T>> {
    const exportCall = { ...call, query: { from, includeRecentChanges: 'true' }, timeoutMs: EXPORT_TIMEOUT_MS };
    const { data, continueFrom, hasMore } = await this.api.get(account, exportCall, EXPORT_PAGE_SCHEMA, signal);
    const rows = data.flatMap((row) => schema.safeParse(row).data ?? []);
    // The format may have changed. The next read starts at the same place, so that nothing is lost. A lone unreadable
    // row is skipped, because the feed would otherwise fail until a readable one is added.
    if (rows.length === 0 && data.length > 1)
      throw serviceTitanError({ isMalformed: true }, { permission: call.permission, isWrite: false });
    return { rows, unreadable: data.length - rows.length, continueFrom: continueFrom ?? from, hasMore };
  }

  /** Reads customers' phone numbers as is. Usually makes one request per `CUSTOMERS_PER_REQUEST` customers. */
  async findPhones(
    account: ServiceTitanAccount,
    customerIds: readonly string[],
    { signal }: RequestOptions,
  ): Promise<Map<string, string[]>> {
    const phones = new Map(customerIds.map((id): [string, string[]] => [id, []]));
    const batches: string[] = [];
    for (let start = 0; start < customerIds.length; start += CUSTOMERS_PER_REQUEST)
      batches.push(customerIds.slice(start, start + CUSTOMERS_PER_REQUEST).join(','));
    await runInParallel(batches, MAX_CONCURRENT_CONTACT_BATCHES, signal, async (ids, batchSignal) => {
      for (let page = 1, hasMore = true; hasMore && page <= MAX_CONTACT_PAGES; page += 1) {
        const query = {
          customerIds: ids,
          modifiedOnOrAfter: EARLIEST_START, // the parameter requires a time
          page: String(page),
          pageSize: String(CONTACTS_PER_PAGE),
        };
        const call = { module: 'crm', path: 'customers/contacts', query, permission: CUSTOMERS_PERMISSION } as const;
        const response = await this.api.get(account, call, pageSchema(CONTACT_SCHEMA), batchSignal);
        for (const { customerId, type, value } of response.data)
          if (value !== null && /phone/i.test(type ?? '')) phones.get(customerId ?? '')?.push(value);
        hasMore = response.hasMore;
      }
    });
    return phones;
  }

  /** Returns an MP3 stream, according to ServiceTitan's documentation. */
  downloadRecording(
    account: ServiceTitanAccount,
    callId: string,
    maxBytes: number,
    { signal }: RequestOptions,
  ): Promise<Readable> {
    return this.api.download(
      account,
      { module: 'telecom', path: `calls/${callId}/recording`, permission: CALLS_PERMISSION },
      maxBytes,
      signal,
    );
  }

  /**
   * Returns the names of missing permissions. Sends one small read request per permission; write permission can't be
   * checked without writing a note.
   */
  async findMissingPermissions(
    account: ServiceTitanAccount,
    { needsCalls }: { needsCalls: boolean },
    { signal }: RequestOptions,
  ): Promise<string[]> {
    const onePage = { page: '1', pageSize: '1' };
    const requests: ApiCall[] = [
      { module: 'jpm', path: 'jobs', query: onePage, permission: JOBS_PERMISSION },
      { module: 'crm', path: 'customers', query: onePage, permission: CUSTOMERS_PERMISSION },
      ...(needsCalls
        ? [
            {
              module: 'telecom' as const,
              path: 'export/calls',
              query: { from: new Date().toISOString() },
              permission: CALLS_PERMISSION,
            },
          ]
        : []),
    ];
    const missingPermissions: string[] = [];
    for (const request of requests) {
      if (!(await this.isAllowed(account, request, signal))) missingPermissions.push(request.permission);
    }
    return missingPermissions;
  }

  private async isAllowed(account: ServiceTitanAccount, request: ApiCall, signal: AbortSignal): Promise<boolean> {
    try {
      await this.api.get(account, request, pageSchema(JOB_SCHEMA.partial()), signal);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICETITAN_FORBIDDEN') return false;
      throw error;
    }
  }
}

function notesEndpoint({ kind, id }: NoteDestination): ApiCall {
  return kind === 'job'
    ? { module: 'jpm', path: `jobs/${id}/notes`, permission: JOBS_PERMISSION }
    : { module: 'crm', path: `customers/${id}/notes`, permission: CUSTOMERS_PERMISSION };
}

async function nullIfMissing<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICETITAN_NOT_FOUND') return null;
    throw error;
  }
}
