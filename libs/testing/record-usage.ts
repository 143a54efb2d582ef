import type { DataSource } from 'typeorm';

export async function recordUsage(
  dataSource: DataSource,
  accountId: string,
  minutes: number,
  recordedAt = new Date(),
): Promise<void> {
  await dataSource.query(
    `
    with record as (
      insert into usage_records (account_id, minutes, source, recorded_at) values ($1, $2, 'n8n', $3) returning account_id, minutes, recorded_at
    )
    insert into usage_daily as daily (account_id, day, minutes) select account_id, (recorded_at at time zone 'utc')::date, minutes from record
    on conflict (account_id, day) do update set minutes = daily.minutes + excluded.minutes`,
    [accountId, minutes, recordedAt],
  );
}
