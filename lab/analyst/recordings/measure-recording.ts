import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';

import type { CautiousAnalyst } from '../../../worker/src/analysis/cautious.analyst';
import { decodeRecording } from '../../../worker/src/audio/decode-recording';
import { completeTranscript } from '../../../worker/src/calls/transcribe.step';
import type { Transcriber } from '../../../worker/src/transcription/transcriber';
import type { KnownRecording } from './known-recording';
import { countWordErrors, type MeasuredRecording } from './recording-scores';

const MAX_SECONDS = 4 * 3_600;

export interface Engines {
  transcriber: Transcriber;
  analyst: CautiousAnalyst;
}

/**
 * Decodes, recognizes and analyzes a recording as a worker would, without any hints from the sender.
 * @throws AppError from the decoder or an engine
 */
export async function measureRecording(
  { file, path, direction, label, turns }: KnownRecording,
  { transcriber, analyst }: Engines,
  signal: AbortSignal,
): Promise<MeasuredRecording> {
  const workDir = await mkdtemp(join(tmpdir(), 'ringwell-recording-'));
  try {
    const sourcePath = join(workDir, `recording${parse(path).ext}`);
    await copyFile(path, sourcePath);
    const { audio } = await decodeRecording({ sourcePath, workDir, maxDurationSeconds: MAX_SECONDS, signal });
    const recognized = await transcriber.transcribe(audio, { signal });
    const { transcript } = completeTranscript(recognized, audio, null);
    const measurement = { file, label, ...countWordErrors(turns, transcript.segments) };
    if (transcript.segments.length === 0) return measurement;
    const analysis = await analyst.analyze(transcript, { direction }, { signal });
    return { ...measurement, quality: transcript.quality, analysis };
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}
