import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { ChangeFollowUpDto } from './dto/change-follow-up.dto';
import { ChangedFollowUpQueryDto, toFollowUpFilter } from './dto/follow-up-query.dto';
import { FollowUpDetailsDto, FollowUpPageDto } from './dto/follow-up.dto';
import { followUpNotFound, FollowUpsService } from './follow-ups.service';

@ApiTags('n8n')
@Access('bearer', 'viewer')
@Controller('api/n8n/follow-ups')
export class N8nFollowUpsController {
  constructor(private readonly followUps: FollowUpsService) {}

  @Get()
  @ApiOperation({
    summary: 'List follow-ups in the order they changed',
    description: 'Store the nextCursor. A request with that cursor only returns later changes.',
  })
  @ApiOkResponse({ type: FollowUpPageDto })
  @ApiProblems({ 400: 'A parameter is invalid.' })
  listChangedFollowUps(
    @Caller() { accountId, userId }: Caller,
    @Query() query: ChangedFollowUpQueryDto,
  ): Promise<FollowUpPageDto> {
    return this.followUps.listChanged(accountId, toFollowUpFilter(query, userId), query.limit, query.cursor);
  }

  @Patch(':id')
  @RequiresRole('member')
  @ApiOperation({
    summary: 'Take, assign, snooze or close a follow-up',
    description: "Follow-ups taken with the token are assigned to the account's owner.",
  })
  @ApiOkResponse({ type: FollowUpDetailsDto, description: 'The updated follow-up.' })
  @ApiProblems({
    400: 'A field is missing or invalid.',
    404: 'Follow-up or member not found.',
    409: 'Someone else changed the follow-up first. The message says who changed what.',
  })
  changeFollowUpByToken(
    @Caller() caller: Caller,
    @IdParam('id', followUpNotFound) id: string,
    @Body() change: ChangeFollowUpDto,
  ): Promise<FollowUpDetailsDto> {
    return this.followUps.change(caller, id, change);
  }
}
