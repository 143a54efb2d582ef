import { BadRequestError, type OpenAI } from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';

import type { Analysis } from '@ringwell/domain/analysis';
import { AppError } from '@ringwell/domain/app-error';
import type { Transcript } from '@ringwell/domain/transcript';
import { startTimeLimit } from '@ringwell/platform/time-limit';

import { createOpenaiClient, type OpenaiServer } from '../../openai/openai-client';
import { openaiError } from '../../openai/openai-error';
import { providerError } from '../../provider-error';
import { Analyst, type CallContext } from '../analyst';
import { ANSWER_SCHEMA, asAnalysis, readAnswer } from './llm/analysis-answer';
import { analysisPrompt } from './llm/analysis-prompt';

export interface LlmAnalystOptions extends OpenaiServer {
  model: string;
}

const PROVIDER = 'The language model';
const AREA = 'ANALYSIS';
const MAX_REPEATED_CHARACTERS = 20_000;

/**
 * Any OpenAI-compatible chat endpoint. It is held to a JSON schema where it can be, else told the schema in words; its
 * answer is checked here in either case, and it gets one chance to mend an answer that cannot be used.
 */
export class LlmAnalyst extends Analyst {
  readonly engine: string;
  private readonly client: OpenAI;
  /** Until the server has refused it. */
  private takesSchema = true;

  constructor(private readonly options: LlmAnalystOptions) {
    super();
    this.engine = `llm:${options.model}`;
    this.client = createOpenaiClient(options);
  }

  override async analyze(
    transcript: Transcript,
    context: CallContext,
    { signal }: { signal: AbortSignal },
  ): Promise<Analysis> {
    const messages = this.opening(transcript, context);
    const first = await this.ask(messages, signal, () => this.opening(transcript, context));
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

  private opening(transcript: Transcript, context: CallContext): ChatCompletionMessageParam[] {
    const { system, user } = analysisPrompt(transcript, context, this.takesSchema ? undefined : ANSWER_SCHEMA);
    return [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ];
  }

  /**
   * @param inWords the same question with the schema in words, for a server that turns out to refuse `json_schema`
   * @returns the answer, and the messages it answers
   */
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

/** Compatible servers leave out what they please, so nothing is taken for granted. */
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
