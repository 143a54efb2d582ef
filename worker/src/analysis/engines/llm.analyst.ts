import { BadRequestError, type OpenAI } from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';

import type { UnreviewedAnalysis } from '@ringwell/domain/analysis';
import { AppError } from '@ringwell/domain/app-error';
import type { Transcript } from '@ringwell/domain/transcript';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { createOpenaiClient, type OpenaiServer } from '../../openai/openai-client';
import { openaiError } from '../../openai/openai-error';
import { providerError } from '../../provider-error';
import { Analyst, type AnalyzeOptions, type CallContext } from '../analyst';
import { ANSWER_SCHEMA, asAnalysis, readAnswer } from './llm/analysis-answer';
import { analysisPrompt } from './llm/analysis-prompt';

export interface LlmAnalystOptions extends OpenaiServer {
  model: string;
}

const PROVIDER = 'The language model';
const AREA = 'ANALYSIS';
const MAX_REPEATED_CHARACTERS = 20_000;

/**
 * Uses any OpenAI-compatible chat endpoint, with a JSON schema if the server accepts one, otherwise with the schema in
 * the prompt. Answers are validated here in both cases; an unusable one may be corrected once.
 */
export class LlmAnalyst extends Analyst {
  readonly engine: string;
  private readonly client: OpenAI;
  // False once the server has refused the schema.
  private takesSchema = true;

  constructor(private readonly options: LlmAnalystOptions) {
    super();
    this.engine = `llm:${options.model}`;
    this.client = createOpenaiClient(options);
  }

  override async analyze(
    transcript: Transcript,
    context: CallContext,
    { signal }: AnalyzeOptions,
  ): Promise<UnreviewedAnalysis> {
    const first = await this.ask(this.opening(transcript, context), signal, () =>
      this.opening(transcript, context, false),
    );
    const read = first.isCut ? { fault: 'The answer was cut off. Be shorter.' } : readAnswer(first.content);
    if ('answer' in read) return asAnalysis(read.answer, transcript, this.engine);
    const repair: ChatCompletionMessageParam[] = [
      ...first.messages,
      { role: 'assistant', content: first.content.slice(0, MAX_REPEATED_CHARACTERS) },
      {
        role: 'user',
        content: `That answer cannot be used. ${read.fault} Answer again with one JSON object of the shape asked for.`,
      },
    ];
    const second = await this.ask(repair, signal);
    const mended = second.isCut ? undefined : readAnswer(second.content);
    if (mended === undefined || !('answer' in mended))
      throw providerError({ provider: PROVIDER, area: AREA, garbage: true });
    return asAnalysis(mended.answer, transcript, this.engine);
  }

  private opening(
    transcript: Transcript,
    context: CallContext,
    takesSchema = this.takesSchema,
  ): ChatCompletionMessageParam[] {
    const { system, user } = analysisPrompt(transcript, context, takesSchema ? undefined : ANSWER_SCHEMA);
    return [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
  }

  // `inWords` has the schema in the prompt, for servers that refuse `json_schema`.
  private async ask(
    messages: ChatCompletionMessageParam[],
    callSignal: AbortSignal,
    inWords?: () => ChatCompletionMessageParam[],
    takesSchema = this.takesSchema,
  ): Promise<{ content: string; isCut: boolean; messages: ChatCompletionMessageParam[] }> {
    callSignal.throwIfAborted();
    const limit = startTimeLimit(this.options.timeoutMs, callSignal);
    try {
      const completion = await this.client.chat.completions.create(
        {
          model: this.options.model,
          messages,
          response_format: takesSchema
            ? { type: 'json_schema', json_schema: { name: 'call_analysis', schema: ANSWER_SCHEMA, strict: true } }
            : { type: 'json_object' },
        },
        { signal: limit.signal },
      );
      return { ...contentOf(completion), messages };
    } catch (error) {
      callSignal.throwIfAborted();
      if (error instanceof BadRequestError && takesSchema && inWords !== undefined) {
        const answer = await this.ask(inWords(), callSignal, undefined, false);
        this.takesSchema = false; // not when this fails, too: then the server has refused something else
        return answer;
      }
      throw openaiError(error, { provider: PROVIDER, area: AREA, timedOut: limit.timedOut });
    } finally {
      limit.end();
    }
  }
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
