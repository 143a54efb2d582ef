import { FieldsType } from '@ringwell/platform/fields-type';

import { boolean } from '../../http/response/dto-fields';

export class ReceivedEventDto extends FieldsType({ received: boolean({ example: true }) }) {}
