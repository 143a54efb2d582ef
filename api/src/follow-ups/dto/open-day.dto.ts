import { dateTime, FieldsType } from '../../http/response/dto-fields';

export class OpenDayDto extends FieldsType({
  opensAt: dateTime({ example: '2026-03-31T12:00:00.000Z' }),
  closesAt: dateTime({ example: '2026-03-31T21:00:00.000Z' }),
}) {}
