import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { BRIEF_SCHEMA } from '../brief';
import { BriefService } from '../brief.service';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';

const MAX_LENGTH = 200;

const INPUT_SCHEMA = z.object({
  customer: z
    .string()
    .trim()
    .min(2)
    .max(MAX_LENGTH)
    .describe(
      'Full or partial name of the person or company, phone number in any format, customer id in ServiceTitan, or id ' +
        'from another tool.',
    ),
});

@Injectable()
export class CustomerBriefTool extends McpTool<typeof INPUT_SCHEMA, typeof BRIEF_SCHEMA> {
  readonly name = 'customer_brief';
  readonly title = 'Brief me on a customer';
  readonly description =
    'All information about one customer in one response: identity, recent happiness with reasons, calls, promises ' +
    'with due times, waiting follow-ups with assignees, danger and legal flags, bookings, jobs and customer ids in ' +
    'ServiceTitan, team notes, and sent messages. Use it first for any question about a person, a company or a phone ' +
    'number. If several customers match, it lists them.';
  readonly isReadOnly = true;
  readonly inputSchema = INPUT_SCHEMA;
  readonly outputSchema = BRIEF_SCHEMA;

  constructor(private readonly briefs: BriefService) {
    super();
  }

  run(
    { customer }: z.output<typeof INPUT_SCHEMA>,
    { principal }: ToolCaller,
  ): Promise<ToolResult<typeof BRIEF_SCHEMA>> {
    return this.briefs.getCustomerBrief(principal.accountId, customer);
  }
}
