import { ApiProperty } from '@nestjs/swagger';

import { ADD_ONS, PLANS, type AddOn, type Plan } from '@ringwell/domain/plans';

/** What an account subscribes to. */
export class SubscriptionDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'active',
    description:
      "In Stripe's words: active, trialing, past_due (a payment is due, nothing is taken away yet), unpaid, canceled, incomplete, " +
      'incomplete_expired or paused. Null without a subscription.',
  })
  status!: string | null;

  @ApiProperty({
    enum: PLANS,
    nullable: true,
    description: 'Null unless it is active, trialing or past_due.',
    example: 'team',
  })
  plan!: Plan | null;

  @ApiProperty({
    enum: ADD_ONS,
    isArray: true,
    description: 'What the account may use beside the base plan.',
    example: ['slack'],
  })
  addOns!: AddOn[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'End of the month that is being paid for.',
    example: '2026-12-20T09:30:00.000Z',
  })
  currentPeriodEnd!: string | null;

  @ApiProperty({ description: 'Whether POST /api/billing/portal leads anywhere.', example: true })
  canManage!: boolean;
}

/** Where to manage a subscription. */
export class PortalDto {
  @ApiProperty({
    format: 'uri',
    description: 'Page of the payment provider; send the browser there.',
    example: 'https://billing.stripe.com/p/session/test_a1b2c3',
  })
  url!: string;
}
