import { z } from 'zod';

const DAY_SCHEMA = z.iso.date('Use a date such as 2026-03-31.');

/** The period that a report covers. */
export const PERIOD_SCHEMA = z.object({
  from: DAY_SCHEMA.optional().describe('First day, such as 2026-03-01. By default, 30 days ending on the last day.'),
  to: DAY_SCHEMA.optional().describe('Last day. Today by default.'),
});
