import { OmitType } from '@nestjs/swagger';

import { HappinessQueryDto } from './happiness-query.dto';

export class BookingsQueryDto extends OmitType(HappinessQueryDto, ['agent'] as const) {}
