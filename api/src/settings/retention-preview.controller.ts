import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { RetentionRepository } from '@ringwell/database/calls/retention.repository';

import { Access } from '../auth/access/access.decorator';
import { OwnedAccountPipe, userNotFound } from '../auth/access/owned-account.pipe';
import { Caller } from '../auth/principal/caller';
import { ApiProblems } from '../http/problems/problem.dto';
import { IdParam } from '../http/request/id-param.decorator';
import { RetentionPreviewDto, RetentionPreviewQueryDto } from './dto/retention-preview.dto';

const DESCRIPTION = 'Counts the data that a change to the settings would delete, without deleting it.';

@ApiTags('Settings')
@Controller('api')
export class RetentionPreviewController {
  constructor(private readonly retention: RetentionRepository) {}

  @Get('my/settings/retention-preview')
  @Access('session', 'owner')
  @ApiOperation({
    summary: 'Preview a shorter retention period',
    description: DESCRIPTION,
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
    description: DESCRIPTION,
  })
  @ApiOkResponse({ type: RetentionPreviewDto })
  @ApiProblems({
    400: 'A number of days is invalid.',
    404: 'User not found.',
    409: 'The user does not own an account.',
  })
  previewUserRetention(
    @IdParam('userId', userNotFound, OwnedAccountPipe) accountId: string,
    @Query() query: RetentionPreviewQueryDto,
  ): Promise<RetentionPreviewDto> {
    return this.retention.countExpiring(accountId, query);
  }
}
