import { ApiProperty } from '@nestjs/swagger';
import { ArrayUnique, IsArray, IsIn } from 'class-validator';

import { ADD_ONS, PLANS, type AddOn, type Plan } from '@ringwell/domain/plans';

/** What somebody wants to subscribe to. */
export class StartCheckoutDto {
  @ApiProperty({ enum: PLANS, description: 'team is base with chat notifications.', example: 'team' })
  @IsIn(PLANS, { message: `This must be ${PLANS.join(' or ')}.` })
  plan!: Plan;

  @ApiProperty({
    enum: ADD_ONS,
    isArray: true,
    description: 'The chats of the team plan, at least one; none for base.',
    example: ['slack'],
  })
  @ArrayUnique({ message: 'Name each add-on once.' })
  @IsIn(ADD_ONS, { each: true, message: `Each must be one of ${ADD_ONS.join(', ')}.` })
  @IsArray({ message: 'This must be a list.' })
  addOns!: AddOn[];
}
