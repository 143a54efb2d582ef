import type { OpenAI } from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ReasoningEffort } from 'openai/resources/shared';

import type { Judgment } from '@ringwell/domain/analysis';
import { AppError } from '@ringwell/domain/app-error';
import type { Transcript } from '@ringwell/domain/transcript';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { createOpenaiClient, type OpenaiServer } from '../../openai/openai-client';
import { isRefusal, openaiError } from '../../openai/openai-error';
import { providerError } from '../../provider-error';
import { Judge, type AnalyzeOptions, type CallContext, type Draft, type Writer } from '../analyst';
import { ANSWER_SCHEMA, asDraft, asJudgment, readAnswer, type AnalysisAnswer } from './llm/analysis-answer';
import { analysisPrompt } from './llm/analysis-prompt';

export interface LlmAnalystOptions extends OpenaiServer {
  model: string;
}

const PROVIDER = 'The language model';
const AREA = 'ANALYSIS';
const MAX_REPEATED_CHARACTERS = 20_000;
// Of English prose, on average.
const MAX_TOKEN_CHARACTERS = 4.8;

/** How a request is made. */
interface Manner {
  /** Whether the answer's schema is a parameter; otherwise it is in the prompt. */
  withSchema: boolean;
  effort?: ReasoningEffort;
}

/**
 * Judges and writes in one request to any OpenAI-compatible chat endpoint, with a JSON schema if the server accepts one,
 * otherwise with the schema in the prompt. Answers are validated here in both cases; an unusable one may be corrected
 * once. Models that reason are asked for little of it, and no model for a temperature, which those refuse.
 */
export class LlmAnalyst extends Judge implements Writer {
  readonly engine: string;
  private readonly client: OpenAI;
  // The one that the server has accepted, once it has.
  private manner: Manner;

  constructor(private readonly options: LlmAnalystOptions) {
    super();
    this.engine = `llm:${options.model}`;
    this.client = createOpenaiClient(options);
    this.manner = { withSchema: true, effort: effortOf(options.model) };
  }

  override async judge(
    transcript: Transcript,
    context: CallContext,
    { signal }: AnalyzeOptions,
  ): Promise<Judgment & { draft: Draft }> {
    const answer = await this.answer(signal, ({ withSchema }) => opening(transcript, context, withSchema));
    return { ...asJudgment(answer, transcript, this.engine), draft: asDraft(answer) };
  }

  async write(
    transcript: Transcript,
    context: CallContext,
    { signal }: Pick<AnalyzeOptions, 'signal'>,
    faulty?: { draft: Draft; faults: readonly string[] },
  ): Promise<Draft> {
    const answer = await this.answer(signal, ({ withSchema }) => [
      ...opening(transcript, context, withSchema),
      ...(faulty ? objection(JSON.stringify(faulty.draft), faulty.faults.join(' ')) : []),
    ]);
    return asDraft(answer);
  }

  // An answer of another shape may be mended once.
  private async answer(
    signal: AbortSignal,
    messagesFor: (manner: Manner) => ChatCompletionMessageParam[],
  ): Promise<AnalysisAnswer> {
    const first = await this.ask(signal, messagesFor);
    const read = first.isCut ? { fault: 'The answer was cut off. Be shorter.' } : readAnswer(first.content);
    if ('answer' in read) return read.answer;
    const second = await this.ask(signal, () => [...first.messages, ...objection(first.content, read.fault)]);
    const mended = second.isCut ? undefined : readAnswer(second.content);
    if (mended === undefined || !('answer' in mended))
      throw providerError({ provider: PROVIDER, area: AREA, garbage: true });
    return mended.answer;
  }

