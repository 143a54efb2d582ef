import { pipeline, Readable } from 'node:stream';

import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';

import { CallListsRepository, type ListedCall } from '@ringwell/database/calls/call-lists.repository';
import {
  ExportedCallsRepository,
  type ExportedRecording,
  type ExportedTranscript,
} from '@ringwell/database/calls/exported-calls.repository';
import { callTime } from '@ringwell/domain/calls/call';
import { getRecordingKind } from '@ringwell/domain/calls/recording-type';
import { AppError } from '@ringwell/domain/errors/app-error';
import { isRecordingWithheld } from '@ringwell/domain/redaction/audio-redaction';
import type { ZipFile } from '@ringwell/platform/archive/zip-archive';
import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';
import { toCallRow, createCallTable } from '@ringwell/rules/calls/call-table';

import type { ExportMeter } from './export-meter';

export interface ExportScope {
  accountId: string;
  /** Calls that arrive later are excluded. */
  cutoff: Date;
  timeZone: string;
  readme: string;
  meter: ExportMeter;
  signal: AbortSignal;
}

const CALLS_PER_BATCH = 500;
// Batches are small because long calls' transcripts can take hundreds of kilobytes.
const TRANSCRIPTS_PER_BATCH = 25;

/** An export's files, read while the archive is being written so that memory use doesn't grow with account size. */
@Injectable()
export class ExportFilesService {
  constructor(
    private readonly lists: CallListsRepository,
    private readonly calls: ExportedCallsRepository,
    private readonly storage: RecordingStorage,
  ) {}

  async *streamFiles(scope: ExportScope): AsyncGenerator<ZipFile> {
    const { cutoff: modifiedAt, readme } = scope;
    yield { name: 'README.txt', modifiedAt, method: 'deflated', content: toByteStream([readme]) };
    yield { name: 'calls.csv', modifiedAt, method: 'deflated', content: this.streamTable(scope) };
    yield {
      name: 'transcripts.jsonl',
      modifiedAt,
      method: 'deflated',
      content: toByteStream(this.readTranscripts(scope)),
    };
    yield* this.readRecordings(scope);
  }

  private streamTable(scope: ExportScope): Readable {
    const table = createCallTable(scope.timeZone);
    // The table's reader receives the error.
    pipeline(Readable.from(this.readRows(scope)), table, () => undefined);
    return table;
  }

  private async *readRows(scope: ExportScope): AsyncGenerator<ReturnType<typeof toCallRow>> {
    for await (const page of this.readPages(scope, CALLS_PER_BATCH)) {
      yield* page.map((call) => toCallRow(call, scope.timeZone));
      scope.meter.add('table', page.length);
    }
  }

  private async *readTranscripts(scope: ExportScope): AsyncGenerator<string> {
    for await (const page of this.readPages(scope, TRANSCRIPTS_PER_BATCH)) {
      const ids = page.map(({ id }) => id);
      const transcripts = await this.calls.listTranscripts(scope.accountId, ids);
      yield transcripts.map((transcript) => `${JSON.stringify(transcriptLine(transcript))}\n`).join('');
      scope.meter.add('transcripts', page.length);
    }
  }

  private async *readRecordings(scope: ExportScope): AsyncGenerator<ZipFile> {
    for await (const page of this.readPages(scope, CALLS_PER_BATCH)) {
      for (const { id } of page) {
        // The call is reread because it may have been deleted since.
        const recording = await this.calls.findRecording(scope.accountId, id);
        const content = recording && (await this.openRecording(recording, scope.signal));
        if (content)
          yield {
            name: recordingName(recording, scope.timeZone),
            modifiedAt: callTime(recording),
            method: 'stored',
            content,
          };
        scope.meter.add('recordings', 1);
      }
    }
  }

  private async openRecording(
    { recordingKey, recordingExpiredAt, audioRedaction }: ExportedRecording,
    signal: AbortSignal,
  ): Promise<Readable | undefined> {
    if (recordingKey === null || recordingExpiredAt !== null || isRecordingWithheld(audioRedaction)) return undefined;
    return this.storage.openRead(recordingKey, undefined, { signal }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'RECORDING_MISSING') return undefined;
      throw error;
    });
  }

  private async *readPages({ accountId, cutoff, signal }: ExportScope, size: number): AsyncGenerator<ListedCall[]> {
    const filter = { time: 'receivedAt', before: cutoff, isDemo: false } as const;
    let page = await this.lists.list(accountId, filter, size);
    while (page.length > 0) {
      signal.throwIfAborted();
      yield page;
      if (page.length < size) return;
      page = await this.lists.list(accountId, filter, size, page.at(-1));
    }
  }
}

function toByteStream(texts: Iterable<string> | AsyncIterable<string>): Readable {
  return Readable.from(texts, { objectMode: false });
}

function transcriptLine({ occurredAt, createdAt, ...transcript }: ExportedTranscript): object {
  const { callId, externalId, segments, ...otherFields } = transcript;
  return {
    callId,
    externalId,
    startedAt: occurredAt?.toISOString() ?? null,
    receivedAt: createdAt.toISOString(),
    ...otherFields,
    segments: segments.map(({ speaker, startMs, endMs, text, confidence }) => ({
      speaker,
      startMs,
      endMs,
      text,
      confidence,
    })),
  };
}

function recordingName(recording: ExportedRecording, zone: string): string {
  const calledAt = DateTime.fromJSDate(callTime(recording), { zone });
  const { extension } = getRecordingKind(recording);
  return `recordings/${calledAt.toFormat('yyyy-MM')}/${calledAt.toFormat('yyyy-MM-dd_HH-mm-ss')}_${recording.id}.${extension}`;
}
