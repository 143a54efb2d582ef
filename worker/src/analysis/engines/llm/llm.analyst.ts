import type { OpenAI } from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ReasoningEffort } from 'openai/resources/shared';

import type { Judgment } from '@ringwell/domain/calls/analysis';
import type { Transcript } from '@ringwell/domain/calls/transcript';
import { providerFailed } from '@ringwell/domain/errors/app-error';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { createOpenaiClient, type OpenaiServer } from '../../../openai/openai-client';
import { isRejection, isTooLongError, openaiError } from '../../../openai/openai-error';
import { providerError } from '../../../provider-error';
import {
  Judge,
  type AnalyzeOptions,
  type CallContext,
  type Draft,
  type Writer,
  type WriterContext,
} from '../../analyst';
import { analysisPrompt, correctionRequest, type PromptContent } from './analysis-prompt';
import { RESPONSE_SCHEMA, toDraft, toJudgment, parseAnalysis, type AnalysisResponse } from './analysis-response';
import { ContextExceededError, toNote } from './call-parts';
import { CallReader } from './call-reader';

export interface LlmAnalystOptions extends OpenaiServer {
  model: string;
}

const PROVIDER = 'The language model';
const AREA = 'ANALYSIS';
const MAX_REPEATED_CHARACTERS = 20_000;
const MAX_CONCURRENT_PARTS = 2;
const MAX_MOODS_PER_PART = 10;
// Upper bound for the average number of characters per token in English prose.
const MAX_CHARACTERS_PER_TOKEN = 4.8;

/** Request features that not every server accepts. */
interface RequestSettings {
  /** Whether the response schema is sent as a parameter; otherwise it's in the prompt. */
  withSchema: boolean;
  effort?: ReasoningEffort;
}

type DraftRejection = Parameters<Writer['write']>[3];

/**
 * Judges and writes in a single request to any OpenAI-compatible chat endpoint. The JSON schema is a parameter if the
 * server accepts one; otherwise it goes in the prompt. Responses are validated here either way, and the model gets one
 * chance to correct an unusable response. Reasoning models are asked for minimal reasoning, and the temperature is
 * omitted because they reject it.
 */
export class LlmAnalyst extends Judge implements Writer {
  readonly engine: string;
  private readonly client: OpenAI;
  // The features the server supports, once known.
  private settings: RequestSettings;
  private readonly reader = new CallReader<AnalysisResponse>({
    maxConcurrent: MAX_CONCURRENT_PARTS,
    toNote,
    withParts: (response, parts) => ({
      ...response,
      asked: mergeAsked(response, parts),
      course: parts.flatMap(({ course }) => course.slice(0, MAX_MOODS_PER_PART)),
    }),
  });

  constructor(private readonly options: LlmAnalystOptions) {
    super();
    this.engine = `llm:${options.model}`;
    this.client = createOpenaiClient(options);
    this.settings = { withSchema: true, effort: chooseEffort(options.model) };
  }

  override async judge(
    transcript: Transcript,
    context: CallContext,
    { signal }: AnalyzeOptions,
  ): Promise<Judgment & { draft: Draft }> {
    const response = await this.readCall(transcript, context, signal);
    return { ...toJudgment(response, transcript, this.engine), draft: toDraft(response) };
  }

  /** Drops the quote if the model would label the call differently, because the quote explains the model's label. */
  async write(
    transcript: Transcript,
    context: WriterContext,
    { signal }: Pick<AnalyzeOptions, 'signal'>,
    rejection?: DraftRejection,
  ): Promise<Draft> {
    const response = await this.readCall(transcript, context, signal, rejection);
    return { ...toDraft(response), ...(response.sentiment !== context.sentiment && { quote: null }) };
  }

  private async readCall(
    transcript: Transcript,
    context: CallContext,
    signal: AbortSignal,
    rejection?: DraftRejection,
  ): Promise<AnalysisResponse> {
    return this.reader.read(transcript, signal, (content, callSignal) =>
      this.requestAnalysis(callSignal, content.lines, ({ withSchema }) => [
        ...promptMessages(transcript, context, content, withSchema),
        ...(rejection && content.isLast
          ? correctionMessages(JSON.stringify(rejection.draft), rejection.issues.join(' '))
          : []),
      ]),
    );
  }

  private async requestAnalysis(
    signal: AbortSignal,
    lines: readonly string[],
    buildMessages: (settings: RequestSettings) => ChatCompletionMessageParam[],
  ): Promise<AnalysisResponse> {
    const first = await this.sendRequest(signal, lines, buildMessages);
    const parsed = first.isTruncated ? { issue: 'The answer was cut off. Be shorter.' } : parseAnalysis(first.content);
    if ('response' in parsed) return parsed.response;
    const second = await this.sendRequest(signal, lines, () => [
      ...first.messages,
      ...correctionMessages(first.content, parsed.issue),
    ]);
    const corrected = second.isTruncated ? undefined : parseAnalysis(second.content);
    if (corrected === undefined || !('response' in corrected))
      throw providerError({ provider: PROVIDER, area: AREA, isMalformed: true });
    return corrected.response;
  }

