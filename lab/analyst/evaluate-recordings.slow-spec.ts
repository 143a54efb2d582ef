import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { makeAudio, samplePath } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { evaluateRecordings } from './evaluate-recordings';

const folder = temporaryDirectory();

// Both recordings are short because the built-in recognizer takes about half a second per second of audio.
it('scores the engines that are set up, and explains why the others were skipped', async () => {
  const clearRecording = {
    file: 'clear.wav',
    text: 'Thank you for calling Green Valley Heating and Air. This is Linda.',
  };
  const unreadableRecording = { file: 'bad.wav', text: 'Riverside Plumbing, this is Paul.' };
  await makeAudio(join(folder, clearRecording.file), ['-i', samplePath('positive.wav'), '-t', '4.4']);
  await makeAudio(join(folder, unreadableRecording.file), ['-i', samplePath('bad-line.wav'), '-t', '3']);
  await writeFile(
    join(folder, 'transcripts.jsonl'),
    [clearRecording, unreadableRecording]
      .map(({ file, text }) => JSON.stringify({ file, turns: [{ speaker: 'unknown', text }] }))
      .join('\n'),
  );
  const scores = await evaluateRecordings(folder);
  expect(scores).toMatchObject({
    engines: [
      {
        engine: 'pocketsphinx',
        analyst: 'local',
        recordings: 2,
        labelAccuracy: null,
        failed: [],
        perRecording: [
          { file: clearRecording.file, wordErrorRate: 0 },
          {
            file: unreadableRecording.file,
            quality: { level: 'poor' },
            shown: 'Needs a listen',
            reviewReason: 'words_unreliable',
          },
        ],
      },
    ],
    notSetUp: [{ engine: 'openai' }, { engine: 'deepgram' }, { engine: 'sherpa' }],
  });
});

it('continues after a recording that cannot be read', async () => {
  await makeAudio(join(folder, 'silence.wav'), ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '2']);
  await writeFile(join(folder, 'text.wav'), 'This is not a recording.');
  await writeFile(
    join(folder, 'transcripts.jsonl'),
    ['text.wav', 'silence.wav']
      .map((file) => JSON.stringify({ file, turns: [{ speaker: 'agent', text: 'Hello.' }] }))
      .join('\n'),
  );
  expect(await evaluateRecordings(folder)).toMatchObject({
    engines: [
      {
        recordings: 1,
        wordErrorRate: 1,
        failed: [{ file: 'text.wav', reason: expect.any(String) as string }],
        perRecording: [{ file: 'silence.wav', shown: 'No speech' }],
      },
    ],
  });
});
