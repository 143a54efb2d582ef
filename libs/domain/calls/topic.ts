/**
 * Call topics, in display order. A call has the topic that explains the customer's mood, or else the one it's mostly
 * about.
 */
export const TOPICS = [
  'no_show',
  'delay',
  'quality',
  'price',
  'billing',
  'communication',
  'rudeness',
  'praise',
  'booking',
  'other',
] as const;
export type Topic = (typeof TOPICS)[number];

export const TOPIC_NAMES: Record<Topic, string> = {
  no_show: 'No-show',
  delay: 'Delay',
  quality: 'Work quality',
  price: 'Price',
  billing: 'Billing',
  communication: 'Communication',
  rudeness: 'Rude or pushy',
  praise: 'Praise',
  booking: 'Booking',
  other: 'Other',
};

/** Definitions in the language model's prompt. */
export const TOPIC_DEFINITIONS: Record<Topic, string> = {
  no_show: 'No one from the company came to a booked visit, once or repeatedly.',
  delay: 'The company came late, put a visit off, lets a job drag on, or keeps the customer waiting for a part.',
  quality:
    'The work was done badly or not completely, the problem came back, or something was damaged, lost or left unsafe.',
  price: 'What something costs: a quote, a comparison of prices, or a price that is too high.',
  billing: 'A charge, an invoice, a payment, a refund or a deposit, or what a warranty or plan covers.',
  communication:
    'Calls or messages went unanswered, the customer was passed around, or was told nothing or something wrong.',
  rudeness: 'Someone at the company was rude, dismissive or pushy, or misled the customer to sell something.',
  praise: 'The customer is happy with a technician, the office or the work.',
  booking: 'Booking, confirming, moving or canceling a visit or a plan, or reaching the address.',
  other: 'A general question, paperwork, a wrong number, or anything else.',
};

/** Shown if the analyst wasn't sure enough of a topic. */
export const NO_TOPIC_NAME = 'Not sorted';

export function topicName(topic: Topic | null): string {
  return topic === null ? NO_TOPIC_NAME : TOPIC_NAMES[topic];
}