  // If the server rejects the request, simpler feature sets are tried, and the first one accepted is kept.
  private async sendRequest(
    callSignal: AbortSignal,
    lines: readonly string[],
    buildMessages: (settings: RequestSettings) => ChatCompletionMessageParam[],
  ): Promise<{ content: string; isTruncated: boolean; messages: ChatCompletionMessageParam[] }> {
    const simplerAlternatives = simplerSettings(this.settings);
    let { settings } = this;
    for (;;) {
      callSignal.throwIfAborted();
      const messages = buildMessages(settings);
      const limit = startTimeLimit(this.options.timeoutMs, callSignal);
      try {
        const completion = await this.requestCompletion(messages, settings, limit.signal);
        this.settings = settings;
        const contextTokens = findTruncatedTokens(completion, messages);
        if (contextTokens !== undefined)
          throw new ContextExceededError(
            contextTokens,
            { messages, lines },
            providerError({ provider: PROVIDER, area: AREA, contextTokens }),
          );
        return { ...readContent(completion), messages };
      } catch (error) {
        callSignal.throwIfAborted();
        if (error instanceof ContextExceededError) throw error;
        const failure = openaiError(error, { provider: PROVIDER, area: AREA, hasTimedOut: limit.hasPassed });
        if (isTooLongError(error)) throw new ContextExceededError(undefined, { messages, lines }, failure);
        const next = isRejection(error) ? simplerAlternatives.shift() : undefined;
        if (next === undefined) throw failure;
        settings = next;
      } finally {
        limit.end();
      }
    }
  }

  private async requestCompletion(
    messages: ChatCompletionMessageParam[],
    { withSchema, effort }: RequestSettings,
    signal: AbortSignal,
  ): Promise<OpenAI.ChatCompletion> {
    return this.client.chat.completions.create(
      {
        model: this.options.model,
        messages,
        response_format: withSchema
          ? { type: 'json_schema', json_schema: { name: 'call_analysis', schema: RESPONSE_SCHEMA, strict: true } }
          : { type: 'json_object' },
        ...(effort && { reasoning_effort: effort }),
      },
      { signal },
    );
  }
}

// The request about the whole call sees only notes, so its "never asked" is accepted only if every part agrees.
function mergeAsked({ asked }: AnalysisResponse, parts: readonly AnalysisResponse[]): AnalysisResponse['asked'] {
  if (asked?.result !== false || parts.every((part) => part.asked?.result === false)) return asked;
  return parts.find((part) => part.asked?.result)?.asked ?? null;
}

// Labels and notes need little reasoning. OpenAI's reasoning models all accept `low` and reason more by default; its
// other models reject the parameter. `none` keeps models on other servers, such as Ollama, from reasoning for minutes.
function chooseEffort(model: string): ReasoningEffort | undefined {
  const name = model.split('/').at(-1) ?? '';
  if (/^(gpt-([5-9]|\d\d|oss)|o\d)/.test(name)) return 'low';
  return /^(chat)?gpt-/.test(name) ? undefined : 'none';
}

function simplerSettings({ withSchema, effort }: RequestSettings): RequestSettings[] {
  return [
    ...(effort ? [{ withSchema }] : []),
    ...(withSchema ? [{ withSchema: false, effort }] : []),
    ...(withSchema && effort ? [{ withSchema: false }] : []),
  ];
}

function promptMessages(
  transcript: Transcript,
  context: CallContext,
  content: PromptContent,
  withSchema: boolean,
): ChatCompletionMessageParam[] {
  const { system, user } = analysisPrompt(transcript, context, content, withSchema ? undefined : RESPONSE_SCHEMA);
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}

function correctionMessages(response: string, issue: string): ChatCompletionMessageParam[] {
  return [
    { role: 'assistant', content: response.slice(0, MAX_REPEATED_CHARACTERS) },
    { role: 'user', content: correctionRequest(issue) },
  ];
}

// Ollama silently drops the middle of input that exceeds its context, and then reports a full context.
function findTruncatedTokens(
  { usage }: Partial<OpenAI.ChatCompletion>,
  messages: readonly object[],
): number | undefined {
  const tokens = usage?.prompt_tokens ?? 0;
  const isFull = tokens > 0 && tokens % 1_024 === 0;
  return isFull && JSON.stringify(messages).length > tokens * MAX_CHARACTERS_PER_TOKEN ? tokens : undefined;
}

// Compatible servers may omit any field.
function readContent(completion: Partial<OpenAI.ChatCompletion> | string): { content: string; isTruncated: boolean } {
  const choice = typeof completion === 'string' ? undefined : completion.choices?.[0];
  if (choice?.message?.refusal || choice?.finish_reason === 'content_filter') {
    throw providerFailed(`${AREA}_REFUSED`, `${PROVIDER} declined to analyze this call.`);
  }
  return { content: choice?.message?.content ?? '', isTruncated: choice?.finish_reason === 'length' };
}
