import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';

export interface TranscriptionUpload {
  path: string;
  authorization?: string;
  fields: Record<string, string>;
  fileName: string;
  file: Buffer;
}

/** OpenAI's `/audio/transcriptions`. Always responds with the same sentence by default. */
export class FakeTranscriptionServer extends FakeHttpProvider<TranscriptionUpload> {
  reply = (_request: TranscriptionUpload): ProviderReply =>
    spoken('Hello, thank you for calling Northside Heating, how can I help you today?', { start: 0.5, end: 2.5 });

  /** Responds with another sentence from now on. */
  hear(text: string): void {
    this.reply = () => spoken(text, { start: 1, end: 5 });
  }

  get baseUrl(): string {
    return `${this.origin}/v1`;
  }

  protected async read({ url, headers, body }: ProviderRequest): Promise<TranscriptionUpload> {
    const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
    const file = form.get('file');
    if (!(file instanceof File)) throw new Error('The form has no file.');
    const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return {
      path: url.pathname,
      authorization: headers.authorization,
      fields: Object.fromEntries(fields),
      fileName: file.name,
      file: Buffer.from(await file.arrayBuffer()),
    };
  }
}

function spoken(text: string, time: { start: number; end: number }): ProviderReply {
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
