import { FieldsType, number } from '../../http/response/dto-fields';

export class LeadPreviewDto extends FieldsType({
  customers: number({ description: 'Number of customers a lead would have been opened for.', example: 14 }),
  unbooked: number({ description: 'Calls from customers who wanted new work and did not book.', example: 12 }),
  hangUps: number({
    description: 'Calls from customers who hung up before anyone answered and did not get through later.',
    example: 3,
  }),
  judged: number({ description: 'Calls with a known booking outcome.', example: 96 }),
}) {}
