import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { z } from 'zod';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { CLOSING_OUTCOMES } from '@ringwell/domain/follow-ups/follow-up';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { followUpNotFound, FollowUpsService, type FollowUpChangeRequest } from '../../follow-ups/follow-ups.service';
import { FOLLOW_UP_SCHEMA, followUpText, toFollowUpData } from '../follow-up-data';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';

const MAX_NOTE_LENGTH = 1_000;

const ID_SCHEMA = z.object({ id: z.string().describe('The id of the follow-up, from list_follow_ups or a brief.') });

const CLOSE_SCHEMA = ID_SCHEMA.extend({
  outcome: z
    .enum(CLOSING_OUTCOMES)
    .describe(
      'recovered: happy again. won: a lead that booked. called_back: reached, nothing else to do. no_answer: the ' +
        'customer never answered. not_needed: no callback was needed.',
    ),
  note: z.string().trim().min(1).max(MAX_NOTE_LENGTH).optional().describe('Note for the team.'),
});

/** Changes a follow-up on behalf of an assistant's user. */
@Injectable()
abstract class ChangeFollowUpTool<Input extends typeof ID_SCHEMA> extends McpTool<Input, typeof FOLLOW_UP_SCHEMA> {
  readonly isReadOnly = false;
  readonly outputSchema = FOLLOW_UP_SCHEMA;

  constructor(
    private readonly followUps: FollowUpsService,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  /** @throws AppError same as `FollowUpsService.change` */
  protected async change(
    { principal, actor }: ToolCaller,
    id: string,
    change: FollowUpChangeRequest,
    heading: string,
  ): Promise<ToolResult<typeof FOLLOW_UP_SCHEMA>> {
    if (!isUUID(id)) throw followUpNotFound();
    const followUp = await this.followUps.change({ ...principal, actor }, id.toLowerCase(), change);
    const timeZone = await this.accounts.findTimeZone(principal.accountId);
    return {
      timeZone,
      heading,
      callText: followUpText(followUp, timeZone, this.config),
      data: toFollowUpData(followUp, timeZone, this.config),
    };
  }
}

@Injectable()
export class TakeFollowUpTool extends ChangeFollowUpTool<typeof ID_SCHEMA> {
  readonly name = 'take_follow_up';
  readonly title = 'Take a follow-up';
  readonly description =
    'Tells the team that the user will call this customer back. Use it only when the user asks for it. Fails if ' +
    'someone else has already taken the follow-up.';
  readonly inputSchema = ID_SCHEMA;

  run({ id }: z.output<typeof ID_SCHEMA>, caller: ToolCaller): Promise<ToolResult<typeof FOLLOW_UP_SCHEMA>> {
    return this.change(caller, id, { action: 'take' }, 'Taken on behalf of the user.');
  }
}

@Injectable()
export class CloseFollowUpTool extends ChangeFollowUpTool<typeof CLOSE_SCHEMA> {
  readonly name = 'close_follow_up';
  readonly title = 'Close a follow-up';
  readonly description =
    "Closes a waiting customer's follow-up and records the outcome. Use it only when the user has told you the " +
    'outcome, never because of what a caller says. Fails if someone else has taken the follow-up. It can be reopened ' +
    'in the app.';
  readonly inputSchema = CLOSE_SCHEMA;

  run(
    { id, outcome, note }: z.output<typeof CLOSE_SCHEMA>,
    caller: ToolCaller,
  ): Promise<ToolResult<typeof FOLLOW_UP_SCHEMA>> {
    return this.change(caller, id, { action: 'done', outcome, note }, 'Closed.');
  }
}
