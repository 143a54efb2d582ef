import { resolve } from 'node:path';

import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { InboxFoldersRepository } from '@ringwell/database/calls/inbox-folders.repository';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { Access } from '../../auth/access/access.decorator';
import { Caller } from '../../auth/principal/caller';
import { InboxDto } from './inbox.dto';

@ApiTags('Settings')
@Access('session', 'manager')
@Controller('api/my/inbox')
export class InboxController {
  constructor(
    private readonly folders: InboxFoldersRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'INBOX_DIR' | 'INBOX_S3_PREFIX' | 'S3_BUCKET'>,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get the inbox folder for recordings and its state' })
  @ApiOkResponse({ type: InboxDto })
  async getMyInbox(@Caller() { accountId, status }: Caller): Promise<InboxDto> {
    const folder = this.resolveFolder(accountId);
    const state = folder === null ? null : await this.folders.find(accountId);
    const { checkedAt, takenAt, waiting = 0, problem = null, refused = [], names = [] } = state ?? {};
    return {
      folder,
      checkedAt: checkedAt?.toISOString() ?? null,
      takenAt: takenAt?.toISOString() ?? null,
      waiting,
      problem,
      refused,
      names: status === 'active' ? names : [], // file names contain customers' numbers, which demo accounts must not see
    };
  }

  private resolveFolder(accountId: string): string | null {
    const { INBOX_DIR: directory, INBOX_S3_PREFIX: prefix, S3_BUCKET: bucket } = this.config;
    if (directory !== undefined) return resolve(directory, accountId);
    return prefix === undefined ? null : `s3://${bucket}/${prefix}${accountId}/`;
  }
}
