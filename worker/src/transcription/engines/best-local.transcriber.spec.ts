import type { Transcript } from '@ringwell/domain/calls/transcript';
import { providerFailed, type AppError } from '@ringwell/domain/errors/app-error';
import { OperatorInstruction } from '@ringwell/domain/errors/operator-instruction';

import type { DecodedAudio } from '../../audio/decoded-audio';
import { UNAVAILABLE } from '../../provider-error';
import { Transcriber } from '../transcriber';
import { BestLocalTranscriber, type LocalCandidate } from './best-local.transcriber';

const AUDIO: DecodedAudio = { sourcePath: '', mimeType: 'audio/wav', durationSeconds: 1, workDir: '', channels: [] };
const { signal } = new AbortController();

class FakeTranscriber extends Transcriber {
  readonly engine = 'sherpa';
  calls = 0;
  isStopped = false;

  constructor(
    public errorCode?: AppError['code'],
    private readonly instruction?: string,
  ) {
    super();
  }

  async transcribe(): Promise<Transcript> {
    this.calls += 1;
    const cause = this.instruction === undefined ? undefined : new OperatorInstruction(this.instruction);
    if (this.errorCode) throw providerFailed(this.errorCode, 'It failed.', { cause });
    return { engine: this.engine, language: 'en', durationSeconds: 1, segments: [] };
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
  }
}

function candidate(model: string | undefined, transcriber: Transcriber): LocalCandidate {
  return { engine: model ? `sherpa:${model}` : 'pocketsphinx', ...(model && { model }), transcriber };
}

describe('BestLocalTranscriber', () => {
  it('names the model behind the transcript', async () => {
    const transcriber = new BestLocalTranscriber([candidate('parakeet', new FakeTranscriber())], [], jest.fn());
    expect(transcriber).toMatchObject({ engine: 'sherpa:parakeet', problem: null });
    expect(await transcriber.transcribe(AUDIO, { signal })).toMatchObject({ engine: 'sherpa:parakeet' });
  });

  it.each(['SHERPA_MODEL_UNUSABLE', 'SHERPA_MODEL_MISSING'] as const)(
    'continues the same call with the next recognizer after %s, and reports it',
    async (code) => {
      const [parakeet, whisper] = [new FakeTranscriber(code), new FakeTranscriber(code)];
      const onProblem = jest.fn();
      const transcriber = new BestLocalTranscriber(
        [candidate('parakeet', parakeet), candidate('whisper', whisper), candidate(undefined, new FakeTranscriber())],
        [],
        onProblem,
      );
      const results = await Promise.all([1, 2].map(() => transcriber.transcribe(AUDIO, { signal })));
      expect(results.map(({ engine }) => engine)).toEqual(['pocketsphinx', 'pocketsphinx']);
      expect(onProblem).toHaveBeenCalledTimes(2);
      const callsBefore = parakeet.calls;
      await transcriber.transcribe(AUDIO, { signal });
      expect(parakeet.calls).toBe(callsBefore);
      expect(transcriber.engine).toBe('pocketsphinx');
      expect(transcriber.problem).toMatch(/"parakeet" is damaged.* install parakeet.*"whisper" is damaged/);
    },
  );

  it('fails the call when no recognizer is left', async () => {
    const onlyCandidate = candidate('parakeet', new FakeTranscriber('SHERPA_MODEL_UNUSABLE'));
    const transcriber = new BestLocalTranscriber([onlyCandidate], [], jest.fn());
    for (const _attempt of [1, 2])
      await expect(transcriber.transcribe(AUDIO, { signal })).rejects.toMatchObject({
        code: 'SHERPA_MODEL_UNUSABLE',
        retryable: false,
        message: UNAVAILABLE.TRANSCRIPTION,
        cause: { message: expect.stringContaining('npm run models -- install parakeet') as string },
      });
  });

  it('tells administrators what to do about a missing recognizer, until it works', async () => {
    const fake = new FakeTranscriber('RECOGNIZER_MISSING', 'Install it.');
    const transcriber = new BestLocalTranscriber([candidate(undefined, fake)], [], jest.fn());
    await expect(transcriber.transcribe(AUDIO, { signal })).rejects.toMatchObject({ code: 'RECOGNIZER_MISSING' });
    expect(transcriber.problem).toBe('Install it.');
    fake.errorCode = undefined;
    await transcriber.transcribe(AUDIO, { signal });
    expect(transcriber.problem).toBeNull();
  });

  it('keeps a model that failed on one recording', async () => {
    const transcriber = new BestLocalTranscriber(
      [candidate('parakeet', new FakeTranscriber('RECOGNIZER_FAILED')), candidate(undefined, new FakeTranscriber())],
      [],
      jest.fn(),
    );
    await expect(transcriber.transcribe(AUDIO, { signal })).rejects.toMatchObject({ code: 'RECOGNIZER_FAILED' });
    expect(transcriber.engine).toBe('sherpa:parakeet');
  });

  it('stops every recognizer, including abandoned ones, when the worker stops', async () => {
    const [damagedModel, nextModel] = [new FakeTranscriber('SHERPA_MODEL_UNUSABLE'), new FakeTranscriber()];
    const candidates = [candidate('parakeet', damagedModel), candidate('whisper', nextModel)];
    const transcriber = new BestLocalTranscriber(candidates, [], jest.fn());
    await transcriber.transcribe(AUDIO, { signal });
    await transcriber.onApplicationShutdown();
    expect([damagedModel.isStopped, nextModel.isStopped]).toEqual([true, true]);
  });
});
