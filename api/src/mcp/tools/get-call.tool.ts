import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { z } from 'zod';

import { AccountsRepository } from '@ringwell/database/accounts/accounts.repository';
import type { CallAnalysis } from '@ringwell/database/calls/call-analysis.entity';
import type { CallWithResult } from '@ringwell/database/calls/calls.repository';
import { bookingFactLine, type BookingFactView } from '@ringwell/domain/calls/booking-fact';
import { isFinalCallState, skipMessage } from '@ringwell/domain/calls/call';
import { getCallText, formatCallTextLine } from '@ringwell/domain/calls/call-words';
import { SPEAKERS_GUESSED } from '@ringwell/domain/calls/transcript';
import { toOneLine } from '@ringwell/domain/text/plain-text';
import { formatDuration } from '@ringwell/domain/time';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { callNotFound, CallsService, type FullCall } from '../../calls/calls.service';
import { validationFailed } from '../../http/request/strict-validation.pipe';
import { callLine, callLink, CALL_SCHEMA, toCallData, type CallFields } from '../call-data';
import { McpTool, type ToolCaller, type ToolResult } from '../mcp-tool';
import { paginateTranscript } from '../paginate-transcript';

const INPUT_SCHEMA = z.object({
  id: z.string().describe('The id of the call, from a list or a search.'),
  page: z.int().min(1).default(1).describe('Page of the transcript. A short call has one page.'),
});

const MOMENT_FIELDS = {
  atSeconds: z.number().describe('Position in the recording.'),
  quotedWords: z.string(),
};

const OUTPUT_SCHEMA = CALL_SCHEMA.extend({
  reviewReason: z.string().nullable().describe('Why a person should listen before anyone relies on the label.'),
  note: z
    .object({
      summary: z
        .string()
        .describe("Without a language model, the topic and the customer's words that explain the label."),
      keyPoints: z.array(z.string()).describe('Facts that are not in the summary.'),
      followUp: z.string().nullable().describe('The follow-up that the company owes the customer, if any.'),
      bookingFact: z.string().nullable().describe('The job in ServiceTitan that resulted from the call.'),
    })
    .nullable(),
  evidence: z
    .array(z.object({ claim: z.string(), link: z.string(), ...MOMENT_FIELDS }))
    .describe('Quotes behind the note.'),
  words: z.array(z.object({ speaker: z.string(), ...MOMENT_FIELDS })).describe('The transcript, page by page.'),
  speakersGuessed: z.boolean().describe("Whether some of the agent's and the customer's lines may be mixed up."),
  page: z.number(),
  pages: z.number().describe('Number of pages of the transcript; 0 without a transcript.'),
});

type CallData = z.input<typeof OUTPUT_SCHEMA>;

@Injectable()
export class GetCallTool extends McpTool<typeof INPUT_SCHEMA, typeof OUTPUT_SCHEMA> {
  readonly name = 'get_call';
  readonly title = 'Get a call';
  readonly description =
    'Returns one call by its id: the note, the label, whether a person still has to listen, the quotes behind the ' +
    'label, and the transcript with times, page by page. Use it after another tool to find the exact words, such as ' +
    'a price or an address.';
  readonly isReadOnly = true;
  readonly inputSchema = INPUT_SCHEMA;
  readonly outputSchema = OUTPUT_SCHEMA;

