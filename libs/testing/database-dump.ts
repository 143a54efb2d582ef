import type { DataSource } from 'typeorm';

// Tables that change without a call, or only contain usage times.
const OMITTED_TABLES = ['migrations', 'sessions', 'activity_logs', 'workers'];
const OMITTED_COLUMNS = ['updated_at', 'version', 'refresh_at', 'run_after', 'last_used_at', 'last_seen_at'];

/**
 * Returns all rows of all tables as sorted JSON, by table, to prove that data is completely gone or completely
 * restored.
 */
export async function dumpDatabase(
  dataSource: DataSource,
  omittedTables = OMITTED_TABLES,
): Promise<Record<string, string[]>> {
  const tables = await dataSource.query<{ name: string }[]>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1`,
    [omittedTables],
  );
  const dump: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await dataSource.query<{ row: string }[]>(
      `select (to_jsonb(r) - $1::text[])::text as row from ${name} r order by 1`,
      [OMITTED_COLUMNS],
    );
    if (rows.length > 0) dump[name] = rows.map(({ row }) => row);
  }
  return dump;
}
