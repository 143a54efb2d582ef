import { ApiProperty } from '@nestjs/swagger';

import { ADD_ONS, PLANS, type AddOn, type Plan } from '@ringwell/domain/billing/plans';

import { ApiNullable } from '../../http/response/nullable.decorator';

export class SubscriptionDto {
  @ApiNullable(String, {
    example: 'active',
    description:
      'Status at Stripe: active, trialing, past_due (a payment is due, access continues), unpaid, canceled, ' +
      'incomplete, incomplete_expired or paused. Null without a subscription.',
  })
  status!: string | null;

  @ApiProperty({
    enum: PLANS,
    nullable: true,
    description: 'Null unless the subscription is active, trialing or past_due.',
    example: 'team',
  })
  plan!: Plan | null;

  @ApiProperty({
    enum: ADD_ONS,
    isArray: true,
    description: 'Add-ons that the account can use.',
    example: ['slack'],
  })
  addOns!: AddOn[];

  @ApiNullable('date-time', { description: 'End of the paid billing period.', example: '2026-12-20T09:30:00.000Z' })
  currentPeriodEnd!: string | null;

  @ApiProperty({ description: 'Whether POST /api/billing/portal can be used.', example: true })
  canManage!: boolean;
}

export class PortalDto {
  @ApiProperty({
    format: 'uri',
    description: "The payment provider's page. Redirect the browser to this URL.",
    example: 'https://billing.stripe.com/p/session/test_a1b2c3',
  })
  url!: string;
}
