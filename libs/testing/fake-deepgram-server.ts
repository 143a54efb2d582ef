import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';

/** Deepgram's `/v1/listen`. Responds with one sentence on each of two channels by default. */
export class FakeDeepgramServer extends FakeHttpProvider<ProviderRequest> {
  reply = (_request: ProviderRequest): ProviderReply => ({
    body: {
      metadata: { request_id: 'fake', duration: 40, channels: 2 },
      results: {
        channels: [],
        utterances: [
          { start: 3.25, end: 5, confidence: 0.9, channel: 1, transcript: 'My sink is leaking.', words: [] },
          { start: 0.5, end: 2.5, confidence: 0.98, channel: 0, transcript: 'Hello, how can I help?', words: [] },
        ],
      },
    },
  });

  protected async read(request: ProviderRequest): Promise<ProviderRequest> {
    return request;
  }
}
