import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

/** Stripe's ids have about 70 characters today. */
const SESSION_ID = /^cs_[A-Za-z0-9_]{1,200}$/;

/** Which checkout somebody comes back from. */
export class CheckoutSessionQueryDto {
  @ApiProperty({
    description: 'The id that Stripe put into the address of the success page.',
    example: 'cs_test_a1b2c3',
  })
  @Matches(SESSION_ID, { message: 'This must be the id of a checkout session, which starts with cs_.' })
  session_id!: string;
}
