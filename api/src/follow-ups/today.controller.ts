import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';
import { MAX_CLOSED_AT_ONCE, UNDO_HOURS } from '@ringwell/database/follow-ups/follow-up-closings.repository';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { visibleAccountId } from '../auth/access/visible-account';
import { CurrentActor } from '../auth/principal/actor';
import { CurrentPrincipal } from '../auth/principal/current-principal.decorator';
import type { Principal } from '../auth/principal/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { Revalidated } from '../http/response/revalidated.decorator';
import { CloseFollowUpsDto } from './dto/close-follow-ups.dto';
import { FollowUpClosingDto, TodayDto, UndoneClosingDto } from './dto/today.dto';
import { TodayService } from './today.service';

@ApiTags('Follow-ups')
@Access('account', 'viewer')
@Controller('api/follow-ups')
export class TodayController {
  constructor(private readonly today: TodayService) {}

  @Get('today')
  @Revalidated()
  @ApiOperation({
    operationId: 'getToday',
    summary: 'Get what is to be done today',
    description:
      'Customers to call back by what it costs to wait: in danger, unhappy, leads to win back, asked for by your rules, ' +
      'promised, voicemails, calls that need a listen. With counts of the others, and how the day went.',
  })
  @ApiOkResponse({ type: TodayDto })
  get(@CurrentPrincipal() principal: Principal): Promise<TodayDto> {
    return this.today.get(visibleAccountId(principal));
  }

  @Post('closings')
  @RequiresRole('member')
  @ApiOperation({
    operationId: 'closeFollowUps',
    summary: 'Close old follow-ups together',
    description:
      `Dismisses up to ${MAX_CLOSED_AT_ONCE.toLocaleString('en')}, the oldest first: not those of customers in danger, ` +
      'those that are snoozed, or those that a colleague has.',
  })
  @ApiCreatedResponse({ type: FollowUpClosingDto })
  @ApiProblems({ 400: 'The date is missing, invalid or after today.' })
  close(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Body() { before }: CloseFollowUpsDto,
  ): Promise<FollowUpClosingDto> {
    return this.today.closeBefore({ accountId: visibleAccountId(principal), userId: principal.userId, actor }, before);
  }

  @Delete('closings/:closingId')
  @RequiresRole('member')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'undoClosing',
    summary: 'Undo closing follow-ups together',
    description: `Within ${UNDO_HOURS} hours. What has changed since stays, and so does the one of a customer who has another one by now.`,
  })
  @ApiParam({ name: 'closingId', description: 'From the response to the closing.', example: '1774966351120000' })
  @ApiOkResponse({ type: UndoneClosingDto })
  @ApiProblems({ 404: 'There is nothing to undo.' })
  undo(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('closingId') closingId: string,
  ): Promise<UndoneClosingDto> {
    return this.today.undo({ accountId: visibleAccountId(principal), userId: principal.userId, actor }, closingId);
  }
}
