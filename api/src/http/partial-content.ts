import type { Request, Response } from 'express';

import { rangeNotSatisfiable } from '@ringwell/platform/storage/storage-error';

import { toProblem } from './problems/problem';
import { getRequestId } from './request/request-id';

// Byte offsets, both inclusive.
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Returns the requested byte range; `undefined` for the whole content. Ignores multiple ranges, other units and
 * malformed headers, as RFC 9110, section 14.2, allows, and ranges of content that has changed since (If-Range).
 */
export function getRequestedRange(
  request: Request,
  totalBytes: number,
  etag: string | undefined,
): ByteRange | 'not satisfiable' | undefined {
  const { 'if-range': ifRange } = request.headers;
  if (request.method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const ranges = request.range(totalBytes, { combine: true });
  if (ranges === -1) return 'not satisfiable';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

export function sendRangeNotSatisfiable(response: Response, totalBytes: number): void {
  response
    .status(416)
    .set({ 'Content-Range': `bytes */${totalBytes}`, 'Cache-Control': 'no-store' })
    .json({ ...toProblem(rangeNotSatisfiable(), getRequestId(response)), statusCode: 416 });
}
