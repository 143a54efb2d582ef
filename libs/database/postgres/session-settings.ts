import type { ClientBase } from 'pg';

// Statements and the driver rely on these settings, whatever the defaults of the server, database, role or pooler.
const REQUIRED_SETTINGS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read committed',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_session_timeout: '0', // a pool keeps idle connections open
  transaction_timeout: '0',
};

/**
 * Applies settings to a new connection with a statement, because PgBouncer rejects them as startup parameters.
 * @param settings additional settings for this connection, which override the shared ones
 */
export async function configureSession(client: ClientBase, settings: Record<string, string | number>): Promise<void> {
  // Older servers don't support all of them.
  await client.query(
    'select set_config(key, value, false) from json_each_text($1) where current_setting(key, true) is not null',
    [JSON.stringify({ ...REQUIRED_SETTINGS, ...settings })],
  );
}