  constructor(
    private readonly calls: CallsService,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async run(
    { id, page }: z.output<typeof INPUT_SCHEMA>,
    { principal: { accountId } }: ToolCaller,
  ): Promise<ToolResult<typeof OUTPUT_SCHEMA>> {
    if (!isUUID(id)) throw callNotFound();
    const callWithResult = await this.calls.getFull(accountId, id.toLowerCase());
    const timeZone = await this.accounts.findTimeZone(accountId);
    const call = toCallFields(callWithResult);
    const data = this.buildData(callWithResult, call, timeZone, page);
    return {
      timeZone,
      heading: formatHeading(callWithResult, data),
      callText: formatCallText(data, callLine(call, timeZone)),
      data,
    };
  }

  private buildData(
    { analysis, transcript, bookingFact }: CallWithResult,
    call: CallFields,
    timeZone: string,
    page: number,
  ): CallData {
    const pages = paginateTranscript(transcript?.segments ?? []);
    if (page > Math.max(pages.length, 1))
      throw validationFailed([{ field: 'page', message: `The last page is ${Math.max(pages.length, 1)}.` }]);
    return {
      ...toCallData(call, timeZone, this.config),
      reviewReason: call.reviewReason,
      note: analysis && buildNote(analysis, bookingFact),
      evidence: (analysis?.evidence ?? []).map(({ claim, startMs, quote }) => ({
        claim: toOneLine(claim),
        link: callLink(this.config, call.id, startMs / 1_000),
        atSeconds: startMs / 1_000,
        quotedWords: toOneLine(quote),
      })),
      words: (pages[page - 1] ?? []).map(({ speaker, startMs, text }) => ({
        speaker,
        atSeconds: startMs / 1_000,
        quotedWords: toOneLine(text),
      })),
      speakersGuessed: transcript?.speakersGuessed ?? false,
      page,
      pages: pages.length,
    };
  }
}

function toCallFields({ call, customer, agentName, analysis }: FullCall): CallFields {
  return {
    ...call,
    customerName: customer?.name ?? call.customerName,
    agentName,
    sentiment: analysis?.sentiment ?? null,
    needsReview: analysis?.needsReview ?? null,
    reviewReason: analysis?.reviewReason ?? null,
    flags: analysis?.flags ?? null,
    booking: analysis?.booking ?? null,
    asked: analysis?.asked ?? null,
    reached: analysis?.reached ?? null,
  };
}

function buildNote(analysis: CallAnalysis, fact: BookingFactView | null): NonNullable<CallData['note']> {
  const callText = getCallText(analysis);
  return {
    summary: toOneLine(formatCallTextLine(callText)),
    keyPoints: callText.points.map(toOneLine),
    followUp: callText.instruction && toOneLine(callText.instruction),
    bookingFact: fact && toOneLine(bookingFactLine(fact)),
  };
}

function formatHeading({ call }: CallWithResult, { link, page, pages, note, speakersGuessed }: CallData): string {
  return [
    `Link to the call: ${link}`,
    ...(note === null ? [describeMissingResult(call)] : []),
    ...(pages > 0 ? [`Transcript: page ${page} of ${pages}.`] : []),
    ...(note !== null && call.wordsExpiredAt ? ['The transcript was deleted under the retention policy.'] : []),
    ...(page < pages ? [`For more, send page ${page + 1}.`] : []),
    ...(speakersGuessed ? [SPEAKERS_GUESSED] : []),
  ].join('\n');
}

function describeMissingResult({
  state,
  skipReason,
  skipLimit,
  durationSeconds,
  errorMessage,
}: CallWithResult['call']): string {
  if (!isFinalCallState(state)) return 'This call is being processed. Try again in a minute.';
  if (!skipReason) return errorMessage ?? 'This call could not be processed.';
  return skipMessage(skipReason, {
    durationSeconds: durationSeconds === null ? null : Number(durationSeconds),
    skipLimit,
  });
}

function formatCallText({ note, evidence, words }: CallData, line: string): string {
  return [
    line,
    ...(note ? noteText(note) : []),
    ...(evidence.length > 0 ? ['', 'Quotes:'] : []),
    ...evidence.map(({ claim, atSeconds, quotedWords }) => `${claim}: ${formatDuration(atSeconds)} "${quotedWords}"`),
    ...(words.length > 0 ? ['', 'Transcript:'] : []),
    ...words.map(({ speaker, atSeconds, quotedWords }) => `${formatDuration(atSeconds)} ${speaker}: ${quotedWords}`),
  ].join('\n');
}

function noteText({ summary, keyPoints, followUp, bookingFact }: NonNullable<CallData['note']>): string[] {
  return [
    ...(summary === '' ? [] : [summary]),
    ...keyPoints.map((point) => `- ${point}`),
    ...(followUp === null ? [] : [`To do: ${followUp}`]),
    ...(bookingFact ? [bookingFact] : []),
  ];
}
