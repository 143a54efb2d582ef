import { SqlRepository } from '../postgres/sql';
import { WeeklyLetterRow } from './weekly-letter.entity';

/** An account and the week of its next letter. */
export interface DueLetter {
  accountId: string;
  /** The Monday of the letter's week, as YYYY-MM-DD. */
  week: string;
}

export class WeeklyLettersRepository extends SqlRepository {
  /**
   * Lists accounts where it's Monday, 7 AM or later, that had judged calls last week. Skips accounts whose calls are
   * being recounted.
   */
  listDue(now: Date, limit: number): Promise<DueLetter[]> {
    return this.rows<DueLetter>(
      `
      with local as (
        select settings.account_id, local_call_time($1::timestamptz, settings.time_zone) as time
        from account_settings settings join accounts on accounts.id = settings.account_id
        where settings.active and accounts.is_active and accounts.status = 'active'
      ), due as (
        select account_id, time::date - 7 as week from local
        where extract(isodow from time) = 1 and time::time >= '07:00'
      )
      select due.account_id as "accountId", to_char(due.week, 'YYYY-MM-DD') as week from due
      where not exists (select from weekly_letters letter
          where letter.account_id = due.account_id and letter.week = due.week and not letter.is_test)
        and not exists (select from happiness_recounts recount where recount.account_id = due.account_id)
        and exists (select from happiness_days days
          where days.account_id = due.account_id and days.day between due.week and due.week + 6
            and days.dimension = 'all' and days.positive + days.neutral + days.negative > 0)
      order by due.account_id limit $2`,
      [now, limit],
    );
  }

  /** Run this in the transaction that plans the messages. @returns null if the letter already exists */
  async add({ accountId, week }: DueLetter): Promise<string | null> {
    const added = await this.row<{ id: string }>(
      `
      insert into weekly_letters (account_id, week) values ($1, $2)
      on conflict (account_id, week) where not is_test do nothing returning id`,
      [accountId, week],
    );
    return added?.id ?? null;
  }

  async addTest({ accountId, week }: DueLetter): Promise<string> {
    const { identifiers } = await this.manager.insert(WeeklyLetterRow, { accountId, week, isTest: true });
    return String(identifiers[0]?.['id']);
  }

  find(accountId: string, id: string): Promise<WeeklyLetterRow | null> {
    return this.manager.findOneBy(WeeklyLetterRow, { accountId, id });
  }
}
