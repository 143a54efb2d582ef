import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiExtraModels, ApiHeader, ApiOperation, getSchemaPath } from '@nestjs/swagger';

import { RequiresRole } from '../../auth/access/access.decorator';
import { UnparsedBody } from '../../http/body/unparsed-body.decorator';
import { ApiProblems, Responds } from '../../http/problems/problem.dto';
import { AcceptedCallDto } from '../dto/accepted-call.dto';
import { CallDetailsDto } from '../dto/call-details.dto';
import { UploadGuard } from './upload.guard';

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
const TURN = {
  type: 'object',
  required: ['text'],
  properties: {
    speaker: {
      oneOf: [{ type: 'string' }, { type: 'number' }],
      description:
        'agent, customer, or a name or number for a voice. Without roles, the agent is inferred from the words.',
      example: 'customer',
    },
    start: { type: 'number', description: 'Seconds from the start of the call.', example: 4.2 },
    end: { type: 'number', example: 9.8 },
    text: { type: 'string', example: 'The upstairs unit is blowing warm air.' },
  },
};
const TRANSCRIPT = {
  title: 'A transcript instead of a recording, as application/json up to 5 MB',
  allOf: [
    DETAILS,
    {
      type: 'object',
      required: ['transcript'],
      properties: {
        transcript: {
          description:
            'A list of turns; SRT or WebVTT as text; or JSON from Deepgram or OpenAI, as text or as an object. Up to ' +
            '20,000 turns.',
          oneOf: [
            { type: 'array', items: TURN },
            { type: 'string', example: '1\n00:00:00,000 --> 00:00:04,200\nAgent: Cedar Creek Plumbing, this is Paul.' },
            { type: 'object', additionalProperties: true, example: { text: 'Cedar Creek Plumbing, this is Paul.' } },
          ],
        },
        durationSeconds: {
          type: 'number',
          description:
            "Length of the call. Required if the turns don't have times. If they do, the call lasts at least until the " +
            'end of the last turn.',
          example: 312,
        },
      },
    },
  ],
};

/** Makes a route accept calls. */
export function CallUpload(summary: string, unauthenticated: string): MethodDecorator {
  return applyDecorators(
    RequiresRole('member'),
    UnparsedBody('any'),
    UseGuards(UploadGuard),
    ApiOperation({
      summary,
      description:
        'Send the recording as a file, the URL of a recording, or a transcript. Sending the same call again with the ' +
        'same Idempotency-Key or externalId returns the existing call.',
    }),
    ApiExtraModels(CallDetailsDto),
    ApiConsumes('multipart/form-data', 'application/json'),
    ApiBody({ required: true, schema: { oneOf: [UPLOAD, LINK, TRANSCRIPT] } }),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      example: 'f3a1c7d2-8c5b-4f5e-9d0a-2b1c3d4e5f60',
      description:
        '1 to 255 visible ASCII characters, unique to each call. ' +
        'Makes it safe to repeat a request whose response was lost.',
    }),
    Responds(202, {
      type: AcceptedCallDto,
      description: 'The call is stored and will be processed.',
      headers: { Location: { description: "URL of the call's state and result.", schema: { type: 'string' } } },
    }),
    ApiProblems({
      400: 'A field, the transcript, the form or the Idempotency-Key is invalid, or the recording is missing.',
      401: unauthenticated,
      403: 'The account is a demo account.',
      409: "The account's storage is full, or the call was deleted. Nothing was stored.",
      413: 'The recording is larger than 50 MB, or the JSON is larger than 5 MB.',
      415: 'The file format is not supported, or the request is not a form or JSON.',
      422: 'The Idempotency-Key was used for another call.',
    }),
  );
}
