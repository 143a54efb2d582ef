import { Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';

import type { Actor } from '@ringwell/database/accounts/activity.repository';
import { DeliveriesRepository } from '@ringwell/database/deliveries/deliveries.repository';

import { Access } from '../auth/access.decorator';
import { CurrentActor } from '../auth/actor';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Throttled } from '../http/throttling/throttled.decorator';
import { deliveryView } from './delivery-view';
import { DeliveryDto } from './dto/delivery.dto';
import { callNotFound, OwnCalls } from './own-calls';
import { deliveryNotFound, ResendDelivery } from './resend-delivery';

const UNAUTHENTICATED = 'The token or the session is missing or cannot be used.';

/** The messages about a call: where they went, what became of them, and once more. */
@ApiTags('Dashboard')
@Access('account')
@Controller('api')
export class CallDeliveriesController {
  constructor(
    private readonly ownCalls: OwnCalls,
    private readonly deliveries: DeliveriesRepository,
    private readonly resending: ResendDelivery,
  ) {}

  @Get('calls/:id/deliveries')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'listDeliveries', summary: 'The messages about a call' })
  @ApiParam({ name: 'id', format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  @ApiOkResponse({ type: [DeliveryDto] })
  @ApiProblems({
    401: UNAUTHENTICATED,
    404: 'The account has no call of this id.',
    503: 'The database is away; try again in a moment.',
  })
  async list(
    @CurrentPrincipal() { userId }: Principal,
    @IdParam('id', callNotFound) id: string,
  ): Promise<DeliveryDto[]> {
    const call = await this.ownCalls.find(userId, id);
    return (await this.deliveries.listForCall(userId, call.id)).map(deliveryView);
  }

  @Post('deliveries/:id/resend')
  @Throttled('resend')
  @HttpCode(202)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'resendDelivery',
    summary: 'Send a message again',
    description:
      'For a message that has come to an end, sent or not, or that waits for its next try. What kept it from being sent is looked at again.',
  })
  @ApiParam({ name: 'id', format: 'uuid', example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' })
  @ApiAcceptedResponse({ type: DeliveryDto, description: 'The message is due now.' })
  @ApiProblems({
    401: UNAUTHENTICATED,
    404: 'The account has no message of this id.',
    409: 'The message is on its way, or the words of its call were removed because of their age.',
    429: 'Messages were sent again too often in the last hour.',
    503: 'The database is away; try again in a moment.',
  })
  async resend(
    @CurrentPrincipal() { userId }: Principal,
    @CurrentActor() actor: Actor,
    @IdParam('id', deliveryNotFound) id: string,
  ): Promise<DeliveryDto> {
    return deliveryView(await this.resending.resend(userId, id, actor));
  }
}
