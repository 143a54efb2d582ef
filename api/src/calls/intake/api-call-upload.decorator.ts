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
          description: 'MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA, up to 50 MB.',
        },
      },
    },
  ],
};
const LINK = {
  title: 'The URL of a recording, as application/json',
  allOf: [DETAILS, { type: 'object', required: ['recordingUrl'] }],
};

export function ApiCallUpload(unauthenticated: string): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(CallDetailsDto),
    ApiConsumes('multipart/form-data', 'application/json'),
    ApiBody({ required: true, schema: { oneOf: [UPLOAD, LINK] } }),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      example: 'f3a1c7d2-8c5b-4f5e-9d0a-2b1c3d4e5f60',
      description:
        '1 to 255 visible ASCII characters, unique to each call. ' +
        'Makes it safe to repeat a request whose response was lost.',
    }),
    ApiAcceptedResponse({
      type: AcceptedCallDto,
      description: 'The call is stored and will be processed.',
      headers: { Location: { description: 'Where to get the state and the result.', schema: { type: 'string' } } },
    }),
    ApiProblems({
      400: 'A field, the form or the Idempotency-Key is invalid, or the recording is missing.',
      401: unauthenticated,
      403: 'The account is a demo account.',
      409: "The account's storage is full, or the call was deleted. Nothing was stored.",
      413: 'The recording is larger than 50 MB.',
      415: 'The file is not in a supported format, or the request is neither a form nor JSON.',
      422: 'The Idempotency-Key was used for another call.',
    }),
  );
}
