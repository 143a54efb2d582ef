import { FieldsType, boolean } from '../../http/response/fields';

export class ReceivedEventDto extends FieldsType({
  received: boolean({ example: true }),
}) {}
