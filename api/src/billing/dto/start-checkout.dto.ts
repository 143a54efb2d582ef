import { ApiProperty } from '@nestjs/swagger';
import { ArrayUnique, IsArray, IsIn } from 'class-validator';

import { ADD_ONS, PLANS, type AddOn, type Plan } from '@ringwell/domain/billing/plans';

export class StartCheckoutDto {
  @ApiProperty({ enum: PLANS, description: 'team is base plus team chat notifications.', example: 'team' })
  @IsIn(PLANS, { message: `This must be ${PLANS.join(' or ')}.` })
  plan!: Plan;

  @ApiProperty({
    enum: ADD_ONS,
    isArray: true,
    description: 'Chat apps for the team plan. At least one for team, empty for base.',
    example: ['slack'],
  })
  @ArrayUnique({ message: 'List each add-on only once.' })
  @IsIn(ADD_ONS, { each: true, message: `Each must be one of ${ADD_ONS.join(', ')}.` })
  @IsArray({ message: 'This must be a list.' })
  addOns!: AddOn[];
}
