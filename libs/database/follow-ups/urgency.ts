import type { FollowUpKind, FollowUpSection } from '@ringwell/domain/follow-ups/follow-up';

/**
 * The start and end of an office's day. Older follow-ups have been waiting since before `start`, and later ones are due after
 * `end`.
 */
export interface UrgencyDay {
  start: Date;
  end: Date;
}

const DANGER_WEIGHT = 9;
const WEIGHTS: Record<FollowUpKind, number> = {
  unhappy: 6,
  lead: 5,
  rule: 4,
  promise: 3,
  voicemail: 2,
  review: 1,
};

/** Ranks the cost of waiting: danger highest, then by kind. The index `ix_follow_ups_urgency` is sorted by it. */
const WEIGHT = `case when follow_up.is_danger then ${DANGER_WEIGHT} else case follow_up.kind
  ${Object.entries(WEIGHTS)
    .map(([kind, weight]) => `when '${kind}' then ${weight}`)
    .join(' ')} end end`;

/**
 * Returns a redundant SQL condition on the kinds' weights, so that the index is searched without reading kinds of
 * higher weight.
 */
export function kindWeightSql(kinds: readonly FollowUpKind[]): string {
  return `${WEIGHT} = any(array[${[DANGER_WEIGHT, ...kinds.map((kind) => WEIGHTS[kind])].join(', ')}])`;
}

/**
 * When the customer last called or the follow-up was last due. Customers in danger are listed under today until someone
 * closes their follow-up.
 */
export const LAST_TOUCHED = `case when follow_up.is_danger then 'infinity'
  else greatest(follow_up.due_at, follow_up.opened_at, follow_up.last_contact_at, follow_up.snoozed_until) end`;

// Reversed, because the list is sorted in descending order.
const earliestFirstSql = (time: string): string => `timestamptz 'epoch' - (${time} - timestamptz 'epoch')`;

// Customers in danger and unhappy customers are sorted by latest contact, newest first; others by urgency.
const TODAY_ORDER = `case when follow_up.is_danger or follow_up.kind = 'unhappy'
  then coalesce(follow_up.last_contact_at, follow_up.opened_at) else ${earliestFirstSql('follow_up.urgent_at')} end`;

/**
 * SQL condition for waiting follow-ups that are due after today, which ends at `end`. Includes leads only if a time was
 * agreed on.
 */
export const isLaterSql = (end: string): string =>
  `((follow_up.kind = 'promise' or follow_up.kind = 'lead' and follow_up.is_promised_time) and follow_up.due_at >= ${end} and not follow_up.is_danger)`;

interface Section {
  condition: (start: string, end: string) => string;
  /** Sorted descending, after the weight. */
  time: string;
}

/** Sections follow the order of the list. */
const SECTIONS: Record<FollowUpSection, Section> = {
  today: { condition: (start, end) => `${LAST_TOUCHED} >= ${start} and not ${isLaterSql(end)}`, time: TODAY_ORDER },
  later: {
    condition: (start, end) => `${LAST_TOUCHED} >= ${start} and ${isLaterSql(end)}`,
    time: earliestFirstSql('follow_up.due_at'),
  },
  older: { condition: (start) => `${LAST_TOUCHED} < ${start}`, time: LAST_TOUCHED },
};

export function isInSectionSql(section: FollowUpSection, { start, end }: UrgencyDay): string {
  return SECTIONS[section].condition(timestampSql(start), timestampSql(end));
}

// A literal instead of a parameter, because PostgreSQL rejects parameters that a section's condition doesn't use.
const timestampSql = (time: Date): string => `timestamptz '${time.toISOString()}'`;

const SECTION_NAMES = Object.keys(SECTIONS) as FollowUpSection[];

/** Where a page of waiting follow-ups ended. */
export interface UrgencyPosition {
  section: FollowUpSection;
  weight: number;
  /** Unix microseconds, as digits, possibly negative. */
  timeMicros: string;
  id: string;
}

/**
 * Returns SQL for the matching follow-ups, sorted by the cost of waiting: today's, then those due later, then older
 * ones. Each section is read by index, only as far as the page needs.
 * @param bind adds a parameter and returns its placeholder
 * @param limit the limit's placeholder
 */
export function urgentPageSql(
  conditions: readonly string[],
  day: UrgencyDay,
  { section, after, limit }: { section?: FollowUpSection; after?: UrgencyPosition; limit: string },
  bind: (value: unknown) => string,
): string {
  const firstIndex = after ? SECTION_NAMES.indexOf(after.section) : 0;
  const sectionNames = SECTION_NAMES.filter(
    (name, index) => index >= firstIndex && (section === undefined || name === section),
  );
  const branches = sectionNames.map((name) => {
    const { time } = SECTIONS[name];
    const sectionConditions = [...conditions, isInSectionSql(name, day)];
    if (after?.section === name) {
      const afterTime = `timestamptz 'epoch' + ${bind(after.timeMicros)}::float8 * interval '1 microsecond'`;
      sectionConditions.push(
        `(${WEIGHT}, ${time}, follow_up.id) < (${bind(after.weight)}::int, ${afterTime}, ${bind(after.id)}::uuid)`,
      );
    }
    return `(select follow_up.*, '${name}' as section, ${SECTION_NAMES.indexOf(name)} as part, ${WEIGHT} as weight, ${time} as time
      from follow_ups follow_up where ${sectionConditions.join(' and ')}
      order by ${WEIGHT} desc, ${time} desc, follow_up.id desc limit ${limit})`;
  });
  return `select * from (${branches.join(' union all ')}) page ${urgentFirstSql('page')} limit ${limit}`;
}

/** The sort order of `urgentPageSql`'s rows. */
export const urgentFirstSql = (name: string): string =>
  `order by ${name}.part, ${name}.weight desc, ${name}.time desc, ${name}.id desc`;
