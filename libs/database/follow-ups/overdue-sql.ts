import { WAITING_SQL } from '../customers/waiting-sql';

/** SQL for whether a follow-up has been put off. @param row the row of `follow_ups` */
export function isSnoozedSql(row: string): string {
  return `coalesce(${row}.snoozed_until > now(), false)`;
}

/** SQL for whether a follow-up's customer is still waiting after it was due. @param row the row of `follow_ups` */
export function isOverdueSql(row: string): string {
  return `(${row}.state in ${WAITING_SQL} and ${row}.due_at < now() and not ${isSnoozedSql(row)})`;
}
