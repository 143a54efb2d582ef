import { Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import type { Actor } from '@ringwell/database/accounts/activity.repository';

import { Access } from '../auth/access.decorator';
import { CurrentActor } from '../auth/actor';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { Throttled } from '../http/throttling/throttled.decorator';
import { BillingService } from './billing.service';
import { PortalDto, SubscriptionDto } from './dto/subscription.dto';

/** Having subscribed. */
@ApiTags('Dashboard')
@Access('session')
@Controller('api/billing')
export class BillingController {
  constructor(private readonly billing: BillingService) {}

  @Get('subscription')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getSubscription',
    summary: 'What the account subscribes to',
    description: 'As the payment provider last reported it, usually some seconds ago.',
  })
  @ApiOkResponse({ type: SubscriptionDto })
  @ApiProblems({ 401: 'Nobody is signed in.', 503: 'A store is away; try again in a moment.' })
  subscription(@CurrentPrincipal() { userId }: Principal): Promise<SubscriptionDto> {
    return this.billing.subscriptionOf(userId);
  }

  @Post('portal')
  @Throttled('portal')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'openBillingPortal',
    summary: 'Manage the subscription',
    description:
      'Answers with a page of the payment provider: invoices, how to pay, and cancelling. The address is for this person alone and lasts some minutes.',
  })
  @ApiOkResponse({ type: PortalDto })
  @ApiProblems({
    401: 'Nobody is signed in.',
    409: 'The account has never subscribed.',
    502: 'The payment provider failed, or refuses us; try again later.',
    503: 'Payments are not set up here (billing_not_configured), or a store is away.',
  })
  async portal(@CurrentPrincipal() { userId }: Principal, @CurrentActor() actor: Actor): Promise<PortalDto> {
    return { url: await this.billing.openPortal(userId, actor) };
  }
}
