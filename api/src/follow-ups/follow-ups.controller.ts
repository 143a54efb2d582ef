import { Body, Controller, Delete, Get, Param, Post, Patch, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import { MAX_FOLLOW_UPS_PER_CLOSING, UNDO_HOURS } from '@ringwell/database/follow-ups/follow-up-closings.repository';
import { LeadPreviewRepository } from '@ringwell/database/follow-ups/lead-preview.repository';
import { DEFAULT_TIME_ZONE } from '@ringwell/domain/time';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { visibleAccountId } from '../auth/access/visible-account';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { Revalidated } from '../http/response/revalidated.decorator';
import { ChangeFollowUpDto } from './dto/change-follow-up.dto';
import { CloseFollowUpsDto } from './dto/close-follow-ups.dto';
import { toFollowUpFilter, FollowUpCountQueryDto, FollowUpQueryDto } from './dto/follow-up-query.dto';
import { FollowUpCountsDto, FollowUpDetailsDto, FollowUpPageDto } from './dto/follow-up.dto';
import { LeadPreviewDto } from './dto/lead-preview.dto';
import { OpenDayDto } from './dto/open-day.dto';
import { FollowUpClosingDto, TodayDto, UndoneClosingDto } from './dto/today.dto';
import { followUpNotFound, FollowUpsService } from './follow-ups.service';
import { openDays } from './open-days';
import { TodayService } from './today.service';

@ApiTags('Follow-ups')
@Access('account', 'viewer')
@Controller('api/follow-ups')
export class FollowUpsController {
  constructor(
    private readonly today: TodayService,
    private readonly followUps: FollowUpsService,
    private readonly accounts: AccountsRepository,
    private readonly agents: AgentsRepository,
    private readonly leads: LeadPreviewRepository,
  ) {}

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
    return this.today.closeBefore({ ...caller, accountId: visibleAccountId(caller) }, before);
  }

  @Delete('closings/:closingId')
  @RequiresRole('member')
  @ApiOperation({
    summary: 'Reopen follow-ups that were closed together',
    description: `Works for ${UNDO_HOURS} hours. Follow-ups that have changed since then stay closed, as do follow-ups for customers who now have another one.`,
  })
  @ApiParam({
    name: 'closingId',
    description: 'ID from the response to the request that closed them.',
    example: '1774966351120000',
  })
  @Responds(200, { type: UndoneClosingDto })
  @ApiProblems({ 404: 'There is nothing to undo.' })
  undoClosing(@Caller() caller: Caller, @Param('closingId') closingId: string): Promise<UndoneClosingDto> {
    return this.today.undo({ ...caller, accountId: visibleAccountId(caller) }, closingId);
  }

  @Get()
  @Revalidated()
  @ApiOperation({
    summary: 'List customers to call back',
    description: 'Each customer has at most one waiting follow-up. All filters must match.',
  })
  @ApiOkResponse({ type: FollowUpPageDto })
  @ApiProblems({ 400: 'A parameter is invalid.' })
  async listFollowUps(@Caller() caller: Caller, @Query() query: FollowUpQueryDto): Promise<FollowUpPageDto> {
    const accountId = visibleAccountId(caller);
    const filter = toFollowUpFilter(query, caller.userId, await this.resolveScope(accountId, query));
    return this.followUps.list(accountId, filter, query.limit, query.cursor);
  }

  @Get('counts')
  @Revalidated()
  @ApiOperation({
    summary: 'Count customers to call back',
    description: 'All filters must match. section narrows every count except the count of snoozed follow-ups.',
  })
  @ApiOkResponse({ type: FollowUpCountsDto })
  @ApiProblems({ 400: 'A parameter is invalid.' })
  countFollowUps(@Caller() caller: Caller, @Query() query: FollowUpCountQueryDto): Promise<FollowUpCountsDto> {
    return this.followUps.count(visibleAccountId(caller), caller.userId, toFollowUpFilter(query, caller.userId));
  }

  @Get('open-days')
  @Revalidated()
  @ApiOperation({
    summary: 'List office hours',
    description: 'Covers today and the next 14 days, except days on which the office is closed.',
  })
  @ApiOkResponse({ type: [OpenDayDto] })
  async listOpenDays(@Caller() { accountId }: Caller): Promise<OpenDayDto[]> {
    const settings = await this.accounts.findSettings(accountId);
    return settings ? openDays(settings, new Date()) : [];
  }

  @Get('lead-preview')
  @ApiOperation({
    summary: 'Count leads from the last 30 days',
    description:
      'Counts the leads that leadsEnabled would have opened. Unhappy customers, imported calls and outgoing calls open no leads.',
  })
  @ApiOkResponse({ type: LeadPreviewDto })
  previewLeads(@Caller() caller: Caller): Promise<LeadPreviewDto> {
    return this.leads.count(visibleAccountId(caller));
  }

  @Get(':id')
  @Revalidated()
  @ApiOperation({
    summary: 'Get a follow-up',
    description: "Includes its history, and the customer's calls and earlier follow-ups.",
  })
  @ApiOkResponse({ type: FollowUpDetailsDto })
  getFollowUp(@Caller() caller: Caller, @IdParam('id', followUpNotFound) id: string): Promise<FollowUpDetailsDto> {
    return this.followUps.get(visibleAccountId(caller), id);
  }

  @Patch(':id')
  @RequiresRole('member')
  @ApiOperation({
    summary: 'Take, assign, snooze or close a follow-up',
    description: 'Each change is kept in its history. Notes are not sent to ServiceTitan, chats, emails or webhooks.',
  })
  @ApiOkResponse({ type: FollowUpDetailsDto, description: 'The updated follow-up.' })
  @ApiProblems({
    400: 'A field is missing or invalid.',
    404: 'Follow-up or member not found.',
    409: 'Someone else changed the follow-up first. The message says who changed what.',
  })
  changeFollowUp(
    @Caller() caller: Caller,
    @IdParam('id', followUpNotFound) id: string,
    @Body() change: ChangeFollowUpDto,
  ): Promise<FollowUpDetailsDto> {
    return this.followUps.change({ ...caller, accountId: visibleAccountId(caller) }, id, change);
  }

  // Looks up the time zone and agent ids that the filters need.
  private async resolveScope(
    accountId: string,
    { agent, openedFrom, openedTo }: Pick<FollowUpQueryDto, 'agent' | 'openedFrom' | 'openedTo'>,
  ): Promise<{ timeZone: string; agentIds?: readonly string[] }> {
    const hasDates = openedFrom !== undefined || openedTo !== undefined;
    const [timeZone, agentIds] = await Promise.all([
      hasDates ? this.accounts.findTimeZone(accountId) : DEFAULT_TIME_ZONE,
      agent === undefined ? undefined : this.agents.listIdsOfSamePerson(accountId, agent),
    ]);
    return { timeZone, agentIds };
  }
}
