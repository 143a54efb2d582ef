import type { Request, Response } from 'express';
import parseRange from 'range-parser';

import { rangeNotSatisfiable } from '@ringwell/platform/storage/storage-error';

import { toProblem } from '../http/problems/problem';
import { requestIdOf } from '../http/request/request-id';

/** Both ends are included. */
export interface RecordingRange {
  start: number;
  end: number;
}

/**
 * The part a request asks for; `undefined` for all of it. Several parts at once, units other than bytes and what cannot be
 * read are answered with all of it, as RFC 9110 §14.2 allows, and so is a part of a recording that has changed since (If-Range).
 */
export function rangeOf(
  request: Request,
  bytes: number,
  etag: string | undefined,
): RecordingRange | 'behind the end' | undefined {
  const { range, 'if-range': ifRange } = request.headers;
  if (range === undefined || request.method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const ranges = parseRange(bytes, range, { combine: true });
  if (ranges === -1) return 'behind the end';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** Answers 416 with the length there is, in place of the recording. */
export function answerRangeBehindEnd(response: Response, bytes: number): void {
  response
    .status(416)
    .set({ 'Content-Range': `bytes */${bytes}`, 'Cache-Control': 'no-store' })
    .json({ ...toProblem(rangeNotSatisfiable(), requestIdOf(response)), statusCode: 416 });
}
