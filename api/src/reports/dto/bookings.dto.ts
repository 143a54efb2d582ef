import { IntersectionType, PickType } from '@nestjs/swagger';

import type { LeadCounts } from '@ringwell/database/follow-ups/won-leads.repository';
import { MIN_LEADS } from '@ringwell/domain/calls/booking-rate';

import { date, FieldsType, integer, listOf, object, text } from '../../http/response/dto-fields';
import { AgentHappinessDto, HappinessChangeDto, HappinessDto, HourHappinessDto } from './happiness.dto';

const NULL_WITH_FEW_LEADS = `Null with fewer than ${MIN_LEADS} leads.`;

export class BookingFiguresDto extends FieldsType({
  leads: integer({ description: 'Number of calls with a chance of new work, booked or not booked.', example: 120 }),
  booked: integer({ example: 65 }),
  undecided: integer({ description: 'Not booked: still deciding.', example: 30 }),
  unreached: integer({ description: 'Not booked: not reached.', example: 15 }),
  otherReason: integer({ description: 'Not booked for another reason.', example: 10 }),
  notALead: integer({ description: 'Number of calls that were not leads. They do not affect the rate.', example: 80 }),
  rate: integer({
    nullable: true,
    minimum: 0,
    maximum: 100,
    description: `The percentage of leads that were booked. ${NULL_WITH_FEW_LEADS}`,
    example: 54,
  }),
  low: integer({
    nullable: true,
    description: `Lower bound of the 95% confidence interval of the rate (Wilson). ${NULL_WITH_FEW_LEADS}`,
    example: 45,
  }),
  high: integer({
    nullable: true,
    description: `Upper bound of the 95% confidence interval of the rate. ${NULL_WITH_FEW_LEADS}`,
    example: 63,
  }),
  confirmed: integer({ description: 'Number of leads with a job in ServiceTitan.', example: 58 }),
  confirmedRate: integer({
    nullable: true,
    description: `Percentage of leads with a job in ServiceTitan. Null without jobs or with fewer than ${MIN_LEADS} leads.`,
    example: 48,
  }),
}) {}

export class BookingPeriodDto extends FieldsType(BookingFiguresDto, {
  from: date({ example: '2026-03-02' }),
  to: date({ description: 'The last day, inclusive.', example: '2026-03-08' }),
}) {}

export class CampaignBookingsDto extends FieldsType(BookingFiguresDto, {
  campaign: text({ description: "The campaign's name in ServiceTitan.", example: 'Spring mailing' }),
}) {}

export class HourBookingsDto extends IntersectionType(
  BookingFiguresDto,
  PickType(HourHappinessDto, ['hour'] as const),
) {}

class ShareRateDto extends FieldsType({
  rate: integer({
    nullable: true,
    description: `The share in percent. Null with fewer than ${MIN_LEADS} calls.`,
    example: 70,
  }),
  low: integer({ nullable: true, description: 'Lower bound of the 95% confidence interval.', example: 56 }),
  high: integer({ nullable: true, description: 'Upper bound of the 95% confidence interval.', example: 82 }),
}) {}

/** A share of calls. Calls for which the answer is unknown are excluded. */
export class ShareDto extends FieldsType(ShareRateDto, {
  count: integer({ description: 'Number of matching calls.', example: 31 }),
  others: integer({ description: 'Number of other calls.', example: 13 }),
}) {}

export class AgentBookingsDto extends FieldsType(
  IntersectionType(BookingFiguresDto, PickType(AgentHappinessDto, ['agentId', 'agentName'] as const)),
  {
    asked: object(ShareDto, { description: 'Share of the unbooked calls in which the agent asked for the booking.' }),
  },
) {}

export class BookingAccuracyDto extends FieldsType(ShareRateDto, {
  jobs: integer({
    description: 'Number of calls with a job that were also judged as booked or not booked.',
    example: 62,
  }),
  right: integer({ description: 'Number of these calls that were judged as booked.', example: 58 }),
}) {}

export class WonLeadsDto
  extends FieldsType({
    opened: integer({
      description: 'Number of leads to win back from the period, excluding dismissed leads.',
      example: 40,
    }),
    waiting: integer({ description: 'Number of leads still to be called back.', example: 6 }),
    won: integer({ example: 12 }),
    broughtCents: integer({
      description: 'Known value of the leads that were won back, in US cents.',
      example: 540_000,
    }),
    estimated: integer({
      description: "Number of won leads valued as an average job because their own job's total is unknown.",
      example: 3,
    }),
  })
  implements LeadCounts {}

export class BookingsDto extends FieldsType(
  PickType(HappinessDto, ['from', 'to', 'by', 'direction', 'timeZone', 'isRecounting'] as const),
  {
    total: object(BookingFiguresDto),
    before: object(BookingPeriodDto, {
      description:
        'The previous period of the same length. For a month or its first weeks, the same days of the previous month.',
    }),
    change: object(HappinessChangeDto, { nullable: true, description: 'Null if either period has no rate.' }),
    accuracy: object(BookingAccuracyDto, { description: 'Share of the calls with a job that were judged as booked.' }),
    reached: object(ShareDto, { description: 'Share of the outbound calls that reached a person.' }),
    wonLeads: object(WonLeadsDto, { description: 'Follow-ups on leads to win back.' }),
    trend: listOf(BookingPeriodDto, { description: 'Every day, week or month, oldest first.' }),
    agents: listOf(AgentBookingsDto, { description: 'Agents with the most leads first.' }),
    campaigns: listOf(CampaignBookingsDto, { description: 'ServiceTitan campaigns, most leads first.' }),
    hours: listOf(HourBookingsDto, { description: 'Hours of the day that have calls, in order.' }),
  },
) {}
