import type { FollowUpKind } from '../follow-ups/follow-up';
import { isUnbooked, type Booking, type Unbooked } from './booking';
import type { Topic } from './topic';

const TOPIC_PHRASES: Partial<Record<Topic, string>> = {
  no_show: ' about the missed visit',
  delay: ' about the delay',
  quality: ' about the work',
  price: ' about the price',
  billing: ' about the bill',
  communication: ' about the poor communication',
  rudeness: ' about how they were treated',
  booking: ' about the visit',
};

const NOT_BOOKED_REASONS: Record<Unbooked, string> = {
  not_booked_undecided: 'still deciding',
  not_booked_unreached: "didn't reach anyone who could help",
  not_booked_other: "wanted work but didn't book",
};

/**
 * Returns the default instruction for a call without a written one: `Call Karen Voss back about the bill`.
 * @returns undefined if no follow-up is needed, someone has to listen to the call first, or a rule provides the
 * instruction
 */
export function getDefaultInstruction(
  kind: FollowUpKind | null,
  {
    topic,
    customerName,
    booking,
    leadDays,
    isInDanger = false,
  }: {
    topic: Topic | null;
    customerName: string | null;
    booking?: Booking | null;
    /** The result of `describeLeadDays`. */
    leadDays?: string | null;
    isInDanger?: boolean;
  },
): string | undefined {
  const customer = customerName ?? 'the customer';
  const topicText = (topic && TOPIC_PHRASES[topic]) ?? '';
  const instructions: Partial<Record<FollowUpKind, string>> = {
    unhappy: `Call ${customer} back${topicText}`,
    lead: `Call ${customer}${topicText}${isUnbooked(booking) ? `: ${leadDays ?? NOT_BOOKED_REASONS[booking]}` : ''}`,
    voicemail: `Return the voicemail from ${customer}`,
    promise: isInDanger ? `Check that ${customer} is safe` : `Get back to ${customer}${topicText}`,
  };
  return kind === null ? undefined : instructions[kind];
}
