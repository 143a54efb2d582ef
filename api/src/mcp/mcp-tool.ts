import type { z } from 'zod';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';

import type { Principal } from '../auth/principal/principal';

/** Who uses a tool, and their name for the activity log. */
export interface ToolCaller {
  principal: Principal;
  actor: Actor;
}

export interface ToolResult<Data> {
  /** In which the answer says what time it is, because assistants may not know. */
  timeZone: string;
  /** A sentence or two in the product's own words, without names or words of callers. */
  heading: string;
  /** Text that may contain names, words of callers, or notes made from them. It is fenced in the response. */
  callText: string;
  /** The result for programs. Callers' words are in fields named `quotedWords`. */
  data: Data;
}

/**
 * A tool that assistants can use. To add one, extend this class in `tools/` and list it in `TOOLS` of `mcp.module.ts`.
 */
export abstract class McpTool<Input extends z.ZodObject = z.ZodObject, Data extends z.ZodObject = z.ZodObject> {
  abstract readonly name: string;
  abstract readonly title: string;
  /** Tells the assistant when to use it. */
  abstract readonly description: string;
  /** Whether it changes nothing. Read-only tokens may only use such tools. */
  abstract readonly isReadOnly: boolean;
  abstract readonly inputSchema: Input;
  abstract readonly outputSchema: Data;

  /** @throws AppError, whose message the assistant gets */
  abstract run(input: z.output<Input>, caller: ToolCaller): Promise<ToolResult<z.input<Data>>>;
}
