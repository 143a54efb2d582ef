import type { z } from 'zod';

import type { Actor } from '@ringwell/database/accounts/security/activity.repository';

import type { Principal } from '../auth/principal/principal';

/** The user calling a tool, and the actor for the activity log. */
export interface ToolCaller {
  principal: Principal;
  actor: Actor;
}

export interface ToolResult<Output extends z.ZodObject = z.ZodObject> {
  /** Time zone of the current time, which every response states because assistants may not know the time. */
  timeZone: string;
  /** One or two sentences in the product's own words, without names or callers' words. */
  heading: string;
  /** Text that may contain names, callers' words, or notes made from them. The response encloses it in a fence. */
  callText: string;
  /** The machine-readable result. Callers' words are in fields named `quotedWords`. */
  data: z.input<Output>;
}

/** A tool for assistants. To add a tool, extend this class in `tools/` and list it in `TOOLS` of `mcp.module.ts`. */
export abstract class McpTool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  abstract readonly name: string;
  abstract readonly title: string;
  /** Tells the assistant when to use the tool. */
  abstract readonly description: string;
  /** Whether the tool only reads. Read-only tokens can't use other tools. */
  abstract readonly isReadOnly: boolean;
  abstract readonly inputSchema: Input;
  abstract readonly outputSchema: Output;

  /** @throws AppError with a message for the assistant */
  abstract run(input: z.output<Input>, caller: ToolCaller): Promise<ToolResult<Output>>;
}
