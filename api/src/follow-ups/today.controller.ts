import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';

import { MAX_FOLLOW_UPS_PER_CLOSING, UNDO_HOURS } from '@ringwell/database/follow-ups/follow-up-closings.repository';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { visibleAccountId } from '../auth/access/visible-account';
import { Caller } from '../auth/principal/caller';
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
    summary: "Get today's callbacks",
    description:
      'Returns customers to call back, most urgent first: customers in danger, unhappy customers, leads to win back, ' +
      'follow-ups requested by your rules, promises, voicemails and calls that need a listen. Includes counts of the ' +
      'other sections and a summary of the day.',
  })
  @ApiOkResponse({ type: TodayDto })
  getToday(@Caller() caller: Caller): Promise<TodayDto> {
    return this.today.get(visibleAccountId(caller));
  }

  @Post('closings')
  @RequiresRole('member')
  @ApiOperation({
    summary: 'Close old follow-ups together',
    description:
      `Dismisses up to ${MAX_FOLLOW_UPS_PER_CLOSING.toLocaleString('en')} follow-ups, oldest first, except those of customers in danger, ` +
      'snoozed follow-ups, and follow-ups that a colleague has taken.',
  })
  @ApiCreatedResponse({ type: FollowUpClosingDto })
  @ApiProblems({ 400: 'The date is missing, invalid or after today.' })
  closeFollowUps(@Caller() caller: Caller, @Body() { before }: CloseFollowUpsDto): Promise<FollowUpClosingDto> {
    return this.today.closeBefore(
      { accountId: visibleAccountId(caller), userId: caller.userId, actor: caller.actor },
      before,
    );
  }

  @Delete('closings/:closingId')
  @RequiresRole('member')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Reopen follow-ups that were closed together',
    description: `Works for ${UNDO_HOURS} hours. Follow-ups that have changed since then stay closed, as do follow-ups for customers who now have another one.`,
  })
  @ApiParam({
    name: 'closingId',
    description: 'ID from the response to the request that closed them.',
    example: '1774966351120000',
  })
  @ApiOkResponse({ type: UndoneClosingDto })
  @ApiProblems({ 404: 'There is nothing to undo.' })
  undoClosing(@Caller() caller: Caller, @Param('closingId') closingId: string): Promise<UndoneClosingDto> {
    return this.today.undo(
      { accountId: visibleAccountId(caller), userId: caller.userId, actor: caller.actor },
      closingId,
    );
  }
}
