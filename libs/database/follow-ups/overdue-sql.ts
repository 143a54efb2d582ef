import { WAITING_SQL } from '../customers/waiting-sql';

/** @param alias the name or alias of `follow_ups` */
export function isSnoozedSql(alias: string): string {
  return `coalesce(${alias}.snoozed_until > now(), false)`;
}

/** Snoozed follow-ups aren't overdue. @param alias the name or alias of `follow_ups` */
export function isOverdueSql(alias: string): string {
  return `(${alias}.state in ${WAITING_SQL} and ${alias}.due_at < now() and not ${isSnoozedSql(alias)})`;
}
