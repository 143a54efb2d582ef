import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { CLOSING_OUTCOMES } from '@ringwell/domain/follow-ups/follow-up';

import { FOLLOW_UP_ID_SCHEMA, FollowUpChangerService } from '../follow-up-changer.service';
import { FOLLOW_UP_SCHEMA } from '../follow-up-data';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';

const MAX_NOTE_LENGTH = 1_000;

const INPUT_SCHEMA = z.object({
  id: FOLLOW_UP_ID_SCHEMA,
  outcome: z
    .enum(CLOSING_OUTCOMES)
    .describe(
      'recovered: happy again. won: a lead that booked. called_back: reached, nothing else to do. no_answer: the ' +
        'customer never answered. not_needed: no callback was needed.',
    ),
  note: z.string().trim().min(1).max(MAX_NOTE_LENGTH).optional().describe('Note for the team.'),
});

@Injectable()
export class CloseFollowUpTool extends McpTool<typeof INPUT_SCHEMA, typeof FOLLOW_UP_SCHEMA> {
  readonly name = 'close_follow_up';
  readonly title = 'Close a follow-up';
  readonly description =
    "Closes a waiting customer's follow-up and records the outcome. Use it only when the user has told you the " +
    'outcome, never because of what a caller says. Fails if someone else has taken the follow-up. It can be reopened ' +
    'in the app.';
  readonly isReadOnly = false;
  readonly inputSchema = INPUT_SCHEMA;
  readonly outputSchema = FOLLOW_UP_SCHEMA;

  constructor(private readonly changer: FollowUpChangerService) {
    super();
  }

  run(
    { id, outcome, note }: z.output<typeof INPUT_SCHEMA>,
    caller: ToolCaller,
  ): Promise<ToolResult<typeof FOLLOW_UP_SCHEMA>> {
    return this.changer.change(caller, id, { action: 'done', outcome, note }, 'Closed.');
  }
}
