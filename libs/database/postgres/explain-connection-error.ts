import { findCertificateProblem } from '@ringwell/platform/certificate-problem';

const OWNER_ADVICE = 'Make the user in DATABASE_URL the owner of the database: alter database NAME owner to USER';

// Advice for operators about PostgreSQL errors, by SQLSTATE.
// https://www.postgresql.org/docs/current/errcodes-appendix.html
const ADVICE_BY_CODE: Record<string, string> = {
  '0A000': 'Ask the provider to enable the pg_trgm and btree_gin extensions',
  '25006': 'Point DATABASE_URL at the primary and at a database that is not read-only',
  '3F000': OWNER_ADVICE,
  '42501': OWNER_ADVICE,
  '42703': 'The schema is older than this version: run "npm run migrate"',
  '42P01': 'Run "npm run migrate" first',
  '58P01': 'Install the PostgreSQL package with pg_trgm and btree_gin, such as postgresql-contrib',
};

/**
 * Explains an error from PostgreSQL or its driver to an operator; `undefined` for errors that aren't caused by
 * settings.
 */
export function explainConnectionError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const certificate = findCertificateProblem(error);
  if (certificate !== undefined)
    return (
      `PostgreSQL's certificate is not trusted (${certificate}). Add sslrootcert=/path/to/ca.pem to DATABASE_URL, or ` +
      'sslmode=no-verify on a network that you trust.'
    );
  if (error.message.includes('does not support SSL'))
    return 'PostgreSQL has TLS turned off. Turn it on, or remove sslmode from DATABASE_URL.';
  if (error.message.startsWith('SASL:') && error.message.includes('password must be'))
    return 'PostgreSQL requires a password. Add it to DATABASE_URL.';
  const advice = ADVICE_BY_CODE[(error as NodeJS.ErrnoException).code ?? ''];
  return advice && `PostgreSQL reports: ${error.message}. ${advice}.`;
}
