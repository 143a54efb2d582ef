import type { FollowUpKind } from '../follow-ups/follow-up';
import type { Topic } from './topic';

const ABOUT: Partial<Record<Topic, string>> = {
  no_show: ' about the missed visit',
  delay: ' about the delay',
  quality: ' about the work',
  price: ' about the price',
  billing: ' about the bill',
  communication: ' about the missed messages',
  rudeness: ' about how they were treated',
  booking: ' about the visit',
};

/**
 * Instruction for a call without a written one: `Call Karen Voss back about the bill`.
 * @returns undefined where the call has to be heard first, or a rule says it
 */
export function plainInstruction(
  kind: FollowUpKind | null,
  { topic, customerName }: { topic: Topic | null; customerName: string | null },
): string | undefined {
  const who = customerName ?? 'the customer';
  const about = (topic && ABOUT[topic]) ?? '';
  const instructions: Partial<Record<FollowUpKind, string>> = {
    unhappy: `Call ${who} back${about}`,
    voicemail: `Return the voicemail of ${who}`,
    promise: `Get back to ${who}${about}`,
  };
  return kind === null ? undefined : instructions[kind];
}
