import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { BRIEF_SCHEMA } from '../brief';
import { BriefService } from '../brief.service';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';

const MAX_LENGTH = 100;
// Users may write "Job #48213".
const JOB_ID_PREFIX = /^(?:job\b)?[^\p{L}\p{N}]*/iu;

const INPUT_SCHEMA = z.object({
  job: z
    .string()
    .max(MAX_LENGTH)
    .transform((text) => text.trim().replace(JOB_ID_PREFIX, ''))
    .pipe(z.string().min(1))
    .describe('Job number in ServiceTitan, or in the system that sent the calls, such as 48213.'),
});

@Injectable()
export class JobBriefTool extends McpTool<typeof INPUT_SCHEMA, typeof BRIEF_SCHEMA> {
  readonly name = 'job_brief';
  readonly title = 'Brief me on a job';
  readonly description =
    "All information about one job in one response: its customer, its calls with the customer's happiness, promises " +
    'with due times, waiting follow-ups with assignees, team notes, and whether the note arrived in ServiceTitan. ' +
    'Use it for any question with a job number. For all jobs of a customer, use customer_brief.';
  readonly isReadOnly = true;
  readonly inputSchema = INPUT_SCHEMA;
  readonly outputSchema = BRIEF_SCHEMA;

  constructor(private readonly briefs: BriefService) {
    super();
  }

  run({ job }: z.output<typeof INPUT_SCHEMA>, { principal }: ToolCaller): Promise<ToolResult<typeof BRIEF_SCHEMA>> {
    return this.briefs.getJobBrief(principal.accountId, job);
  }
}
