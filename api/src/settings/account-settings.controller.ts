import { Body, Controller, Get, Header, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';

import type { Actor } from '@ringwell/database/accounts/activity.repository';

import { Access } from '../auth/access.decorator';
import { CurrentActor } from '../auth/actor';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { ChangeAccountSettingsDto } from './dto/change-settings.dto';
import { SettingsDto } from './dto/settings.dto';
import { accountNotFound, SettingsService } from './settings.service';

const USER_ID = { name: 'userId', format: 'uuid', example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' };

/** Settings for programs, which read their own account's, and for administrators, who see to any. */
@ApiTags('Settings')
@Controller('api/account/settings')
export class AccountSettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @Access('account')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getAccountSettings', summary: 'Settings of the account' })
  @ApiOkResponse({ type: SettingsDto })
  @ApiProblems({
    401: 'The token is missing or cannot be used, and nobody is signed in.',
    503: 'A store is away; try again in a moment.',
  })
  get(@CurrentPrincipal() { userId }: Principal): Promise<SettingsDto> {
    return this.settings.get(userId);
  }

  @Get('admin/:userId')
  @Access('admin')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getSettingsOfUser', summary: 'Settings of any account' })
  @ApiParam(USER_ID)
  @ApiOkResponse({ type: SettingsDto })
  @ApiProblems({
    401: 'Nobody is signed in.',
    403: 'This is for administrators.',
    404: 'There is no account of this id.',
    503: 'A store is away; try again in a moment.',
  })
  getOf(@IdParam('userId', accountNotFound) userId: string): Promise<SettingsDto> {
    return this.settings.get(userId);
  }

  @Put('admin/:userId')
  @Access('admin')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'changeSettingsOfUser',
    summary: 'Change settings of any account',
    description: "As for one's own account; beyond that, administrators set add-ons and higher limits.",
  })
  @ApiParam(USER_ID)
  @ApiOkResponse({ type: SettingsDto, description: 'All settings after the change.' })
  @ApiProblems({
    400: 'A field is wrong, or none was sent.',
    401: 'Nobody is signed in.',
    403: 'This is for administrators.',
    404: 'There is no account of this id.',
    503: 'A store is away; try again in a moment.',
  })
  changeOf(
    @IdParam('userId', accountNotFound) userId: string,
    @CurrentActor() actor: Actor,
    @Body() changes: ChangeAccountSettingsDto,
  ): Promise<SettingsDto> {
    return this.settings.change(userId, changes, actor);
  }
}
