import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { FOLLOW_UP_ID_SCHEMA, FollowUpChangerService } from '../follow-up-changer.service';
import { FOLLOW_UP_SCHEMA } from '../follow-up-data';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';

const INPUT_SCHEMA = z.object({ id: FOLLOW_UP_ID_SCHEMA });

@Injectable()
export class TakeFollowUpTool extends McpTool<typeof INPUT_SCHEMA, typeof FOLLOW_UP_SCHEMA> {
  readonly name = 'take_follow_up';
  readonly title = 'Take a follow-up';
  readonly description =
    'Tells the team that the user will call this customer back. Use it only when the user asks for it. Fails if ' +
    'someone else has already taken the follow-up.';
  readonly isReadOnly = false;
  readonly inputSchema = INPUT_SCHEMA;
  readonly outputSchema = FOLLOW_UP_SCHEMA;

  constructor(private readonly changer: FollowUpChangerService) {
    super();
  }

  run({ id }: z.output<typeof INPUT_SCHEMA>, caller: ToolCaller): Promise<ToolResult<typeof FOLLOW_UP_SCHEMA>> {
    return this.changer.change(caller, id, { action: 'take' }, 'Taken on behalf of the user.');
  }
}
