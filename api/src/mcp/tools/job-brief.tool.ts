import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { BRIEF } from '../brief';
import { BriefService } from '../brief.service';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';

const MAX_LENGTH = 100;
// Users may write "Job #48213".
const BEFORE_ID = /^(?:job\b)?[^\p{L}\p{N}]*/iu;

const INPUT = z.object({
  job: z
    .string()
    .max(MAX_LENGTH)
    .transform((text) => text.trim().replace(BEFORE_ID, ''))
    .pipe(z.string().min(1))
    .describe('Job number in ServiceTitan, or in the system that sent the calls, such as 48213.'),
});

@Injectable()
export class JobBriefTool extends McpTool<typeof INPUT, typeof BRIEF> {
  readonly name = 'job_brief';
  readonly title = 'Brief me on a job';
  readonly description =
    "All information about one job in one response: its customer, its calls with the customer's happiness, promises " +
    'with due times, waiting follow-ups with assignees, team notes, and whether the note arrived in ServiceTitan. ' +
    'Use it for any question with a job number. For all jobs of a customer, use customer_brief.';
  readonly isReadOnly = true;
  readonly inputSchema = INPUT;
  readonly outputSchema = BRIEF;

  constructor(private readonly briefs: BriefService) {
    super();
  }

  run({ job }: z.output<typeof INPUT>, { principal }: ToolCaller): Promise<ToolResult<z.input<typeof BRIEF>>> {
    return this.briefs.getJobBrief(principal.accountId, job);
  }
}
