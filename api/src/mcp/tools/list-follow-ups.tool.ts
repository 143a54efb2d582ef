import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { FOLLOW_UP_KINDS } from '@ringwell/domain/follow-ups/follow-up';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { FollowUpsService } from '../../follow-ups/follow-ups.service';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';
import { followUpText, SHOWN_FOLLOW_UP, shownFollowUp } from '../shown-follow-up';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 25;

const INPUT = z.object({
  show: z
    .enum(['waiting', 'snoozed', 'closed'])
    .default('waiting')
    .describe('waiting: customers who still wait for a call. closed: done or dismissed.'),
  kind: z.enum(FOLLOW_UP_KINDS).optional().describe('Why the customer should be called back.'),
  overdueOnly: z.boolean().default(false).describe('Only overdue customers.'),
  cursor: z.string().optional().describe('nextCursor of the previous page, with the same filters.'),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Follow-ups per page.'),
});

const DATA = z.object({
  followUps: z.array(SHOWN_FOLLOW_UP),
  nextCursor: z.string().nullable().describe('Send it as cursor to get the next page. Null on the last page.'),
});

@Injectable()
export class ListFollowUpsTool extends McpTool<typeof INPUT, typeof DATA> {
  readonly name = 'list_follow_ups';
  readonly title = 'List customers to call back';
  readonly description =
    'Customers of the whole company who wait for a call, the most urgent first: why, what was promised, by when, and who ' +
    'has taken it. Use it for "whom do I call first", what is overdue, voicemails to return, or, with closed, what became of ' +
    'unhappy customers.';
  readonly isReadOnly = true;
  readonly inputSchema = INPUT;
  readonly outputSchema = DATA;

  constructor(
    private readonly followUps: FollowUpsService,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async run(
    { show, kind, overdueOnly, cursor, limit }: z.output<typeof INPUT>,
    { principal: { accountId } }: ToolCaller,
  ): Promise<ToolResult<z.input<typeof DATA>>> {
    const filter = { list: show, kinds: kind && [kind], isOverdue: overdueOnly };
    const [{ followUps, nextCursor }, timeZone] = await Promise.all([
      this.followUps.list(accountId, filter, limit, cursor),
      this.accounts.findTimeZone(accountId),
    ]);
    return {
      timeZone,
      heading: headingOf(followUps.length, nextCursor),
      callText: followUps.map((followUp) => followUpText(followUp, timeZone, this.config)).join('\n\n'),
      data: { followUps: followUps.map((followUp) => shownFollowUp(followUp, timeZone, this.config)), nextCursor },
    };
  }
}

function headingOf(count: number, nextCursor: string | null): string {
  if (count === 0) return 'No follow-ups found with these filters.';
  const found = `${count} ${count === 1 ? 'follow-up' : 'follow-ups'}.`;
  return nextCursor === null ? `${found} There are no more.` : `${found} For more, send cursor "${nextCursor}".`;
}
