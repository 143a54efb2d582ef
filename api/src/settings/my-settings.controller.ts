import { Body, Controller, Get, Patch, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { Access, RequiresRole } from '../auth/access/access.decorator';
import { assertConfirmed } from '../auth/confirmation/assert-confirmed';
import { Caller } from '../auth/principal/caller';
import { ApiProblems, Responds } from '../http/problems/problem.dto';
import { ResendConfirmationDto } from './alert-addresses/alert-address.dto';
import { assertIdentityConfirmed } from './assert-identity-confirmed';
import { ChangeMySettingsDto, ChangeRetentionDto } from './dto/change-settings.dto';
import { ChangeEmailAddressesDto, ChangeVocabularyDto, EmailLabelsDto } from './dto/setting-lists.dto';
import { SettingsDto } from './dto/settings.dto';
import { WebhookSecretDto } from './dto/webhook-secret.dto';
import { SettingsService } from './settings.service';

const LIST_PROBLEMS = {
  400: 'An entry is invalid, no entry was sent, or the list would be too long.',
};

@ApiTags('Settings')
@Access('session', 'manager')
@Controller('api/my/settings')
export class MySettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @ApiOperation({ summary: 'Get your settings' })
  @ApiOkResponse({ type: SettingsDto })
  getMySettings(@Caller() { accountId }: Caller): Promise<SettingsDto> {
    return this.settings.get(accountId);
  }

  @Put()
  @ApiOperation({
    summary: 'Change your settings',
    description: 'Send only the fields to change. Null or an empty string clears a text setting or a secret.',
  })
  @ApiOkResponse({ type: SettingsDto, description: 'The updated settings.' })
  @ApiProblems({
    400: 'A field is invalid, or no field was sent.',
    403: 'Changing the webhook requires a sign-in in the last 15 minutes.',
  })
  async changeMySettings(@Caller() caller: Caller, @Body() changes: ChangeMySettingsDto): Promise<SettingsDto> {
    assertIdentityConfirmed(caller, changes, {});
    return await this.settings.change(caller.accountId, changes, caller.actor);
  }

  @Put('retention')
  @RequiresRole('owner')
  @ApiOperation({
    summary: 'Change how long recordings and transcripts are kept',
    description:
      'Send only the fields to change. Shortening a period deletes older data within an hour, which cannot be undone. ' +
      'Use previewMyRetention to count that data first.',
  })
  @ApiOkResponse({ type: SettingsDto, description: 'The updated settings.' })
  @ApiProblems({
    400: 'A field is invalid, or no field was sent.',
    403: 'Owners only. Shortening a period also requires a sign-in in the last 15 minutes.',
  })
  async changeMyRetention(@Caller() caller: Caller, @Body() changes: ChangeRetentionDto): Promise<SettingsDto> {
    const { accountId } = caller;
    assertIdentityConfirmed(caller, changes, await this.settings.get(accountId));
    return await this.settings.change(accountId, changes, caller.actor);
  }

  @Patch('email-addresses')
  @ApiOperation({
    summary: 'Add and remove email addresses',
    description: 'Keeps concurrent changes to other entries, unlike sending the whole list.',
  })
  @ApiOkResponse({ type: SettingsDto, description: 'The updated settings.' })
  @ApiProblems(LIST_PROBLEMS)
  changeMyEmailAddresses(
    @Caller() { accountId, actor }: Caller,
    @Body() change: ChangeEmailAddressesDto,
  ): Promise<SettingsDto> {
    return this.settings.changeEmailAddresses(accountId, change, actor);
  }

  @Post('email-addresses/ask')
  @ApiOperation({
    summary: 'Resend the confirmation email to an address',
    description: "An address outside the account doesn't get emails about calls until the recipient confirms.",
  })
  @Responds(204, { description: 'The email will be sent. Links in earlier emails keep working.' })
  @ApiProblems({
    400: 'The address is invalid.',
    403: 'The account is a demo account.',
    409: "The address isn't waiting for confirmation, or the recipient has declined.",
  })
  resendMyConfirmation(@Caller() { accountId }: Caller, @Body() { address }: ResendConfirmationDto): Promise<void> {
    return this.settings.resendConfirmation(accountId, address);
  }

  @Put('email-labels')
  @ApiOperation({
    summary: 'Choose which calls an address gets emails about',
    description: "Replaces the labels in the account's settings for this address.",
  })
  @ApiOkResponse({ type: SettingsDto, description: 'The updated settings.' })
  @ApiProblems({ ...LIST_PROBLEMS, 400: 'A label is unknown, or the address is not on the list.' })
  changeMyEmailLabels(@Caller() { accountId, actor }: Caller, @Body() change: EmailLabelsDto): Promise<SettingsDto> {
    return this.settings.changeEmailLabels(accountId, change, actor);
  }

  @Patch('vocabulary')
  @ApiOperation({
    summary: 'Add and remove names and words',
    description: 'Keeps concurrent changes to other entries, unlike sending the whole list.',
  })
  @ApiOkResponse({ type: SettingsDto, description: 'The updated settings.' })
  @ApiProblems(LIST_PROBLEMS)
  changeMyVocabulary(
    @Caller() { accountId, actor }: Caller,
    @Body() change: ChangeVocabularyDto,
  ): Promise<SettingsDto> {
    return this.settings.changeVocabulary(accountId, change, actor);
  }

  @Post('webhook-secret')
  @ApiOperation({
    summary: 'Generate a new signing secret',
    description:
      'Callbacks and webhooks are signed with the new secret from now on. The previous secret stops working.',
  })
  @Responds(200, { type: WebhookSecretDto })
  @ApiProblems({ 403: 'Your sign-in is older than 15 minutes.' })
  async renewWebhookSecret(@Caller() caller: Caller): Promise<WebhookSecretDto> {
    assertConfirmed(caller);
    const { accountId } = caller;
    return { webhookSecret: await this.settings.renewWebhookSecret(accountId, caller.actor) };
  }
}
