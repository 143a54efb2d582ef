import { CONNECTION_CHANNELS, DELIVERY_STATES } from '@ringwell/domain/deliveries/delivery';

import { FieldsType, listOf, object, oneOf, text } from '../../../http/response/dto-fields';

export const TEST_OUTCOMES = ['sent', 'failed', 'waiting'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

class TestErrorDto extends FieldsType({
  code: text({ example: 'SLACK_CHANNEL_NOT_FOUND' }),
  message: text({ example: 'Slack has no channel with this name. Check it in the settings.' }),
}) {}

class TestResultDto extends FieldsType({
  destination: text({ example: '#calls' }),
  state: oneOf(DELIVERY_STATES, { example: 'sent' }),
  error: object(TestErrorDto, { nullable: true }),
}) {}

export class ConnectionTestDto extends FieldsType({
  channel: oneOf(CONNECTION_CHANNELS, { example: 'slack' }),
  outcome: oneOf(TEST_OUTCOMES, {
    description: 'failed: at least one destination failed. waiting: the outcome is not known yet.',
    example: 'sent',
  }),
  message: text({ description: 'The outcome as a sentence.', example: 'A test message was posted to #calls.' }),
  results: listOf(TestResultDto, { description: 'One result per destination.' }),
}) {}
