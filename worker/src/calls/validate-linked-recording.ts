import type { Readable } from 'node:stream';

import { fileTypeFromBuffer } from 'file-type';

import { AppError, invalid, providerFailed } from '@ringwell/domain/errors/app-error';
import type { OutboundDownload } from '@ringwell/platform/outbound/safe-http';

import { readHead } from '../servicetitan/read-head';
import { RecordingPending } from '../servicetitan/service-titan-recordings.service';

// Content that phone systems send instead of audio, by its first characters.
const NON_AUDIO_TEXTS: [pattern: RegExp, sentence: string][] = [
  [
    /^(\xef\xbb\xbf)?\s*<(!doctype html|html|head|body)/i,
    'a web page instead of a recording, such as one for signing in. Use a link that opens without signing in.',
  ],
  [/^(\xef\xbb\xbf)?\s*<[?!a-z]/i, 'XML instead of a recording. Use the link to the audio itself.'],
  [/^(\xef\xbb\xbf)?\s*[{[]/, 'JSON instead of a recording. Use the link to the audio itself.'],
];

// Keyed by the extensions that `file-type` returns.
const NON_AUDIO_FILES: Record<string, string> = {
  gz: 'a gzip file instead of a recording. Have the server send the audio without compression.',
  zip: 'a ZIP file instead of a recording. Use the link to the audio itself.',
  pdf: 'a PDF instead of a recording. Use the link to the audio itself.',
};

/**
 * Returns the response body of a recording link if it could be a recording.
 * @throws RecordingPending if the link doesn't have a recording yet
 * @throws AppError `RECORDING_UNREADABLE` if the body is something else
 */
export async function validateLinkedRecording(
  { status, body }: OutboundDownload,
  { hostname }: Pick<URL, 'hostname'>,
): Promise<Readable> {
  const { head, stream } = await readHead(body);
  if (head.length === 0) {
    body.destroy();
    throw new RecordingPending(
      providerFailed('EMPTY_RECORDING', `${hostname} returned HTTP ${status} without a recording.`),
    );
  }
  const start = head.subarray(0, 200).toString('latin1');
  const [, text] = NON_AUDIO_TEXTS.find(([pattern]) => pattern.test(start)) ?? [];
  const sentence = text ?? NON_AUDIO_FILES[(await fileTypeFromBuffer(head))?.ext ?? ''];
  if (sentence === undefined) return stream;
  body.destroy();
  throw invalid('RECORDING_UNREADABLE', `${hostname} sent ${sentence}`);
}

/**
 * Rethrows a download error. "Not found" becomes `RecordingPending`, so that the download is retried: phone systems
 * respond with it for a while after a call.
 */
export function rethrowMissingAsPending(error: unknown): never {
  if (error instanceof AppError && error.code === 'OUTBOUND_NOT_FOUND') throw new RecordingPending(error);
  throw error;
}
