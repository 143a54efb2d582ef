import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';

import { RecordingStorage } from '@ringwell/platform/storage/recording-storage';

import { getActor } from '../auth/principal/actor';
import type { Principal } from '../auth/principal/principal';
import { getRequestedRange, sendRangeNotSatisfiable } from '../http/partial-content';
import { streamResponse } from '../http/stream-response';
import { exportGone, ExportsService } from './exports.service';

/** Responds with an export's file, or with the requested range when a download is resumed. */
@Injectable()
export class ExportDownloadService {
  constructor(
    private readonly exports: ExportsService,
    private readonly storage: RecordingStorage,
  ) {}

  /** @throws AppError `STORAGE_UNAVAILABLE`, and whatever `ExportsService.findFile` throws */
  async send(principal: Principal, id: string, request: Request, response: Response): Promise<void> {
    const { key, fileName } = await this.exports.findFile(principal, id);
    const storedFile = await this.storage.stat(key);
    if (!storedFile) throw exportGone();
    const { bytes } = storedFile;
    // The key is unique to this file.
    const etag = `"${key.slice(key.indexOf('.') + 1)}"`;
    const range = getRequestedRange(request, bytes, etag);
    if (range === 'not satisfiable') {
      sendRangeNotSatisfiable(response, bytes);
      return;
    }
    const isHead = request.method === 'HEAD';
    const isResumed = range !== undefined && range.start > 0;
    if (!isHead) await this.exports.recordDownload(principal.accountId, id, getActor(request), isResumed);
    // Open the file before setting the headers, because an error response has different ones.
    const file = isHead ? undefined : await this.storage.openRead(key, range);
    response
      .status(range ? 206 : 200)
      .attachment(fileName)
      .set({
        'Accept-Ranges': 'bytes',
        'Content-Length': String(range ? range.end - range.start + 1 : bytes),
        ETag: etag,
        ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes}` }),
      });
    if (file) await streamResponse(response, file);
    else response.end();
  }
}
