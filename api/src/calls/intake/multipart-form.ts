import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';

import busboy, { type Busboy, type FieldInfo, type FileInfo } from 'busboy';

import { AppError } from '@ringwell/domain/app-error';

import { requestAborted } from '../../http/body/request-aborted';
import { RecordingInspection, type InspectedRecording } from './recording-inspection';

/** The field that holds the recording. */
export const RECORDING_FIELD = 'audio';

const LIMITS = { fieldNameSize: 100, fieldSize: 8_192, fields: 30, parts: 40, headerPairs: 20 } as const;

/** How fast an upload must at least come in. */
interface RateLimit {
  windowMs: number;
  bytesPerWindow: number;
}

/** 20 kB a second, seen over half a minute: a client that feeds us byte by byte cannot hold a connection for long. */
const UPLOAD_RATE: RateLimit = { windowMs: 30_000, bytesPerWindow: 600_000 };

/** A form that has arrived whole. */
export interface ReceivedForm {
  fields: Record<string, string>;
  recording?: InspectedRecording;
}

/** Where a recording goes while it arrives; must read the stream to its end or destroy it. */
export type RecordingSink = (recording: Readable) => Promise<unknown>;

export interface FormOptions {
  /** Called with the media type that the recording's part declares, before the sink. @throws to refuse it */
  checkMediaType?: (mediaType: string) => void;
  /** How fast the form must at least come in. */
  rate?: RateLimit;
}

/**
 * Receives a form with at most one recording, in any order of its parts. The recording streams to `sink` as it comes; memory
 * does not grow with its size.
 *
 * When it fails, the sink has settled before the promise rejects, and the request is neither read to its end nor closed, so
 * that an answer can go out.
 *
 * @throws AppError what `RecordingInspection` says, `MALFORMED_FORM`, `FORM_TOO_LARGE`, `REQUEST_ABORTED`, `UPLOAD_TOO_SLOW`, and the
 * errors of `checkMediaType` and of the sink
 */
export async function receiveForm(
  request: IncomingMessage,
  sink: RecordingSink,
  options: FormOptions = {},
): Promise<ReceivedForm> {
  return new FormReceiver(request, sink, options.checkMediaType).receive(options.rate ?? UPLOAD_RATE);
}

class FormReceiver {
  private readonly fields = new Map<string, string>();
  private readonly parser: Busboy;
  private recording?: Promise<InspectedRecording>;
  private fail: (error: unknown) => void = () => undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly sink: RecordingSink,
    private readonly checkMediaType: FormOptions['checkMediaType'],
  ) {
    this.parser = createParser(request);
  }

  async receive(rate: RateLimit): Promise<ReceivedForm> {
    const { request, parser } = this;
    if (request.destroyed) throw requestAborted(); // it will not say so again
    const onGone = (): void => {
      if (!request.complete) this.fail(requestAborted());
    };
    const ended = new Promise<void>((resolve, reject) => {
      this.fail = reject;
      parser
        .on('field', (name, value, info) => this.takeField(name, value, info))
        .on('file', (name, stream, info) => this.takeFile(name, stream, info))
        .on('fieldsLimit', () => reject(formTooLarge()))
        .on('partsLimit', () => reject(formTooLarge()))
        .on('error', (cause) => reject(malformedForm('The form is broken or ends too early. Send it again.', cause)))
        .on('close', resolve);
    });
    request.on('error', onGone).on('close', onGone);
    const endWatch = watchRate(request, rate, this.fail);
    try {
      request.pipe(parser);
      await ended;
      return { fields: Object.fromEntries(this.fields), recording: await this.recording };
    } catch (error) {
      this.stopReading();
      parser.destroy();
      await this.recording?.catch(() => undefined); // its failure is this one, or follows from it
      throw error;
    } finally {
      endWatch();
      request.off('error', onGone).off('close', onGone);
    }
  }

  private takeField(name: string, value: string, { nameTruncated, valueTruncated }: FieldInfo): void {
    if (name === RECORDING_FIELD)
      this.fail(malformedForm(`The field ${RECORDING_FIELD} must be a file with a file name, not text.`));
    else if (nameTruncated || valueTruncated) this.fail(formTooLarge());
    else if (this.fields.has(name)) this.fail(malformedForm('A field is given twice. Give each one once.'));
    else this.fields.set(name, value);
  }

  private takeFile(name: string, stream: Readable, info: FileInfo): void {
    try {
      if (name !== RECORDING_FIELD || this.recording)
        throw malformedForm(`Send one recording, as the file ${RECORDING_FIELD}, and no other file.`);
      this.checkMediaType?.(info.mimeType);
    } catch (error) {
      stream.on('error', () => undefined).resume();
      this.fail(error);
      return;
    }
    this.recording = this.pass(stream);
    this.recording.catch(this.fail);
  }

  private async pass(stream: Readable): Promise<InspectedRecording> {
    const inspection = new RecordingInspection();
    // A failure on either side reaches the sink as an error of the stream it reads; until it has tidied up nothing more is read.
    pipeline(stream, inspection, (error) => {
      if (error) this.stopReading();
    });
    await this.sink(inspection);
    return inspection.result;
  }

  /** Taking away the parser alone would set the request flowing: it has another listener. */
  private stopReading(): void {
    this.request.unpipe(this.parser);
    this.request.pause();
  }
}

function createParser(request: IncomingMessage): Busboy {
  try {
    return busboy({ headers: request.headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch (cause) {
    throw malformedForm('The Content-Type header names no boundary. Let your HTTP client set it.', cause);
  }
}

function malformedForm(message: string, cause?: unknown): AppError {
  return new AppError({ kind: 'invalid', code: 'MALFORMED_FORM', message, cause });
}

function formTooLarge(): AppError {
  return new AppError({
    kind: 'too_large',
    code: 'FORM_TOO_LARGE',
    message: `The form has more fields, or longer ones, than are taken (${LIMITS.fieldSize / 1_024} kB each).`,
  });
}

/**
 * Watches a body come in. A window in which we ourselves did not keep up is not held against the client.
 * @param onTooSlow called once, with AppError `UPLOAD_TOO_SLOW`
 * @returns ends the watch
 */
function watchRate(
  body: Readable,
  { windowMs, bytesPerWindow }: RateLimit,
  onTooSlow: (error: AppError) => void,
): () => void {
  let bytes = 0;
  let wasPaused = false;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
  };
  const notePause = (): void => {
    wasPaused = true;
  };
  const timer = setInterval(() => {
    if (bytes < bytesPerWindow && !wasPaused && !body.isPaused()) {
      stop();
      onTooSlow(
        new AppError({
          kind: 'invalid',
          code: 'UPLOAD_TOO_SLOW',
          message: `The recording arrives too slowly: at least ${Math.round(bytesPerWindow / windowMs)} kB a second are needed. Check the connection and send it again.`,
        }),
      );
    }
    bytes = 0;
    wasPaused = body.isPaused();
  }, windowMs);
  const stop = (): void => {
    clearInterval(timer);
    body.off('data', count).off('pause', notePause);
  };
  body.on('data', count).on('pause', notePause);
  return stop;
}