  // A server that refuses the request is asked in simpler manners, and from then on in the first that it accepts.
  private async ask(
    callSignal: AbortSignal,
    messagesFor: (manner: Manner) => ChatCompletionMessageParam[],
  ): Promise<{ content: string; isCut: boolean; messages: ChatCompletionMessageParam[] }> {
    const simpler = simplerManners(this.manner);
    let { manner } = this;
    for (;;) {
      callSignal.throwIfAborted();
      const messages = messagesFor(manner);
      const limit = startTimeLimit(this.options.timeoutMs, callSignal);
      try {
        const completion = await this.complete(messages, manner, limit.signal);
        this.manner = manner;
        const context = keptTokens(completion, messages);
        if (context !== undefined) throw providerError({ provider: PROVIDER, area: AREA, context });
        return { ...contentOf(completion), messages };
      } catch (error) {
        callSignal.throwIfAborted();
        const next = isRefusal(error) ? simpler.shift() : undefined;
        if (next === undefined) throw openaiError(error, { provider: PROVIDER, area: AREA, timedOut: limit.timedOut });
        manner = next;
      } finally {
        limit.end();
      }
    }
  }

  private async complete(
    messages: ChatCompletionMessageParam[],
    { withSchema, effort }: Manner,
    signal: AbortSignal,
  ): Promise<OpenAI.ChatCompletion> {
    return this.client.chat.completions.create(
      {
        model: this.options.model,
        messages,
        response_format: withSchema
          ? { type: 'json_schema', json_schema: { name: 'call_analysis', schema: ANSWER_SCHEMA, strict: true } }
          : { type: 'json_object' },
        ...(effort && { reasoning_effort: effort }),
      },
      { signal },
    );
  }
}

// Labels and notes need little reasoning. OpenAI's models take `low` from the first that reasons on, and by default more;
// its others refuse an effort. `none` keeps models of other servers, such as Ollama's, from reasoning for minutes.
function effortOf(model: string): ReasoningEffort | undefined {
  const name = model.split('/').at(-1) ?? '';
  if (/^(gpt-([5-9]|\d\d|oss)|o\d)/.test(name)) return 'low';
  return /^(chat)?gpt-/.test(name) ? undefined : 'none';
}

function simplerManners({ withSchema, effort }: Manner): Manner[] {
  return [
    ...(effort ? [{ withSchema }] : []),
    ...(withSchema ? [{ withSchema: false, effort }] : []),
    ...(withSchema && effort ? [{ withSchema: false }] : []),
  ];
}

function opening(transcript: Transcript, context: CallContext, withSchema: boolean): ChatCompletionMessageParam[] {
  const { system, user } = analysisPrompt(transcript, context, withSchema ? undefined : ANSWER_SCHEMA);
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}

function objection(answer: string, fault: string): ChatCompletionMessageParam[] {
  return [
    { role: 'assistant', content: answer.slice(0, MAX_REPEATED_CHARACTERS) },
    {
      role: 'user',
      content: `That answer cannot be used. ${fault} Answer again with one JSON object of the shape asked for.`,
    },
  ];
}

// Ollama drops the middle of what is longer than its context, which is full then, and says nothing.
function keptTokens({ usage }: Partial<OpenAI.ChatCompletion>, messages: readonly object[]): number | undefined {
  const tokens = usage?.prompt_tokens ?? 0;
  const isFull = tokens > 0 && tokens % 1_024 === 0;
  return isFull && JSON.stringify(messages).length > tokens * MAX_TOKEN_CHARACTERS ? tokens : undefined;
}

// Compatible servers may omit any field.
function contentOf(completion: Partial<OpenAI.ChatCompletion> | string): { content: string; isCut: boolean } {
  const choice = typeof completion === 'string' ? undefined : completion.choices?.[0];
  if (choice?.message?.refusal || choice?.finish_reason === 'content_filter') {
    throw new AppError({
      kind: 'provider',
      code: `${AREA}_REFUSED`,
      message: `${PROVIDER} declined to analyze this call.`,
    });
  }
  return { content: choice?.message?.content ?? '', isCut: choice?.finish_reason === 'length' };
}
