import { boolean, FieldsType } from '../../http/response/dto-fields';

export class ReceivedEventDto extends FieldsType({ received: boolean({ example: true }) }) {}
