import { Body, Controller, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { RetentionRepository } from '@ringwell/database/calls/retention.repository';

import { Access } from '../auth/access/access.decorator';
import { OwnedAccountParam } from '../auth/access/owned-account.pipe';
import { Caller } from '../auth/principal/caller';
import { ADMINISTRATORS_ONLY, ApiProblems, Responds } from '../http/problems/problem.dto';
import { ResendConfirmationDto } from './alert-addresses/alert-address.dto';
import { assertIdentityConfirmed } from './assert-identity-confirmed';
import { ChangeAccountSettingsDto } from './dto/change-settings.dto';
import { RetentionPreviewDto, RetentionPreviewQueryDto } from './dto/retention-preview.dto';
import { ChangeEmailAddressesDto, ChangeVocabularyDto, EmailLabelsDto } from './dto/setting-lists.dto';
import { SettingsDto } from './dto/settings.dto';
import { SettingsService } from './settings.service';

const LIST_PROBLEMS = {
  400: 'An entry is invalid, no entry was sent, or the list would be too long.',
};
const PREVIEW_DESCRIPTION = 'Counts the data that a change to the settings would delete, without deleting it.';

@ApiTags('Settings')
@Controller('api')
export class AccountSettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly retention: RetentionRepository,
  ) {}

  @Get('account/settings')
  @Access('account', 'manager')
  @ApiOperation({ summary: "Get the account's settings" })
  @ApiOkResponse({ type: SettingsDto })
  getAccountSettings(@Caller() { accountId }: Caller): Promise<SettingsDto> {
    return this.settings.get(accountId);
  }

  @Get('account/settings/admin/:userId')
  @Access('admin')
  @ApiOperation({ summary: "Get any account's settings" })
  @ApiOkResponse({ type: SettingsDto })
  getUserSettings(@OwnedAccountParam() accountId: string): Promise<SettingsDto> {
    return this.settings.get(accountId);
  }

  @Put('account/settings/admin/:userId')
  @Access('admin')
  @ApiOperation({
    summary: "Change any account's settings",
    description: 'Like changing your own settings, but administrators can also set add-ons and higher limits.',
  })
  @ApiOkResponse({ type: SettingsDto, description: 'The updated settings.' })
  @ApiProblems({
    400: 'A field is invalid, or no field was sent.',
    403: `${ADMINISTRATORS_ONLY} Changing the webhook or shortening a retention period requires a sign-in in the last 15 minutes.`,
  })
  async changeUserSettings(
    @OwnedAccountParam() accountId: string,
    @Caller() caller: Caller,
    @Body() changes: ChangeAccountSettingsDto,
  ): Promise<SettingsDto> {
    assertIdentityConfirmed(caller, changes, await this.settings.get(accountId));
    return await this.settings.change(accountId, changes, caller.actor);
  }

  @Patch('account/settings/admin/:userId/email-addresses')
  @Access('admin')
  @ApiOperation({
    summary: 'Add and remove email addresses in any account',
    description: 'Keeps concurrent changes to other entries, unlike sending the whole list.',
  })
  @ApiOkResponse({ type: SettingsDto, description: 'The updated settings.' })
  @ApiProblems(LIST_PROBLEMS)
  changeUserEmailAddresses(
    @OwnedAccountParam() accountId: string,
    @Caller() { actor }: Caller,
    @Body() change: ChangeEmailAddressesDto,
  ): Promise<SettingsDto> {
    return this.settings.changeEmailAddresses(accountId, change, actor);
  }

  @Post('account/settings/admin/:userId/email-addresses/ask')
  @Access('admin')
  @ApiOperation({
    summary: 'Resend the confirmation email to an address in any account',
    description: "An address outside the account doesn't get emails about calls until the recipient confirms.",
  })
  @Responds(204, { description: 'The email will be sent. Links in earlier emails keep working.' })
  @ApiProblems({
    ...LIST_PROBLEMS,
    400: 'The address is invalid.',
    403: `${ADMINISTRATORS_ONLY} Also returned for demo accounts.`,
    409: "The address isn't waiting for confirmation, or the user does not own an account.",
  })
  resendUserConfirmation(
    @OwnedAccountParam() accountId: string,
    @Body() { address }: ResendConfirmationDto,
  ): Promise<void> {
    return this.settings.resendConfirmation(accountId, address);
  }

  @Put('account/settings/admin/:userId/email-labels')
  @Access('admin')
  @ApiOperation({
    summary: 'Choose which calls an address in any account gets emails about',
    description: "Replaces the labels in the account's settings for this address.",
  })
  @ApiOkResponse({ type: SettingsDto, description: 'The updated settings.' })
  @ApiProblems({ ...LIST_PROBLEMS, 400: 'A label is unknown, or the address is not on the list.' })
  changeUserEmailLabels(
    @OwnedAccountParam() accountId: string,
    @Caller() { actor }: Caller,
    @Body() change: EmailLabelsDto,
  ): Promise<SettingsDto> {
    return this.settings.changeEmailLabels(accountId, change, actor);
  }

  @Patch('account/settings/admin/:userId/vocabulary')
  @Access('admin')
  @ApiOperation({
    summary: 'Add and remove names and words in any account',
    description: 'Keeps concurrent changes to other entries, unlike sending the whole list.',
  })
  @ApiOkResponse({ type: SettingsDto, description: 'The updated settings.' })
  @ApiProblems(LIST_PROBLEMS)
  changeUserVocabulary(
    @OwnedAccountParam() accountId: string,
    @Caller() { actor }: Caller,
    @Body() change: ChangeVocabularyDto,
  ): Promise<SettingsDto> {
    return this.settings.changeVocabulary(accountId, change, actor);
  }

  @Get('my/settings/retention-preview')
  @Access('session', 'owner')
  @ApiOperation({
    summary: 'Preview a shorter retention period',
    description: PREVIEW_DESCRIPTION,
  })
  @ApiOkResponse({ type: RetentionPreviewDto })
  @ApiProblems({
    400: 'A number of days is invalid.',
  })
  previewMyRetention(
    @Caller() { accountId }: Caller,
    @Query() query: RetentionPreviewQueryDto,
  ): Promise<RetentionPreviewDto> {
    return this.retention.countExpiring(accountId, query);
  }

  @Get('account/settings/admin/:userId/retention-preview')
  @Access('admin')
  @ApiOperation({
    summary: 'Preview a shorter retention period for any account',
    description: PREVIEW_DESCRIPTION,
  })
  @ApiOkResponse({ type: RetentionPreviewDto })
  @ApiProblems({
    400: 'A number of days is invalid.',
  })
  previewUserRetention(
    @OwnedAccountParam() accountId: string,
    @Query() query: RetentionPreviewQueryDto,
  ): Promise<RetentionPreviewDto> {
    return this.retention.countExpiring(accountId, query);
  }
}
