import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { TimeRange } from '@ringwell/domain/redaction/time-range';
import { makeAudio, samplePath } from '@ringwell/testing/make-audio';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';
import { useToneCheck, type ToneCheck } from '@ringwell/testing/tone-check';

import { addTonesToRecording } from '../tone-recording';

const WAV = samplePath('positive.wav');
// The customer speaks during the first tone, both during the second.
const TONES = [
  { startMs: 5_000, endMs: 7_345 },
  { startMs: 9_110, endMs: 10_020 },
];

export function probeStream(path: string): Record<string, unknown> {
  const entries = 'stream=codec_name,sample_rate,channels,sample_fmt:format=format_name';
  return JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-print_format', 'json', '-show_entries', entries, path]).toString(),
  ) as Record<string, unknown>;
}

interface ToneAdder extends ToneCheck {
  directory: string;
  /** Puts tones into a copy of the recording, and returns its path. */
  addTones: (source: string, tones?: readonly TimeRange[]) => Promise<string>;
  /**
   * Creates a 12-second recording in this format, and checks that the format and everything outside the tones are kept.
   */
  expectTonesIn: (file: string, codecArgs: readonly string[]) => Promise<void>;
}

/** Puts tones into recordings. Call this at the top of a file. */
export function useToneAdder(): ToneAdder {
  const directory = temporaryDirectory();
  const check = useToneCheck();
  const { measureToneFraction, measureSeconds, measureCorrelation } = check;
  let runCount = 0;

  async function addTones(source: string, tones: readonly TimeRange[] = TONES): Promise<string> {
    runCount += 1;
    const folder = join(directory, `toned-${runCount}`);
    await mkdir(folder);
    const sourcePath = join(folder, 'recording');
    const outputPath = join(folder, `redacted${extname(source)}`);
    await writeFile(sourcePath, await readFile(source));
    await addTonesToRecording({ sourcePath, outputPath, tones, signal: new AbortController().signal });
    return outputPath;
  }

  async function expectTonesIn(file: string, codecArgs: readonly string[]): Promise<void> {
    const source = await makeAudio(join(directory, file), ['-i', WAV, '-t', '12', ...codecArgs]);
    const output = await addTones(source);
    expect(probeStream(output)).toEqual(probeStream(source));
    expect(measureSeconds(output)).toBeCloseTo(measureSeconds(source), 0.5);
    for (const channel of [0, 1] as const) {
      for (const { startMs, endMs } of TONES) {
        expect(measureToneFraction(output, channel, startMs, endMs)).toBeGreaterThan(0.8);
      }
    }
    expect(measureCorrelation(source, output, 0, 300, 4_700)).toBeGreaterThan(0.85);
    expect(measureCorrelation(source, output, 1, 7_600, 8_900)).toBeGreaterThan(0.85);
  }

  return { ...check, directory, addTones, expectTonesIn };
}
