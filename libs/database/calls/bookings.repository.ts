import { BOOKING_COUNTS, REACHED_COUNTS, type BookingCounts } from '@ringwell/domain/calls/booking-rate';
import { CALL_DIRECTIONS, type CallDirection } from '@ringwell/domain/calls/call';
import type { Period } from '@ringwell/domain/weekly-letters/report-period';

import { foldNameSql, SqlRepository } from '../postgres/sql';
import { MAX_LISTED_AGENTS, PERSON_DISPLAY_NAME, PERSON_ID } from './agents.repository';

export interface DayBookings extends BookingCounts {
  day: string;
}

/** Bookings for one agent, campaign or hour of the day, counting only calls with a clear outcome. */
export interface BookingBreakdown {
  dimension: 'agent' | 'campaign' | 'hour';
  /**
   * An agent's id, a campaign's name, or 0 to 23. All of a person's names are counted together, under one of their ids.
   */
  value: string;
  /** Null unless grouped by agent. Hidden agents are not counted. */
  name: string | null;
  counts: BookingCounts;
}

const SUMS = BOOKING_COUNTS.map((name) => `sum(days.${name})::int as ${name}`).join(', ');
const LEADS = 'booked + not_booked_undecided + not_booked_unreached + not_booked_other';
const CLASSIFIED_CALLS = `${LEADS} + not_a_lead`;
const IN_PERIOD = `days.account_id = $1 and days.day between $2 and $3`;

/** Reads an account's bookings, by day in its time zone, from the sums in `happiness_days`. */
export class BookingsRepository extends SqlRepository {
  /** Lists the days with counted calls, oldest first. */
  listDays(accountId: string, { from, to }: Period, direction: CallDirection | null = null): Promise<DayBookings[]> {
    return this.rows(
      `
      select to_char(days.day, 'YYYY-MM-DD') as day, ${BOOKING_COUNTS.join(', ')} from happiness_days days
      where ${IN_PERIOD} and days.dimension = $4 and days.value = $5 and ${[CLASSIFIED_CALLS, ...REACHED_COUNTS].join(' + ')} > 0
      order by days.day`,
      [accountId, from, to, direction === null ? 'all' : 'direction', direction ?? ''],
    );
  }

  /** Returns agents and campaigns with the most leads first, and hours in order. */
  async listBreakdowns(
    accountId: string,
    { from, to }: Period,
    direction: CallDirection | null = null,
  ): Promise<BookingBreakdown[]> {
    const prefix = direction === null ? '' : `${direction}_`;
    const campaignDimensions = (direction === null ? CALL_DIRECTIONS : [direction]).map((each) => `${each}_campaign`);
    const rows = await this.rows<Omit<BookingBreakdown, 'counts'> & BookingCounts>(
      `
      with part as (
        select case when days.dimension = any($5::text[]) then 'campaign' else replace(days.dimension, $4::text, '') end
          as dimension, days.value, ${SUMS}
        from happiness_days days
        where ${IN_PERIOD} and ${CLASSIFIED_CALLS} > 0 and days.dimension = any(array[$4 || 'agent', $4 || 'hour'] || $5::text[]) group by 1, 2
      ), person as (
        select 'agent' as dimension, min(days.value) as value, ${SUMS}, min(days.name) as name
        from (
          select part.*, ${PERSON_ID} as person, ${PERSON_DISPLAY_NAME} as name
          from part join agents on agents.account_id = $1 and agents.id::text = part.value
            left join users member on member.id = agents.member_user_id
          where part.dimension = 'agent' and not agents.is_hidden
        ) days group by days.person order by sum(${LEADS}) desc, min(${foldNameSql('days.name')}) limit ${MAX_LISTED_AGENTS}
      )
      select * from (
        select *, null as name from part where dimension <> 'agent' union all select * from person
      ) counted
      order by dimension, case when dimension = 'hour' then value::int end, ${LEADS} desc, ${foldNameSql('name')}, value`,
      [accountId, from, to, prefix, campaignDimensions],
    );
    return rows.map(({ dimension, value, name, ...counts }) => ({ dimension, value, name, counts }));
  }
}
