import { applyDecorators } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiConsumes, ApiExtraModels, ApiHeader, getSchemaPath } from '@nestjs/swagger';

import { ApiProblems } from '../../http/problems/problem.dto';
import { AcceptedCallDto } from '../dto/accepted-call.dto';
import { CallDetailsDto } from '../dto/call-details.dto';

const DETAILS = { $ref: getSchemaPath(CallDetailsDto) };
const UPLOAD = {
  title: 'A recording, as multipart/form-data',
  allOf: [
    DETAILS,
    {
      type: 'object',
      required: ['audio'],
      properties: {
        audio: {
          type: 'string',
          format: 'binary',
          description: 'MP3, WAV, M4A, OGG, FLAC, WebM, AMR or AAC of at most 50 MB.',
        },
      },
    },
  ],
};
const LINK = {
  title: 'The address of a recording, as application/json',
  allOf: [DETAILS, { type: 'object', required: ['recordingUrl'] }],
};

/** Documents a route that takes in a call: both bodies, the answer and the errors, wherever it stands. */
export function ApiSubmission(unauthenticated: string): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(CallDetailsDto),
    ApiConsumes('multipart/form-data', 'application/json'),
    ApiBody({ required: true, schema: { oneOf: [UPLOAD, LINK] } }),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      example: 'f3a1c7d2-8c5b-4f5e-9d0a-2b1c3d4e5f60',
      description:
        '1 to 255 visible ASCII characters, new for each call. Makes it safe to send the request again after a lost answer.',
    }),
    ApiAcceptedResponse({
      type: AcceptedCallDto,
      description: 'The call is stored and will be processed.',
      headers: { Location: { description: 'Where state and result are.', schema: { type: 'string' } } },
    }),
    ApiProblems({
      400: 'A field, the form or the Idempotency-Key is wrong, or there is no recording.',
      401: unauthenticated,
      403: 'The account is a demo account.',
      413: 'The recording is larger than 50 MB.',
      415: 'The file is not a recording in a supported format, or the request is neither a form nor JSON.',
      422: 'The Idempotency-Key was used for another call.',
      503: 'A store is away; try again in a moment.',
    }),
  );
}
