import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';

import type { Passage } from '@ringwell/domain/calls/search-passage';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { formatDuration } from '@ringwell/domain/time';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { callLine, callLink, CALL_SCHEMA, toCallData } from '../call-data';
import { CALL_FILTERS_SCHEMA, CallFinderService } from '../call-finder.service';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';
import { PAGE_FIELDS, pageHeading } from './list-calls.tool';

const INPUT_SCHEMA = CALL_FILTERS_SCHEMA.extend({
  search: z
    .string()
    .describe(
      'Words in the transcript, summary, customer name or phone number, in any order and form: "leaking" finds ' +
        '"leaks". Supports "quoted phrases", or between words, and -excluded words.',
    ),
});

const OUTPUT_SCHEMA = z.object({
  calls: z.array(
    CALL_SCHEMA.extend({
      match: z
        .object({
          source: z.string().describe('transcript or summary'),
          speaker: z.string().nullable(),
          atSeconds: z.number().nullable().describe('Position in the recording.'),
          link: z.string().describe('Link to this moment in the call.'),
          quotedWords: z.string(),
        })
        .nullable()
        .describe('The matching sentence; null if only a name or a number matches.'),
    }),
  ),
  ...PAGE_FIELDS,
});

@Injectable()
export class SearchCallsTool extends McpTool<typeof INPUT_SCHEMA, typeof OUTPUT_SCHEMA> {
  readonly name = 'search_calls';
  readonly title = 'Search calls';
  readonly description =
    'Finds calls by their words, latest first, each with the matching sentence and a link to that moment. Use it for ' +
    'a subject ("who asked for a refund", "gas smell") or a misspelled name. Join synonyms with or: lawyer or ' +
    'attorney or sue. If no call is found, try other words.';
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
    const { calls, passages, isSimilar, nextCursor, timeZone } = page;
    const results = calls.map((call) => ({
      ...toCallData(call, timeZone, this.config),
      match: this.toMatch(call.id, passages.get(call.id)),
    }));
    const lines = calls.map((call, index) =>
      [
        callLine(call, timeZone),
        ...matchText(results[index]?.match),
        ...(isSimilar && call.customerName ? [`Similar name: ${toOneLine(call.customerName)}`] : []),
        `id ${call.id}, ${callLink(this.config, call.id)}`,
      ].join('\n'),
    );
    return {
      timeZone,
      heading: pageHeading(page),
      callText: lines.join('\n\n'),
      data: { calls: results, isSimilar, nextCursor },
    };
  }

  private toMatch(
    callId: string,
    passage: Passage | undefined,
  ): z.input<typeof OUTPUT_SCHEMA>['calls'][number]['match'] {
    if (!passage) return null;
    const { source, speaker, startSeconds, text } = passage;
    return {
      source,
      speaker,
      atSeconds: startSeconds,
      link: callLink(this.config, callId, startSeconds),
      quotedWords: toOneLine(text),
    };
  }
}

function matchText(match: z.input<typeof OUTPUT_SCHEMA>['calls'][number]['match'] | undefined): string[] {
  if (!match) return [];
  const { atSeconds, speaker, source, quotedWords, link } = match;
  const position = atSeconds === null ? source : `${formatDuration(atSeconds)} ${speaker ?? source}`;
  return [`${position}: "${quotedWords}" ${link}`];
}
