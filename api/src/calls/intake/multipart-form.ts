import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';

import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';

import { canBeRecording } from '@ringwell/domain/calls/recording-type';
import { invalid, tooLarge, type AppError } from '@ringwell/domain/errors/app-error';
import { RecordingInspection, type InspectedRecording } from '@ringwell/platform/media/recording-inspection';

import { requestAborted } from '../../http/body/request-aborted';

export const RECORDING_FIELD = 'audio';

const LIMITS = { fieldSize: 8_192, fields: 30, parts: 40, headerPairs: 20, headerSize: 16_384 } as const;
const MAX_NAME_LENGTH = 100;

interface MinimumRate {
  windowMs: number;
  bytesPerWindow: number;
}

// Requires 20 kB per second, measured over 30 seconds, so slow clients can't hold connections open.
const MIN_UPLOAD_RATE: MinimumRate = { windowMs: 30_000, bytesPerWindow: 600_000 };

export interface ReceivedForm {
  fields: Record<string, string>;
  recording?: InspectedRecording;
}

/** Receives the recording as it arrives. Must read the stream to the end or destroy it. */
export type RecordingSink = (recording: Readable) => Promise<unknown>;

export interface FormOptions {
  /** Called before the sink, with the media type declared for the recording. @throws to reject it */
  checkMediaType?: (mediaType: string) => void;
  minRate?: MinimumRate;
}

/**
 * Receives a form with parts in any order and at most one recording. Streams the recording to `sink`, so memory use
 * doesn't depend on its size. On failure, the sink has settled before the promise rejects. The request is then neither
 * read to its end nor closed, so a response can still be sent.
 * @throws AppError `MALFORMED_FORM`, `FORM_TOO_LARGE`, `REQUEST_ABORTED`, `UPLOAD_TOO_SLOW`, and any error from
 * `RecordingInspection`, `checkMediaType` or the sink
 */
export async function receiveForm(
  request: IncomingMessage,
  sink: RecordingSink,
  options: FormOptions = {},
): Promise<ReceivedForm> {
  return new FormReceiver(request, sink, options.checkMediaType).receive(options.minRate ?? MIN_UPLOAD_RATE);
}

class FormReceiver {
  private readonly fields = new Map<string, string>();
  private readonly parser: BusboyInstance;
  private file?: Readable;
  private recording?: Promise<InspectedRecording>;
  private fail: (error: unknown) => void = () => undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly sink: RecordingSink,
    private readonly checkMediaType: FormOptions['checkMediaType'],
  ) {
    this.parser = createParser(request);
  }

  async receive(minRate: MinimumRate): Promise<ReceivedForm> {
    const { request, parser } = this;
    if (request.destroyed) throw requestAborted(); // a destroyed request doesn't emit any more events
    const onClose = (): void => {
      if (!request.complete) this.fail(requestAborted());
    };
    const completion = new Promise<void>((resolve, reject) => {
      this.fail = reject;
      parser
        .on('field', (name, value, _, isTruncated) => this.receiveField(name, value, isTruncated))
        .on('file', (name, stream, _fileName, _encoding, mediaType) => this.receiveFile(name, stream, mediaType))
        .on('fieldsLimit', () => reject(formTooLarge()))
        .on('partsLimit', () => reject(formTooLarge()))
        .on('error', (cause) => reject(malformedForm('The form is malformed or incomplete. Send it again.', cause)))
        .on('finish', resolve);
    });
    request.on('error', onClose).on('close', onClose);
    const stopWatching = watchRate(request, minRate, this.fail);
    try {
      request.pipe(parser);
      await completion;
      return { fields: Object.fromEntries(this.fields), recording: await this.recording };
    } catch (error) {
      this.stopReading();
      parser.destroy();
      this.file?.destroy(error as Error); // the parser leaves the stream open
      await this.recording?.catch(() => undefined); // fails with the same error or because of it
      throw error;
    } finally {
      stopWatching();
      request.off('error', onClose).off('close', onClose);
    }
  }

  private receiveField(name: string, value: string, isTruncated: boolean): void {
    if (name === RECORDING_FIELD)
      this.fail(
        malformedForm(`The ${RECORDING_FIELD} field must be a file with a file name or a media type, not text.`),
      );
    else if (isTruncated || name.length > MAX_NAME_LENGTH) this.fail(formTooLarge());
    else if (this.fields.has(name)) this.fail(malformedForm('A field was sent twice. Send each field once.'));
    else this.fields.set(name, value);
  }

  private receiveFile(name: string, stream: Readable, mediaType: string): void {
    try {
      if (name !== RECORDING_FIELD || this.recording)
        throw malformedForm(`Send one recording in the ${RECORDING_FIELD} field, and no other files.`);
      this.checkMediaType?.(mediaType);
    } catch (error) {
      stream.on('error', () => undefined).resume();
      this.fail(error);
      return;
    }
    this.file = stream;
    this.recording = this.passToSink(stream);
    this.recording.catch(this.fail);
  }

  private async passToSink(stream: Readable): Promise<InspectedRecording> {
    const inspection = new RecordingInspection();
    // A failure on either side reaches the sink as a stream error. Reading stops while the sink cleans up.
    pipeline(stream, inspection, (error) => {
      if (error) this.stopReading();
    });
    await this.sink(inspection);
    return inspection.result;
  }

  // Removing only the parser would leave the request flowing, because it has another listener.
  private stopReading(): void {
    this.request.unpipe(this.parser);
    this.request.pause();
  }
}

function createParser(request: IncomingMessage): BusboyInstance {
  try {
    // Some phone systems send recordings with a media type but no file name.
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: LIMITS,
      isPartAFile: (name, mediaType, fileName) =>
        fileName !== undefined ||
        canBeRecording(mediaType ?? 'text/plain') ||
        (name === RECORDING_FIELD && mediaType !== 'text/plain'),
    });
  } catch (cause) {
    throw malformedForm('The Content-Type header has no boundary. Let your HTTP client set it.', cause);
  }
}

function malformedForm(message: string, cause?: unknown): AppError {
  return invalid('MALFORMED_FORM', message, { cause });
}

function formTooLarge(): AppError {
  return tooLarge(
    'FORM_TOO_LARGE',
    `The form has too many fields, or a field is longer than ${LIMITS.fieldSize / 1_024} kB.`,
  );
}

// Ignores windows in which the server paused reading.
function watchRate(
  body: Readable,
  { windowMs, bytesPerWindow }: MinimumRate,
  onTooSlow: (error: AppError) => void,
): () => void {
  let bytes = 0;
  let wasPaused = false;
  const countBytes = (chunk: Buffer): void => {
    bytes += chunk.length;
  };
  const recordPause = (): void => {
    wasPaused = true;
  };
  const timer = setInterval(() => {
    if (bytes < bytesPerWindow && !wasPaused && !body.isPaused()) {
      stop();
      onTooSlow(
        invalid(
          'UPLOAD_TOO_SLOW',
          `The upload is too slow: at least ${Math.round(bytesPerWindow / windowMs)} kB per second is required. ` +
            'Check your connection and try again.',
        ),
      );
    }
    bytes = 0;
    wasPaused = body.isPaused();
  }, windowMs);
  const stop = (): void => {
    clearInterval(timer);
    body.off('data', countBytes).off('pause', recordPause);
  };
  body.on('data', countBytes).on('pause', recordPause);
  return stop;
}
