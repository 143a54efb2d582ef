import { DEMO_UPLOAD_LIMIT } from '@ringwell/domain/accounts/account-limits';

import { FieldsType, number } from '../../http/response/dto-fields';

export class DemoUsageDto extends FieldsType({
  count: number({
    description:
      'Number of uploads so far, regardless of their outcome. Uploads that failed with an internal error do not count.',
    example: 2,
  }),
  limit: number({ description: 'Number of uploads that a demo account can make.', example: DEMO_UPLOAD_LIMIT }),
  remaining: number({ description: 'Uploads left.', example: 3 }),
  maxMinutes: number({ description: 'Maximum recording length in minutes.', example: 10 }),
}) {}
