import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';

import type { ListedCall } from '@ringwell/database/calls/call-lists.repository';
import { listedWords, wordsLine } from '@ringwell/domain/calls/call-words';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { CALL_FILTERS, CallFinderService } from '../call-finder.service';
import { onOneLine } from '../call-text-fence';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';
import { callLine, SHOWN_CALL, shownCall } from '../shown-call';

const INPUT = CALL_FILTERS.extend({
  search: z.string().optional().describe('Words in the transcript, summary, name or number, as in search_calls.'),
});

const DATA = z.object({
  calls: z.array(
    SHOWN_CALL.extend({
      summary: z.string().nullable(),
      followUp: z.string().nullable().describe('What the company still has to do for the customer, if anything.'),
    }),
  ),
  nextCursor: z.string().nullable().describe('Send it as cursor to get the next page. Null on the last page.'),
});

@Injectable()
export class ListCallsTool extends McpTool<typeof INPUT, typeof DATA> {
  readonly name = 'list_calls';
  readonly title = 'List calls';
  readonly description =
    'The calls of the company, the latest first, each with its summary, how happy the customer was, and what is left ' +
    'to do. Use it for questions about a time, a label, an agent or a direction. All filters must match.';
  readonly isReadOnly = true;
  readonly inputSchema = INPUT;
  readonly outputSchema = DATA;

  constructor(
    private readonly finder: CallFinderService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async run(input: z.output<typeof INPUT>, { principal }: ToolCaller): Promise<ToolResult<z.input<typeof DATA>>> {
    const { calls, nextCursor, timeZone } = await this.finder.find(principal, input);
    const listed = calls.map((call) => ({
      ...shownCall(call, timeZone, this.config),
      summary: summaryOf(call),
      followUp: followUpOf(call),
    }));
    return {
      heading: pageHeading(calls.length, nextCursor),
      callText: calls.map((call, index) => textOf(call, listed[index]?.link ?? '', timeZone)).join('\n\n'),
      data: { calls: listed, nextCursor },
    };
  }
}

/** How many calls a page has, and how to get the next one. */
export function pageHeading(count: number, nextCursor: string | null): string {
  if (count === 0) return 'No calls found. Try a wider date range or fewer filters.';
  const found = `${count} ${count === 1 ? 'call' : 'calls'}, the latest first.`;
  return nextCursor === null ? `${found} There are no more.` : `${found} For more, send cursor "${nextCursor}".`;
}

function textOf(call: ListedCall, link: string, timeZone: string): string {
  const followUp = followUpOf(call);
  const summary = summaryOf(call);
  return [
    callLine(call, timeZone),
    ...(summary === null ? [] : [summary]),
    ...(followUp === null ? [] : [`To do: ${followUp}`]),
    `id ${call.id}, ${link}`,
  ].join('\n');
}

function summaryOf(call: ListedCall): string | null {
  const words = listedWords(call);
  return words && (onOneLine(wordsLine(words)) || null);
}

function followUpOf(call: ListedCall): string | null {
  const instruction = listedWords(call)?.instruction ?? null;
  return instruction && onOneLine(instruction);
}
