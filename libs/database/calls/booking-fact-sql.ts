/** SQL condition for `call`: its job was matched by more than a phone number. */
export const HAS_JOB = `exists (select from booking_facts fact where fact.call_id = call.id and fact.evidence <> 'phone')`;

/**
 * SQL for the booking fact of `call` with its `analysis`, as JSON for `normalizeBookingFact`. If the account reads
 * jobs, a booked outbound call without a fact is unverified.
 */
export const BOOKING_FACT_JSON = `coalesce((
  select json_build_object('status', case fact.evidence when 'phone' then 'likely' else 'confirmed' end,
    'evidence', fact.evidence, 'jobId', fact.job_id, 'jobNumber', fact.job_number, 'jobTotalCents', fact.job_total_cents,
    'jobCanceledAt', fact.job_canceled_at, 'foundAt', fact.found_at)
  from booking_facts fact where fact.call_id = call.id), (
  select json_build_object('status', 'unverified', 'evidence', null, 'jobId', null, 'jobNumber', null,
    'jobTotalCents', null, 'jobCanceledAt', null, 'foundAt', null)
  from account_settings settings where settings.account_id = call.account_id and settings.jobs_read_at is not null
    and call.direction = 'outbound' and analysis.booking = 'booked'))`;
