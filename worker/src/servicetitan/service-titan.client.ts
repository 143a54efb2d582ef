import type { Readable } from 'node:stream';

import type { z } from 'zod';

import type { NoteDestination, RemovableNote } from '@ringwell/domain/deliveries/service-titan';
import { AppError, providerFailed } from '@ringwell/domain/errors/app-error';

import { runInParallel } from '../parallel';
import type { ServiceTitanSession } from './service-titan-account';
import { PERMISSIONS, toContext, type ApiCall, type ServiceTitanApi } from './service-titan-api';
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

  async jobExists(session: ServiceTitanSession, jobId: string): Promise<boolean> {
    return this.exists(session, { module: 'jpm', path: `jobs/${jobId}` }, JOB_SCHEMA);
  }

  async findLatestJob(session: ServiceTitanSession, customerId: string): Promise<string | null> {
    const query = { customerId, sort: '-CreatedOn', page: '1', pageSize: '1' };
    const { data } = await this.api.get(session, { module: 'jpm', path: 'jobs', query }, pageSchema(JOB_SCHEMA));
    return data[0]?.id ?? null;
  }

  async customerExists(session: ServiceTitanSession, customerId: string): Promise<boolean> {
    return this.exists(session, { module: 'crm', path: `customers/${customerId}` }, CUSTOMER_SCHEMA);
  }

  async findCustomersByPhone(session: ServiceTitanSession, digits: string): Promise<Customer[]> {
    const query = { phone: digits, active: 'True', page: '1', pageSize: String(MAX_CUSTOMERS_PER_PHONE) };
    const call = { module: 'crm', path: 'customers', query } as const;
    const { data } = await this.api.get(session, call, pageSchema(CUSTOMER_SCHEMA));
    return data.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]));
  }

  /** Returns `null` if ServiceTitan doesn't have the call. */
  async fetchCallDetail(session: ServiceTitanSession, callId: string): Promise<CallDetail | null> {
    const call = { module: 'telecom', path: `calls/${callId}` } as const;
    const response = await nullIfMissing(this.api.get(session, call, CALL_DETAIL_SCHEMA));
    return response && { jobId: response.id, customerId: response.leadCall?.customer?.id ?? null };
  }

  /**
   * Adds a note. Notes can't be changed, job notes can't be deleted, and ServiceTitan doesn't deduplicate notes.
   * @returns the note's ID, if it has one
   */
  async addNote(session: ServiceTitanSession, destination: NoteDestination, text: string): Promise<string | null> {
    const note = await this.api.post(session, notesEndpoint(destination), { text }, WRITTEN_NOTE_SCHEMA);
    return note?.id ?? null;
  }

  /** Deletes a customer's note. Does nothing if it's already gone. */
  async deleteNote(session: ServiceTitanSession, { customerId, noteId }: RemovableNote): Promise<void> {
    const call = { module: 'crm', path: `customers/${customerId}/notes/${noteId}` } as const;
    await nullIfMissing(this.api.delete(session, call));
  }

  /**
   * Finds the job's or customer's note that contains the text. A job note's `id` is null.
   * @param createdAfter skips earlier notes of a customer
   * @returns undefined if there is none, or the job or customer no longer exists
   * @throws AppError also `SERVICETITAN_TOO_MANY_NOTES`
   */
  async findNote(
    session: ServiceTitanSession,
    destination: NoteDestination,
    searchText: string,
    createdAfter: Date,
  ): Promise<{ id: string | null } | undefined> {
    // Job notes can't be filtered by date.
    const filter: Record<string, string> =
      destination.kind === 'customer' ? { createdOnOrAfter: createdAfter.toISOString() } : {};
    for (let page = 1; page <= MAX_NOTE_PAGES; page += 1) {
      const query = { ...filter, page: String(page), pageSize: String(NOTES_PER_PAGE) };
      const response = await nullIfMissing(
        this.api.get(session, { ...notesEndpoint(destination), query }, pageSchema(NOTE_SCHEMA)),
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
  fetchCallsSince(session: ServiceTitanSession, from: string): Promise<ExportPage<CallRow>> {
    return this.fetchExport(session, { module: 'telecom', path: 'export/calls' }, CALL_ROW_SCHEMA, from);
  }

  /** Lists jobs like `fetchCallsSince`. */
  fetchJobsSince(session: ServiceTitanSession, from: string): Promise<ExportPage<JobRow>> {
    return this.fetchExport(session, { module: 'jpm', path: 'export/jobs' }, JOB_ROW_SCHEMA, from);
  }

  private async fetchExport<T>(
    session: ServiceTitanSession,
    call: ApiCall,
    schema: z.ZodType<T>,
    from: string,
  ): Promise<ExportPage<T>> {
    const exportCall = { ...call, query: { from, includeRecentChanges: 'true' }, timeoutMs: EXPORT_TIMEOUT_MS };
    const { data, continueFrom, hasMore } = await this.api.get(session, exportCall, EXPORT_PAGE_SCHEMA);
    const rows = data.flatMap((row) => schema.safeParse(row).data ?? []);
    // The format may have changed. The next read starts at the same place, so that nothing is lost. A lone unreadable
    // row is skipped, because the feed would otherwise fail until a readable one is added.
    if (rows.length === 0 && data.length > 1) throw serviceTitanError({ isMalformed: true }, toContext(call));
    return { rows, unreadable: data.length - rows.length, continueFrom: continueFrom ?? from, hasMore };
  }

  /** Reads customers' phone numbers as is. Usually makes one request per `CUSTOMERS_PER_REQUEST` customers. */
  async findPhones(session: ServiceTitanSession, customerIds: readonly string[]): Promise<Map<string, string[]>> {
    const phones = new Map(customerIds.map((id): [string, string[]] => [id, []]));
    const batches: string[] = [];
    for (let start = 0; start < customerIds.length; start += CUSTOMERS_PER_REQUEST)
      batches.push(customerIds.slice(start, start + CUSTOMERS_PER_REQUEST).join(','));
    await runInParallel(batches, MAX_CONCURRENT_CONTACT_BATCHES, session.signal, async (ids, signal) => {
      for (let page = 1, hasMore = true; hasMore && page <= MAX_CONTACT_PAGES; page += 1) {
        const query = {
          customerIds: ids,
          modifiedOnOrAfter: EARLIEST_START, // the parameter requires a time
          page: String(page),
          pageSize: String(CONTACTS_PER_PAGE),
        };
        const call = { module: 'crm', path: 'customers/contacts', query } as const;
        const response = await this.api.get({ ...session, signal }, call, pageSchema(CONTACT_SCHEMA));
        for (const { customerId, type, value } of response.data)
          if (value !== null && /phone/i.test(type ?? '')) phones.get(customerId ?? '')?.push(value);
        hasMore = response.hasMore;
      }
    });
    return phones;
  }

  /** Returns an MP3 stream, according to ServiceTitan's documentation. */
  downloadRecording(session: ServiceTitanSession, callId: string, maxBytes: number): Promise<Readable> {
    return this.api.download(session, { module: 'telecom', path: `calls/${callId}/recording` }, maxBytes);
  }

  /**
   * Returns the names of missing permissions. Sends one small read request per permission; write permission can't be
   * checked without writing a note.
   */
  async findMissingPermissions(
    session: ServiceTitanSession,
    { needsCalls }: { needsCalls: boolean },
  ): Promise<string[]> {
    const onePage = { page: '1', pageSize: '1' };
    const calls: ApiCall = { module: 'telecom', path: 'export/calls', query: { from: new Date().toISOString() } };
    const requests: ApiCall[] = [
      { module: 'jpm', path: 'jobs', query: onePage },
      { module: 'crm', path: 'customers', query: onePage },
      ...(needsCalls ? [calls] : []),
    ];
    const missingPermissions: string[] = [];
    for (const request of requests) {
      if (!(await this.isAllowed(session, request))) missingPermissions.push(PERMISSIONS[request.module]);
    }
    return missingPermissions;
  }

  private async isAllowed(session: ServiceTitanSession, request: ApiCall): Promise<boolean> {
    try {
      await this.api.get(session, request, pageSchema(JOB_SCHEMA.partial()));
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'SERVICETITAN_FORBIDDEN') return false;
      throw error;
    }
  }

  private async exists(session: ServiceTitanSession, call: ApiCall, schema: z.ZodType): Promise<boolean> {
    return (await nullIfMissing(this.api.get(session, call, schema))) !== null;
  }
}

function notesEndpoint({ kind, id }: NoteDestination): ApiCall {
  return kind === 'job'
    ? { module: 'jpm', path: `jobs/${id}/notes` }
    : { module: 'crm', path: `customers/${id}/notes` };
}

async function nullIfMissing<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICETITAN_NOT_FOUND') return null;
    throw error;
  }
}
