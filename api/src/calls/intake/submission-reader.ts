import { Injectable } from '@nestjs/common';
import type { Request } from 'express';

import { AppError } from '@ringwell/domain/app-error';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';

import { StrictValidationPipe, validationFailed } from '../../http/validation.pipe';
import { CallDetailsDto } from '../dto/call-details.dto';
import type { FormTerms } from './intake-terms';
import { receiveForm, type ReceivedForm, type RecordingSink } from './multipart-form';
import type { Submission } from './submission';

/** For a way in that takes the recording alone. */
class NoDetailsDto {}

/** Reads a call out of a request: one set of rules for forms and for JSON. */
@Injectable()
export class SubmissionReader {
  constructor(private readonly validation: StrictValidationPipe, private readonly safeHttp: SafeHttp) {}

  /** @param sink gets the recording of a form as it comes in, before the rest of the form is known */
  async read(request: Request, sink: RecordingSink, { judgeDeclaredType, isRecordingOnly = false }: FormTerms = {}): Promise<Submission> {
    const { fields, recording } = request.is('json') ? fromJson(request.body) : await receiveForm(request, sink, { judgeDeclaredType });
    const details: CallDetailsDto = await this.validation.check(isRecordingOnly ? NoDetailsDto : CallDetailsDto, fields);
    if (recording && details.recordingUrl) {
      throw new AppError({ kind: 'invalid', code: 'TWO_RECORDINGS', message: 'Send either the file audio or a recordingUrl, not both.' });
    }
    if (!recording && !details.recordingUrl) {
      throw new AppError({ kind: 'invalid', code: 'RECORDING_MISSING', message: 'There is no recording: send the file audio in a form, or a recordingUrl.' });
    }
    this.assertCallable('recordingUrl', details.recordingUrl);
    this.assertCallable('callbackUrl', details.callbackUrl);
    return { details, recording };
  }

  private assertCallable(field: string, url: string | undefined): void {
    if (url === undefined) return;
    try {
      this.safeHttp.assertAllowedUrl(url);
    } catch (error) {
      throw error instanceof AppError && error.kind === 'invalid' ? validationFailed([{ field, message: error.message }]) : error;
    }
  }
}

function fromJson(body: unknown): { fields: object; recording?: ReceivedForm['recording'] } {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { fields: body };
  throw new AppError({ kind: 'invalid', code: 'MALFORMED_JSON', message: 'The body must be a JSON object, such as {"recordingUrl": "https://…"}.' });
}
