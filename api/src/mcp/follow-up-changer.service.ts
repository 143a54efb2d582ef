import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { z } from 'zod';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { followUpNotFound, FollowUpsService, type FollowUpChangeRequest } from '../follow-ups/follow-ups.service';
import { followUpText, toFollowUpData, type FOLLOW_UP_SCHEMA } from './follow-up-data';
import type { ToolCaller, ToolResult } from './mcp-tool';

export const FOLLOW_UP_ID_SCHEMA = z.string().describe('The id of the follow-up, from list_follow_ups or a brief.');

/** Changes follow-ups on behalf of an assistant's user. */
@Injectable()
export class FollowUpChangerService {
  constructor(
    private readonly followUps: FollowUpsService,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError same as `FollowUpsService.change` */
  async change(
    { principal: { accountId, userId }, actor }: ToolCaller,
    id: string,
    change: FollowUpChangeRequest,
    heading: string,
  ): Promise<ToolResult<typeof FOLLOW_UP_SCHEMA>> {
    if (!isUUID(id)) throw followUpNotFound();
    const followUp = await this.followUps.change({ accountId, userId, actor }, id.toLowerCase(), change);
    const timeZone = await this.accounts.findTimeZone(accountId);
    return {
      timeZone,
      heading,
      callText: followUpText(followUp, timeZone, this.config),
      data: toFollowUpData(followUp, timeZone, this.config),
    };
  }
}
