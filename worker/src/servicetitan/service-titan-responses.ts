import { z } from 'zod';

// The parts of ServiceTitan's responses used here. Nonessential fields are optional, because the vendor adds and omits
// fields. Source: ServiceTitan's OpenAPI documents for `telecom`, `jpm` and `crm`, version 2.

// IDs are numbers in ServiceTitan and strings here. 0 means there's no ID.
const id = z
  .union([z.number().int().nonnegative(), z.string().regex(/^\d{1,20}$/)])
  .transform((value) => (Number(value) === 0 ? null : String(value)));
const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const hasMore = z.boolean().nullish().transform(Boolean);
const optionalId = id
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const namedReference = z
  .object({ id: optionalId, name: text })
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

// Dates without an offset are in UTC.
const optionalDate = text.transform((value) => {
  const parsed = new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(value ?? '') ? (value ?? NaN) : `${value}Z`);
  return Number.isNaN(parsed.getTime()) ? null : parsed;
});

export const JOB_SCHEMA = z.object({ id });
export const CUSTOMER_SCHEMA = z.object({ id, name: text });
/** Job notes don't have an ID; customer notes have had one since 2026. */
export const NOTE_SCHEMA = z.object({ id: optionalId, text });
export const WRITTEN_NOTE_SCHEMA = NOTE_SCHEMA.pick({ id: true });

export function pageSchema<T>(row: z.ZodType<T>): z.ZodType<{ hasMore: boolean; data: T[] }> {
  return z.object({ hasMore, data: z.array(row) });
}

/** The top-level `id` is the job's, and is absent or 0 until a job is booked; the call itself is `leadCall`. */
export const CALL_DETAIL_SCHEMA = z.object({
  id: optionalId,
  leadCall: z.object({ customer: namedReference }).nullish(),
});

/** Rows are parsed one by one, so that an unreadable row doesn't block the others. */
export const EXPORT_PAGE_SCHEMA = z.object({ hasMore, continueFrom: text, data: z.array(z.unknown()) });

export const CALL_ROW_SCHEMA = z.object({
  id,
  direction: text,
  status: text,
  type: text,
  duration: text,
  from: text,
  to: text,
  recordingUrl: text,
  createdOn: optionalDate,
  receivedOn: optionalDate,
  active: z.boolean().nullish().catch(null),
  customer: namedReference,
  job: namedReference,
  agent: namedReference,
  reason: namedReference,
  campaign: namedReference,
  businessUnit: namedReference, // only documented for other call lists
  tag: text,
});
export type CallRow = z.infer<typeof CALL_ROW_SCHEMA>;

export const JOB_ROW_SCHEMA = z.object({
  id: id.pipe(z.string()),
  jobNumber: text,
  customerId: optionalId,
  leadCallId: optionalId,
  jobStatus: text,
  total: z.number().nullish().catch(null),
  createdOn: optionalDate.pipe(z.date()),
  modifiedOn: optionalDate,
});
export type JobRow = z.infer<typeof JOB_ROW_SCHEMA>;

/** A customer's phone number, email address or other contact. */
export const CONTACT_SCHEMA = z.object({ customerId: optionalId, type: text, value: text });
