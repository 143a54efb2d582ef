import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { BRIEF } from '../brief';
import { BriefService } from '../brief.service';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';

const MAX_LENGTH = 200;

const INPUT = z.object({
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
export class CustomerBriefTool extends McpTool<typeof INPUT, typeof BRIEF> {
  readonly name = 'customer_brief';
  readonly title = 'Brief me on a customer';
  readonly description =
    'All information about one customer in one response: identity, recent happiness with reasons, calls, promises ' +
    'with due times, waiting follow-ups with assignees, danger and legal flags, bookings, jobs and customer ids in ' +
    'ServiceTitan, team notes, and sent messages. Use it first for any question about a person, a company or a phone ' +
    'number. If several customers match, it lists them.';
  readonly isReadOnly = true;
  readonly inputSchema = INPUT;
  readonly outputSchema = BRIEF;

  constructor(private readonly briefs: BriefService) {
    super();
  }

  run({ customer }: z.output<typeof INPUT>, { principal }: ToolCaller): Promise<ToolResult<z.input<typeof BRIEF>>> {
    return this.briefs.getCustomerBrief(principal.accountId, customer);
  }
}
