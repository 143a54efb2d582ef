import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiResponse } from '@nestjs/swagger';

import { ApiProblems } from '../http/problems/problem.dto';

const AUDIO = { 'audio/*': { schema: { type: 'string', format: 'binary' } } };

/** Documents a route that sends a recording or a range of it. */
export function SendsRecording(whole: string, notFound: string): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Range',
      required: false,
      description: 'A single byte range of the recording.',
      example: 'bytes=0-',
    }),
    ApiOkResponse({ description: whole, content: AUDIO }),
    ApiResponse({ status: 206, description: 'The requested range.', content: AUDIO }),
    ApiProblems({
      404: notFound,
      409: "Card numbers and other secrets in the recording haven't been replaced with a tone yet.",
      416: 'The requested range starts after the end of the recording.',
    }),
  );
}
