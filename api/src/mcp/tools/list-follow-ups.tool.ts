import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import { FollowUpRemarksRepository } from '@ringwell/database/follow-ups/follow-up-remarks.repository';
import { FOLLOW_UP_KINDS, type FollowUpSection } from '@ringwell/domain/follow-ups/follow-up';
import { plural } from '@ringwell/domain/text/plural';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { FollowUpsService } from '../../follow-ups/follow-ups.service';
import { followUpText, ANNOTATED_FOLLOW_UP_SCHEMA, toAnnotatedFollowUpData, withPromise } from '../follow-up-data';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 25;

const SECTION_TITLES: Record<FollowUpSection, string> = {
  today: 'For today',
  later: 'Due after today',
  older: 'From before today',
};

const ORDER_TEXTS = {
  waiting: "in the office's order: by section, then danger, then kind",
  snoozed: 'next to return first',
  closed: 'latest first',
};

const INPUT_SCHEMA = z.object({
  show: z
    .enum(['waiting', 'snoozed', 'closed'])
    .default('waiting')
    .describe('waiting: customers still waiting for a call. closed: done or dismissed.'),
  kind: z.enum(FOLLOW_UP_KINDS).optional().describe('Why the customer should be called back.'),
  overdueOnly: z.boolean().default(false).describe('Only overdue customers.'),
  cursor: z.string().optional().describe('nextCursor of the previous page, with the same filters.'),
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Follow-ups per page.'),
});

const OUTPUT_SCHEMA = z.object({
  followUps: z.array(ANNOTATED_FOLLOW_UP_SCHEMA),
  nextCursor: z.string().nullable().describe('Send this value as cursor to get the next page. Null on the last page.'),
});

@Injectable()
export class ListFollowUpsTool extends McpTool<typeof INPUT_SCHEMA, typeof OUTPUT_SCHEMA> {
  readonly name = 'list_follow_ups';
  readonly title = 'List customers to call back';
  readonly description =
    'Customers waiting for a call, each with the reason, promise, due time, assignee and latest note. They are in ' +
    "the office's order: today's customers, then customers due later, then older ones. Each section starts with " +
    'customers in danger, then unhappy customers, leads, rules, to-dos, voicemails, and calls that need a listen. ' +
    'Within a kind, unhappy customers who called most recently come first, others are sorted by due time, and older ' +
    'ones come latest first. Snoozed follow-ups are in the order in which they return, and closed follow-ups are ' +
    'latest first. Use it for "who do I call first", overdue callbacks, voicemails to return, or, with closed, the ' +
    'outcome of unhappy customers.';
  readonly isReadOnly = true;
  readonly inputSchema = INPUT_SCHEMA;
  readonly outputSchema = OUTPUT_SCHEMA;

  constructor(
    private readonly followUps: FollowUpsService,
    private readonly remarks: FollowUpRemarksRepository,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async run(
    { show, kind, overdueOnly, cursor, limit }: z.output<typeof INPUT_SCHEMA>,
    { principal: { accountId, userId } }: ToolCaller,
  ): Promise<ToolResult<typeof OUTPUT_SCHEMA>> {
    const filter = { list: show, kinds: kind && [kind], isOverdue: overdueOnly };
    const [{ followUps, nextCursor }, timeZone] = await Promise.all([
      this.followUps.list(accountId, filter, limit, cursor),
      this.accounts.findTimeZone(accountId),
    ]);
    const shouldCount = show !== 'closed' && kind === undefined && cursor === undefined && nextCursor !== null;
    const [remarks, counts] = await Promise.all([
      this.remarks.list(
        accountId,
        followUps.map(({ id }) => id),
      ),
      shouldCount ? this.followUps.count(accountId, userId) : undefined,
    ]);
    const entries = followUps.flatMap((listedFollowUp) => {
      const followUpRemarks = remarks.find(({ followUpId }) => followUpId === listedFollowUp.id);
      if (followUpRemarks === undefined) return []; // deleted since it was listed
      const followUp = withPromise(listedFollowUp, followUpRemarks);
      const annotatedFollowUp = toAnnotatedFollowUpData(followUp, followUpRemarks, timeZone, this.config);
      return { annotated: annotatedFollowUp, text: followUpText(followUp, timeZone, this.config, annotatedFollowUp) };
    });
    const total = counts?.[overdueOnly ? 'overdue' : show === 'snoozed' ? 'snoozed' : 'waiting'];
    return {
      timeZone,
      heading: formatHeading(entries.length, ORDER_TEXTS[show], nextCursor, total),
      callText: entries
        .map(({ annotated: { section }, text }, index) =>
          section === null || section === entries[index - 1]?.annotated.section
            ? text
            : `${SECTION_TITLES[section]}:\n${text}`,
        )
        .join('\n\n'),
      data: { followUps: entries.map(({ annotated }) => annotated), nextCursor },
    };
  }
}

function formatHeading(count: number, order: string, nextCursor: string | null, total?: number): string {
  if (count === 0) return 'No follow-ups found with these filters.';
  const foundText = plural(count, 'follow-up');
  if (nextCursor === null) return `${foundText}, ${order}. There are no more.`;
  const countText = total === undefined ? `${foundText} on this page` : `First ${count} of ${total} follow-ups`;
  return `${countText}, ${order}. To get the next page, send cursor "${nextCursor}".`;
}
