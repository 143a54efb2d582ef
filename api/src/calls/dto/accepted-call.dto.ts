import { CALL_STATES } from '@ringwell/domain/calls/call';

import { FieldsType, object, oneOf, text, uuid } from '../../http/response/dto-fields';

class CallLinksDto extends FieldsType({
  self: text({
    description: "URL of the call's state and result.",
    example: '/api/n8n/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10',
  }),
}) {}

export class AcceptedCallDto extends FieldsType({
  id: uuid({ example: '7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10' }),
  state: oneOf(CALL_STATES, { example: 'queued' }),
  links: object(CallLinksDto),
}) {}
