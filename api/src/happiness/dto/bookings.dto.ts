import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';

import type { LeadCounts } from '@ringwell/database/follow-ups/won-leads.repository';
import { MIN_LEADS } from '@ringwell/domain/calls/booking-rate';

import { ApiNullable } from '../../http/response/nullable.decorator';
import { AgentHappinessDto, HappinessChangeDto, HappinessDto, HourHappinessDto } from './happiness.dto';

const FEW = `null with fewer than ${MIN_LEADS} leads.`;

export class BookingFiguresDto {
  @ApiProperty({
    type: 'integer',
    description: 'Number of calls with a chance of new work, booked or not booked.',
    example: 120,
  })
  leads!: number;

  @ApiProperty({ type: 'integer', example: 65 })
  booked!: number;

  @ApiProperty({ type: 'integer', description: 'Not booked: still deciding.', example: 30 })
  undecided!: number;

  @ApiProperty({ type: 'integer', description: 'Not booked: not reached.', example: 15 })
  unreached!: number;

  @ApiProperty({ type: 'integer', description: 'Not booked for another reason.', example: 10 })
  otherReason!: number;

  @ApiProperty({ type: 'integer', description: 'Calls that were not leads. The rate ignores them.', example: 80 })
  notALead!: number;

  @ApiNullable('integer', {
    minimum: 0,
    maximum: 100,
    description: `The percentage of leads that were booked. ${FEW}`,
    example: 54,
  })
  rate!: number | null;

  @ApiNullable('integer', {
    description: `Lower bound of the 95 % confidence interval of the rate (Wilson). ${FEW}`,
    example: 45,
  })
  low!: number | null;

  @ApiNullable('integer', {
    description: `Upper bound of the 95 % confidence interval of the rate. ${FEW}`,
    example: 63,
  })
  high!: number | null;

  @ApiProperty({ type: 'integer', description: 'Number of leads with a job in ServiceTitan.', example: 58 })
  confirmed!: number;

  @ApiNullable('integer', {
    description: `The share of the leads for which a job was found, in percent. null without jobs, or with fewer than ${MIN_LEADS} leads.`,
    example: 48,
  })
  confirmedRate!: number | null;
}

export class BookingPeriodDto extends BookingFiguresDto {
  @ApiProperty({ format: 'date', example: '2026-03-02' })
  from!: string;

  @ApiProperty({ format: 'date', description: 'The last day, inclusive.', example: '2026-03-08' })
  to!: string;
}

export class CampaignBookingsDto extends BookingFiguresDto {
  @ApiProperty({ description: "The campaign's name in ServiceTitan.", example: 'Spring mailing' })
  campaign!: string;
}

export class HourBookingsDto extends IntersectionType(
  BookingFiguresDto,
  PickType(HourHappinessDto, ['hour'] as const),
) {}

class ShareRateDto {
  @ApiNullable('integer', {
    description: `The share in percent. null with fewer than ${MIN_LEADS} calls.`,
    example: 70,
  })
  rate!: number | null;

  @ApiNullable('integer', { description: 'Lower bound of the 95 % confidence interval.', example: 56 })
  low!: number | null;

  @ApiNullable('integer', { description: 'Upper bound of the 95 % confidence interval.', example: 82 })
  high!: number | null;
}

/** Share of the calls for which it is known. */
export class ShareDto extends ShareRateDto {
  @ApiProperty({ type: 'integer', description: 'Number of calls for which it is true.', example: 31 })
  count!: number;

  @ApiProperty({ type: 'integer', description: 'Number of calls for which it is false.', example: 13 })
  others!: number;
}

export class AgentBookingsDto extends IntersectionType(
  BookingFiguresDto,
  PickType(AgentHappinessDto, ['agentId', 'agentName'] as const),
) {
  @ApiProperty({ type: ShareDto, description: 'Calls not booked in which the agent asked for the booking.' })
  asked!: ShareDto;
}

export class BookingAccuracyDto extends ShareRateDto {
  @ApiProperty({
    type: 'integer',
    description: 'Number of calls with a job that were also judged as booked or not.',
    example: 62,
  })
  jobs!: number;

  @ApiProperty({ type: 'integer', description: 'Number of these calls that were judged as booked.', example: 58 })
  right!: number;
}

export class WonLeadsDto implements LeadCounts {
  @ApiProperty({
    type: 'integer',
    description: 'Number of leads to win back from the period, without dismissed leads.',
    example: 40,
  })
  opened!: number;

  @ApiProperty({ type: 'integer', description: 'Number of leads still to be called back.', example: 6 })
  waiting!: number;

  @ApiProperty({ type: 'integer', example: 12 })
  won!: number;

  @ApiProperty({
    type: 'integer',
    description: 'Known value of the leads that were won back, in US cents.',
    example: 540_000,
  })
  broughtCents!: number;

  @ApiProperty({
    type: 'integer',
    description: "Number of won leads counted as an average job because their own job's total is unknown.",
    example: 3,
  })
  estimated!: number;
}

export class BookingsDto extends PickType(HappinessDto, [
  'from',
  'to',
  'by',
  'direction',
  'timeZone',
  'isRecounting',
] as const) {
  @ApiProperty({ type: BookingFiguresDto })
  total!: BookingFiguresDto;

  @ApiProperty({
    type: BookingPeriodDto,
    description: 'The previous period of the same length; for a month or its first days, the previous month.',
  })
  before!: BookingPeriodDto;

  @ApiNullable(HappinessChangeDto, { description: 'null if either period has no rate.' })
  change!: HappinessChangeDto | null;

  @ApiProperty({ type: BookingAccuracyDto, description: 'Fraction of calls with a job that were judged as booked.' })
  accuracy!: BookingAccuracyDto;

  @ApiProperty({ type: ShareDto, description: 'Outbound calls that reached a person.' })
  reached!: ShareDto;

  @ApiProperty({ type: WonLeadsDto, description: 'Follow-ups of the kind lead.' })
  wonLeads!: WonLeadsDto;

  @ApiProperty({ type: [BookingPeriodDto], description: 'Every day, week or month, oldest first.' })
  trend!: BookingPeriodDto[];

  @ApiProperty({ type: [AgentBookingsDto], description: 'Agents with the most leads first.' })
  agents!: AgentBookingsDto[];

  @ApiProperty({ type: [CampaignBookingsDto], description: 'ServiceTitan campaigns, most leads first.' })
  campaigns!: CampaignBookingsDto[];

  @ApiProperty({ type: [HourBookingsDto], description: 'Hours of the day that have calls, in order.' })
  hours!: HourBookingsDto[];
}
