import { dateTime, FieldsType, integer, listOf, text } from '../../http/response/dto-fields';

class RefusedFileDto extends FieldsType({
  name: text({ example: '2026/11/28/list.csv' }),
  reason: text({
    example: "We can't read this file. Upload an MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA recording.",
  }),
  at: dateTime({ example: '2026-11-28T15:16:40.000Z' }),
}) {}

export class InboxDto extends FieldsType({
  folder: text({
    nullable: true,
    description: 'Destination for recordings: a folder on the server, or a key prefix. Null without an inbox.',
    example: '/srv/inbox/5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
  }),
  checkedAt: dateTime({
    nullable: true,
    description: 'When the folder was last read; null if never, for example because it does not exist.',
    example: '2026-11-28T15:16:40.000Z',
  }),
  takenAt: dateTime({ nullable: true, example: '2026-11-28T15:16:40.000Z' }),
  waiting: integer({ description: 'Number of files that are still waiting, counted up to 500.', example: 2 }),
  problem: text({ nullable: true, description: 'Why files are waiting, and what to do.', example: null }),
  refused: listOf(RefusedFileDto, { description: 'The latest rejected files.' }),
  names: listOf(String, {
    description: 'Names of the latest files, with their folders.',
    example: ['2026/11/28/external-201-15551234567-20261128-101500-1795861300.12.wav'],
  }),
}) {}
