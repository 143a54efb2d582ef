import { Body, Controller, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import type { Actor } from '@ringwell/database/accounts/activity.repository';

import { Access } from '../auth/access.decorator';
import { CurrentActor } from '../auth/actor';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { Throttled } from '../http/throttling/throttled.decorator';
import { CheckoutService } from './checkout.service';
import { CheckoutSessionQueryDto } from './dto/checkout-session-query.dto';
import { CheckoutDto, CheckoutSessionDto } from './dto/checkout.dto';
import { StartCheckoutDto } from './dto/start-checkout.dto';

const PROVIDER_PROBLEMS = {
  502: 'The payment provider failed, or refuses us; try again later.',
  503: 'Payments are not set up here (billing_not_configured), or a store is away.',
};

/** Subscribing. */
@ApiTags('Dashboard')
@Controller('api/checkout')
export class CheckoutController {
  constructor(private readonly checkout: CheckoutService) {}

  @Post()
  @Access('session')
  @Throttled('checkout')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'startCheckout',
    summary: 'Start a subscription',
    description: 'Answers with the page of the payment provider to go to.',
  })
  @ApiOkResponse({ type: CheckoutDto })
  @ApiProblems({
    400: 'The plan or the add-ons are wrong.',
    401: 'Nobody is signed in.',
    409: 'The account has a subscription already.',
    ...PROVIDER_PROBLEMS,
  })
  async start(
    @CurrentPrincipal() { userId }: Principal,
    @CurrentActor() actor: Actor,
    @Body() { plan, addOns }: StartCheckoutDto,
  ): Promise<CheckoutDto> {
    return { url: await this.checkout.start(userId, { plan, addOns }, actor) };
  }

  @Get('success')
  @Access('public')
  @Throttled('public')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getCheckoutSession',
    summary: 'Whom a subscription is confirmed to',
    description: 'For the page that people come back to. It only tells; the subscription itself does not depend on it.',
  })
  @ApiOkResponse({ type: CheckoutSessionDto })
  @ApiProblems({ 400: 'The session_id is not one.', 404: 'There is no such checkout.', ...PROVIDER_PROBLEMS })
  async success(@Query() { session_id: sessionId }: CheckoutSessionQueryDto): Promise<CheckoutSessionDto> {
    return { customer_email: await this.checkout.emailOf(sessionId) };
  }
}
