import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { ChangeMemberAlertsDto, MemberAlertsDto } from './dto/member-alerts.dto';
import { MyAlertsService } from './my-alerts.service';

@ApiTags('Members')
@Access('session', 'viewer')
@Controller('api/my/alerts')
export class MyAlertsController {
  constructor(private readonly alerts: MyAlertsService) {}

  @Get()
  @ApiOperation({ summary: 'Get your email alerts' })
  @ApiOkResponse({ type: MemberAlertsDto })
  @ApiProblems({ 404: 'Not a member of this account.' })
  getMyAlerts(@Caller() caller: Caller): Promise<MemberAlertsDto> {
    return this.alerts.get(caller);
  }

  @Put()
  @ApiOperation({
    summary: 'Change your email alerts',
    description: "Your alerts are sent to the address that you sign in with. The account's emails do not change.",
  })
  @ApiOkResponse({ type: MemberAlertsDto })
  @ApiProblems({
    400: 'A label or a time is invalid.',
    403: 'You are impersonating another user.',
    404: 'Not a member of this account.',
  })
  changeMyAlerts(@Caller() caller: Caller, @Body() change: ChangeMemberAlertsDto): Promise<MemberAlertsDto> {
    return this.alerts.change(caller, change, caller.actor);
  }
}
