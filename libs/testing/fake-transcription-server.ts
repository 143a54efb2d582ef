import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';
import { FakeModelList } from './fake-model-list';

export interface TranscriptionUpload {
  path: string;
  authorization?: string;
  /** All fields except `keywords[]` and `languages[]`. */
  fields: Record<string, string>;
  keywords: string[];
  languages: string[];
  fileName: string;
  file: Buffer;
}

const MP3_BYTES_PER_SECOND = 4_000;

/** OpenAI's `/audio/transcriptions`. By default, always responds with the same sentence and timestamps. */
export class FakeTranscriptionServer extends FakeHttpProvider<TranscriptionUpload> {
  readonly models = new FakeModelList();
  reply = (_request: TranscriptionUpload): ProviderReply =>
    transcriptionReply('Hello, thank you for calling Northside Heating, how can I help you today?', {
      start: 0.5,
      end: 2.5,
    });

  private pause = Promise.resolve();

  /** Doesn't respond to anything until the returned function is called. */
  pauseResponses(): () => void {
    let respond = (): void => undefined;
    this.pause = new Promise((resolve) => {
      respond = resolve;
    });
    return () => respond();
  }

  /** Responds with a different sentence from now on. */
  respondWithText(text: string): void {
    this.reply = () => transcriptionReply(text, { start: 1, end: 5 });
  }

  get baseUrl(): string {
    return `${this.origin}/v1`;
  }

  /** Responds like `gpt-transcribe`, rejecting the parameters that its documentation says it doesn't support. */
  static gptReply(request: TranscriptionUpload, text: string, languages = ['en']): ProviderReply {
    const { response_format: format = 'json', ...fields } = request.fields;
    const isKeyword = (keyword: string): boolean => keyword.trim() !== '' && !/[<>\r\n]/.test(keyword);
    const isAccepted =
      format === 'json' &&
      !Object.keys(fields).some((name) =>
        /^(include|timestamp_granularities|chunking_strategy|language$)/.test(name),
      ) &&
      request.keywords.every(isKeyword) &&
      request.languages.every((language) => /^[a-z]{2}$/.test(language));
    if (!isAccepted)
      return { status: 400, body: { error: { message: 'Unsupported value.', type: 'invalid_request_error' } } };
    const usage = { type: 'duration', seconds: Math.ceil(getSeconds(request)) };
    return { body: { text, languages: languages.map((code) => ({ code })), usage } };
  }

  protected override replyUnrecorded(request: ProviderRequest): ProviderReply | undefined {
    return this.models.reply(request);
  }

  protected async read({ url, headers, body }: ProviderRequest): Promise<TranscriptionUpload> {
    const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
    const file = form.get('file');
    if (!(file instanceof File)) throw new Error('The form has no file.');
    const textFields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    await this.pause;
    const getValues = (name: string): string[] => textFields.filter(([key]) => key === name).map(([, value]) => value);
    return {
      path: url.pathname,
      authorization: headers.authorization,
      fields: Object.fromEntries(textFields.filter(([key]) => !['keywords[]', 'languages[]'].includes(key))),
      keywords: getValues('keywords[]'),
      languages: getValues('languages[]'),
      fileName: file.name,
      file: Buffer.from(await file.arrayBuffer()),
    };
  }
}

/** Computes an upload's duration from its size. This works because the product encodes at a constant bit rate. */
export function getSeconds({ file }: Pick<TranscriptionUpload, 'file'>): number {
  return file.length / MP3_BYTES_PER_SECOND;
}

function transcriptionReply(text: string, time: { start: number; end: number }): ProviderReply {
  return {
    body: {
      task: 'transcribe',
      language: 'english',
      duration: 40,
      text,
      segments: [{ id: 0, ...time, text: ` ${text}`, avg_logprob: -0.1, no_speech_prob: 0.01 }],
    },
  };
}
