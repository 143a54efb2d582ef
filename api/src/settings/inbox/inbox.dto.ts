import { ApiProperty } from '@nestjs/swagger';

import { ApiNullable } from '../../http/response/nullable.decorator';

class RefusedFileDto {
  @ApiProperty({ example: '2026/11/28/list.csv' })
  name!: string;

  @ApiProperty({
    example: "We can't read this file. Upload an MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA recording.",
  })
  reason!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-28T15:16:40.000Z' })
  at!: string;
}

export class InboxDto {
  @ApiNullable(String, {
    description: 'Destination for recordings: a folder on the server, or a key prefix. Null without an inbox.',
    example: '/srv/inbox/5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  })
  folder!: string | null;

  @ApiNullable('date-time', {
    description: 'When the folder was last read; null if never, for example because it does not exist.',
    example: '2026-11-28T15:16:40.000Z',
  })
  checkedAt!: string | null;

  @ApiNullable('date-time', { example: '2026-11-28T15:16:40.000Z' })
  takenAt!: string | null;

  @ApiProperty({
    type: 'integer',
    description: 'Number of files that are still waiting, counted up to 500.',
    example: 2,
  })
  waiting!: number;

  @ApiNullable(String, { description: 'Why files are waiting, and what to do.', example: null })
  problem!: string | null;

  @ApiProperty({ type: [RefusedFileDto], description: 'The latest rejected files.' })
  refused!: RefusedFileDto[];

  @ApiProperty({
    type: [String],
    description: 'Names of the latest files, with their folders.',
    example: ['2026/11/28/external-201-15551234567-20261128-101500-1795861300.12.wav'],
  })
  names!: string[];
}
