import { Body, Controller, Get, Header, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import type { Actor } from '@ringwell/database/accounts/activity.repository';

import { Access } from '../auth/access.decorator';
import { CurrentActor } from '../auth/actor';
import { CurrentPrincipal } from '../auth/current-principal.decorator';
import type { Principal } from '../auth/principal';
import { ApiProblems } from '../http/problems/problem.dto';
import { ChangeMySettingsDto } from './dto/change-settings.dto';
import { SettingsDto } from './dto/settings.dto';
import { WebhookSecretDto } from './dto/webhook-secret.dto';
import { SettingsService } from './settings.service';

/** What people set for their own account. */
@ApiTags('Settings')
@Access('session')
@Controller('api/my/settings')
export class MySettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getMySettings', summary: "One's own settings" })
  @ApiOkResponse({ type: SettingsDto })
  @ApiProblems({ 401: 'Nobody is signed in.', 503: 'A store is away; try again in a moment.' })
  get(@CurrentPrincipal() { userId }: Principal): Promise<SettingsDto> {
    return this.settings.get(userId);
  }

  @Put()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'changeMySettings',
    summary: "Change one's own settings",
    description:
      'Send the fields to change, usually one; all others stay as they are. Null or an empty text clears a text or a secret.',
  })
  @ApiOkResponse({ type: SettingsDto, description: 'All settings after the change.' })
  @ApiProblems({
    400: 'A field is wrong, or none was sent.',
    401: 'Nobody is signed in.',
    503: 'A store is away; try again in a moment.',
  })
  change(
    @CurrentPrincipal() { userId }: Principal,
    @CurrentActor() actor: Actor,
    @Body() changes: ChangeMySettingsDto,
  ): Promise<SettingsDto> {
    return this.settings.change(userId, changes, actor);
  }

  @Post('webhook-secret')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'renewWebhookSecret',
    summary: 'Make a new signing secret',
    description: 'It signs callbacks and webhooks from now on; the one before no longer does.',
  })
  @ApiOkResponse({ type: WebhookSecretDto })
  @ApiProblems({ 401: 'Nobody is signed in.', 503: 'A store is away; try again in a moment.' })
  async renewWebhookSecret(
    @CurrentPrincipal() { userId }: Principal,
    @CurrentActor() actor: Actor,
  ): Promise<WebhookSecretDto> {
    return { webhookSecret: await this.settings.renewWebhookSecret(userId, actor) };
  }
}
