import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';

import { plural } from '@ringwell/domain/text/plural';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import type { CallPage } from '../../calls/call-lists.service';
import { ANNOTATED_CALL_SCHEMA, toAnnotatedCall, annotatedCallText } from '../annotated-call';
import { CALL_FILTERS_SCHEMA, CallFinderService } from '../call-finder.service';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';

const INPUT_SCHEMA = CALL_FILTERS_SCHEMA.extend({
  search: z.string().optional().describe('Words in the transcript, summary, name or number, as in search_calls.'),
});

export const PAGE_FIELDS = {
  isSimilar: z
    .boolean()
    .describe('True if no call contains these words and these are calls with similarly named customers.'),
  nextCursor: z.string().nullable().describe('Send this value as cursor to get the next page. Null on the last page.'),
};

const OUTPUT_SCHEMA = z.object({ calls: z.array(ANNOTATED_CALL_SCHEMA), ...PAGE_FIELDS });

@Injectable()
export class ListCallsTool extends McpTool<typeof INPUT_SCHEMA, typeof OUTPUT_SCHEMA> {
  readonly name = 'list_calls';
  readonly title = 'List calls';
  readonly description =
    "The company's calls, latest first, each with its summary, the customer's happiness, the booking, danger and " +
    'legal flags, and the follow-up. Use it for questions about a period ("what happened today"), a label ("which ' +
    'calls do I have to listen to"), a team member, or bookings. All filters must match. For one customer or job, ' +
    'use customer_brief or job_brief.';
  readonly isReadOnly = true;
  readonly inputSchema = INPUT_SCHEMA;
  readonly outputSchema = OUTPUT_SCHEMA;

  constructor(
    private readonly finder: CallFinderService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async run(
    input: z.output<typeof INPUT_SCHEMA>,
    { principal }: ToolCaller,
  ): Promise<ToolResult<typeof OUTPUT_SCHEMA>> {
    const page = await this.finder.find(principal, input);
    const { calls, isSimilar, nextCursor, timeZone } = page;
    const entries = calls.map((call) => ({ call, annotated: toAnnotatedCall(call, timeZone, this.config) }));
    return {
      timeZone,
      heading: pageHeading(page),
      callText: entries.map(({ call, annotated }) => annotatedCallText(call, annotated, timeZone)).join('\n\n'),
      data: { calls: entries.map(({ annotated }) => annotated), isSimilar, nextCursor },
    };
  }
}

export function pageHeading({ calls, isSimilar, nextCursor }: CallPage): string {
  if (calls.length === 0) return 'No calls found. Try a wider date range or fewer filters.';
  const more = nextCursor === null ? 'There are no more.' : `To get the next page, send cursor "${nextCursor}".`;
  const warning = 'No call contains these words. These are calls with similarly named customers. ';
  return `${isSimilar ? warning : ''}${plural(calls.length, 'call')}, latest first. ${more}`;
}
