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

@ApiTags('Settings')
@Access('session')
@Controller('api/my/settings')
export class MySettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getMySettings', summary: 'Get your settings' })
  @ApiOkResponse({ type: SettingsDto })
  @ApiProblems({ 401: 'Not signed in.', 503: 'The service is temporarily unavailable. Try again in a moment.' })
  get(@CurrentPrincipal() { userId }: Principal): Promise<SettingsDto> {
    return this.settings.get(userId);
  }

  @Put()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'changeMySettings',
    summary: 'Change your settings',
    description:
      'Send only the fields to change; all others stay as they are. Null or an empty string clears a text or a secret.',
  })
  @ApiOkResponse({ type: SettingsDto, description: 'All settings after the change.' })
  @ApiProblems({
    400: 'A field is invalid, or none was sent.',
    401: 'Not signed in.',
    503: 'The service is temporarily unavailable. Try again in a moment.',
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
    summary: 'Generate a new signing secret',
    description: 'Callbacks and webhooks are signed with it from now on. The previous secret stops working.',
  })
  @ApiOkResponse({ type: WebhookSecretDto })
  @ApiProblems({ 401: 'Not signed in.', 503: 'The service is temporarily unavailable. Try again in a moment.' })
  async renewWebhookSecret(
    @CurrentPrincipal() { userId }: Principal,
    @CurrentActor() actor: Actor,
  ): Promise<WebhookSecretDto> {
    return { webhookSecret: await this.settings.renewWebhookSecret(userId, actor) };
  }
}
