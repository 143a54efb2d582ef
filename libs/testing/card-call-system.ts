import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FakeDeepgramServer } from './fake-deepgram-server';
import { FakeS3Server } from './fake-s3-server';
import { makeAccount, type TestAccount } from './make-account';
import { temporaryDirectory } from './temporary-directory';
import { TestSystem } from './test-system';
import { useToneCheck } from './tone-check';

export interface CardCall {
  state: string;
  hasRecording: boolean;
  audioRedaction: string | null;
  tones: { startMs: number; endMs: number }[];
  peaks: number[];
  links: { audio: string | null };
}

const SAMPLE = 'samples/neutral.mp3';
const SPOKEN_NUMBER = 'four one one one one one one one one one one one one one one one'.split(' ');

/**
 * The product with recordings in a bucket and a fake transcription service that hears a card number in a sample. Test
 * files start and stop it.
 */
export class CardCallSystem {
  /** The sample, and when the number is spoken, in seconds. The tone also covers a margin around it. */
  readonly sample = { path: SAMPLE, seconds: 44.7, numberFrom: 12, numberTo: 19.8 };
  readonly s3 = new FakeS3Server();
  private readonly provider = new FakeDeepgramServer();
  private readonly tones = useToneCheck();
  private readonly files = temporaryDirectory();
  private startedSystem?: TestSystem;

  get system(): TestSystem {
    if (!this.startedSystem) throw new Error('Start the system first.');
    return this.startedSystem;
  }

  async start(workers = 1): Promise<void> {
    const { numberFrom, numberTo } = this.sample;
    this.provider.reply = () => ({
      body: {
        results: {
          utterances: [
            buildUtterance("What's the card number?".split(' '), 9, 11, 0),
            buildUtterance(SPOKEN_NUMBER, numberFrom, numberTo, 1),
            buildUtterance('Thank you, we will see you on Monday.'.split(' '), 30, 33, 0),
          ],
        },
      },
    });
    await Promise.all([this.provider.start(), this.s3.start()]);
    this.startedSystem = await TestSystem.start({
      workers,
      env: {
        TRANSCRIPTION_ENGINE: 'deepgram',
        DEEPGRAM_API_KEY: 'test',
        DEEPGRAM_BASE_URL: this.provider.origin,
        ...this.s3.settings,
      },
    });
  }

  async stop(): Promise<void> {
    await this.startedSystem?.stop();
    await Promise.all([this.provider.stop(), this.s3.stop()]);
  }

  addAccount(options?: Parameters<typeof makeAccount>[1]): Promise<TestAccount> {
    return this.system.database.makeAccount(options);
  }

  request({ token }: TestAccount, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` };
    return fetch(`${this.system.url}${path}`, { ...init, headers });
  }

  async fetchCall(account: TestAccount, id: string): Promise<CardCall> {
    return (await (await this.request(account, `/api/calls/${id}`)).json()) as CardCall;
  }

  async download(account: TestAccount, id: string): Promise<{ path: string; headers: Headers; bytes: Buffer }> {
    const response = await this.request(account, `/api/calls/${id}/audio`);
    expect(response.status).toBe(200);
    const path = join(this.files, `${id}.mp3`);
    await writeFile(path, Buffer.from(await response.arrayBuffer()));
    return { path, headers: response.headers, bytes: await readFile(path) };
  }

  /** Expects a tone on both channels while the number is spoken, none afterward, and the original audio before. */
  expectTone(path: string): void {
    const { seconds, numberFrom, numberTo } = this.sample;
    for (const channel of [0, 1] as const) {
      const getToneFraction = (from: number, to: number): number =>
        this.tones.measureToneFraction(path, channel, from * 1_000, to * 1_000);
      expect(getToneFraction(numberFrom - 0.2, numberTo + 0.2)).toBeGreaterThan(0.9);
      expect(getToneFraction(numberTo + 0.5, seconds - 1)).toBeLessThan(0.5);
    }
    expect(this.tones.measureCorrelation(SAMPLE, path, 0, 500, 5_000)).toBeGreaterThan(0.8);
  }
}

// Builds an utterance of a Deepgram response in which every word has the same duration.
function buildUtterance(words: string[], start: number, end: number, channel: number): object {
  const step = (end - start) / words.length;
  return {
    start,
    end,
    confidence: 0.98,
    channel,
    transcript: words.join(' '),
    words: words.map((word, index) => ({
      word,
      start: start + index * step,
      end: start + (index + 1) * step,
      confidence: 0.98,
    })),
  };
}
