import { BadRequestError, type OpenAI } from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';

import type { Judgment } from '@ringwell/domain/analysis';
import { AppError } from '@ringwell/domain/app-error';
import type { Transcript } from '@ringwell/domain/transcript';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { createOpenaiClient, type OpenaiServer } from '../../openai/openai-client';
import { openaiError } from '../../openai/openai-error';
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

/**
 * Judges and writes in one request to any OpenAI-compatible chat endpoint, with a JSON schema if the server accepts one, otherwise with the schema in
 * the prompt. Answers are validated here in both cases; an unusable one may be corrected once.
 */
export class LlmAnalyst extends Judge implements Writer {
  readonly engine: string;
  private readonly client: OpenAI;
  // False once the server has refused the schema.
  private takesSchema = true;

  constructor(private readonly options: LlmAnalystOptions) {
    super();
    this.engine = `llm:${options.model}`;
    this.client = createOpenaiClient(options);
  }

  override async judge(
    transcript: Transcript,
    context: CallContext,
    { signal }: AnalyzeOptions,
  ): Promise<Judgment & { draft: Draft }> {
    const answer = await this.answer(signal, (withSchema) => opening(transcript, context, withSchema));
    return { ...asJudgment(answer, transcript, this.engine), draft: asDraft(answer) };
  }

  async write(
    transcript: Transcript,
    context: CallContext,
    { signal }: Pick<AnalyzeOptions, 'signal'>,
    faulty?: { draft: Draft; faults: readonly string[] },
  ): Promise<Draft> {
    const answer = await this.answer(signal, (withSchema) => [
      ...opening(transcript, context, withSchema),
      ...(faulty ? objection(JSON.stringify(faulty.draft), faulty.faults.join(' ')) : []),
    ]);
    return asDraft(answer);
  }

  // An answer of another shape may be mended once.
  private async answer(
    signal: AbortSignal,
    messagesFor: (withSchema: boolean) => ChatCompletionMessageParam[],
  ): Promise<AnalysisAnswer> {
    const first = await this.ask(messagesFor(this.takesSchema), signal, () => messagesFor(false));
    const read = first.isCut ? { fault: 'The answer was cut off. Be shorter.' } : readAnswer(first.content);
    if ('answer' in read) return read.answer;
    const second = await this.ask([...first.messages, ...objection(first.content, read.fault)], signal);
    const mended = second.isCut ? undefined : readAnswer(second.content);
    if (mended === undefined || !('answer' in mended))
      throw providerError({ provider: PROVIDER, area: AREA, garbage: true });
    return mended.answer;
  }

  // `inWords` has the schema in the prompt, for servers that refuse `json_schema`.
  private async ask(
    messages: ChatCompletionMessageParam[],
    callSignal: AbortSignal,
    inWords?: () => ChatCompletionMessageParam[],
  ): Promise<{ content: string; isCut: boolean; messages: ChatCompletionMessageParam[] }> {
    callSignal.throwIfAborted();
    const limit = startTimeLimit(this.options.timeoutMs, callSignal);
    try {
      const completion = await this.client.chat.completions.create(
        {
          model: this.options.model,
          messages,
          response_format: this.takesSchema
            ? { type: 'json_schema', json_schema: { name: 'call_analysis', schema: ANSWER_SCHEMA, strict: true } }
            : { type: 'json_object' },
        },
        { signal: limit.signal },
      );
      return { ...contentOf(completion), messages };
    } catch (error) {
      callSignal.throwIfAborted();
      if (error instanceof BadRequestError && this.takesSchema && inWords !== undefined) {
        this.takesSchema = false;
        return this.ask(inWords(), callSignal);
      }
      throw openaiError(error, { provider: PROVIDER, area: AREA, timedOut: limit.timedOut });
    } finally {
      limit.end();
    }
  }
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
