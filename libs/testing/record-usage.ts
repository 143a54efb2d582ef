import type { DataSource } from 'typeorm';

export async function recordUsage(
  dataSource: DataSource,
  userId: string,
  minutes: number,
  recordedAt = new Date(),
): Promise<void> {
  await dataSource.query(
    `
    with record as (
      insert into usage_records (user_id, minutes, source, recorded_at) values ($1, $2, 'n8n', $3) returning user_id, minutes, recorded_at
    )
    insert into usage_daily as daily (user_id, day, minutes) select user_id, (recorded_at at time zone 'utc')::date, minutes from record
    on conflict (user_id, day) do update set minutes = daily.minutes + excluded.minutes`,
    [userId, minutes, recordedAt],
  );
}
