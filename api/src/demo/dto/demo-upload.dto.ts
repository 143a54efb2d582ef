import { CALL_STATES } from '@ringwell/domain/calls/call';

import { FieldsType, listOf, number, object, oneOf, text, uuid } from '../../http/response/dto-fields';
import { ENGINE_NOTE, JUDGMENT_FIELDS } from '../../http/response/judgment-fields';

const ID = '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10';

class DemoAnalysisDto extends FieldsType({
  duration: number({ description: 'Length of the recording in seconds.', example: 41.6 }),
  ...JUDGMENT_FIELDS,
  transcript: text({
    description: 'The transcript, one line per turn.',
    example: 'Agent: Good morning, this is Reyes HVAC.\nCustomer: Thank you for calling back.',
  }),
  summary: text({
    example: 'The company confirmed the visit on Tuesday. The customer thanked the company for its honest estimate.',
  }),
  keyPoints: listOf(String, { example: ['The visit is on Tuesday at nine.'] }),
  confidence: number({
    description: '0 to 1: the approximate fraction of calls with this confidence that are labeled correctly.',
    example: 0.93,
  }),
  processingTime: number({ description: 'Processing time in seconds.', example: 6.4 }),
  engineNote: ENGINE_NOTE,
}) {}

export class DemoResultDto extends FieldsType({
  analysis: object(DemoAnalysisDto),
  content: text({
    description: 'The result in the format of a job note.',
    example: 'Call From: Unknown\nCustomer Happiness: Positive\n\nThe company confirmed the visit on Tuesday.',
  }),
}) {}

export class DemoUploadResultDto extends FieldsType({
  message: text({ example: 'Your call is ready.' }),
  result: object(DemoResultDto),
  jobId: uuid({ example: ID }),
}) {}

class DemoLinksDto extends FieldsType({
  self: text({ description: "URL of the call's state and result.", example: `/api/demo/jobs/${ID}` }),
}) {}

class DemoPendingJobDto extends FieldsType({
  id: uuid({ example: ID }),
  state: oneOf(CALL_STATES, { example: 'running' }),
  links: object(DemoLinksDto),
}) {}

export class DemoPendingDto extends FieldsType({
  message: text({ example: 'Your call is still being analyzed. The result will be here in a moment.' }),
  job: object(DemoPendingJobDto),
}) {}

export class DemoErrorDto extends FieldsType({
  code: text({ description: 'Stable, machine-readable error code.', example: 'NO_SPEECH' }),
  message: text({ description: 'A message to show to users.', example: 'No speech in this recording.' }),
}) {}
