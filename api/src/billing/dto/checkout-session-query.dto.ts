import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

// Stripe's ids are about 70 characters long today.
const SESSION_ID = /^cs_[A-Za-z0-9_]{1,200}$/;

export class CheckoutSessionQueryDto {
  @ApiProperty({
    description: 'The ID that Stripe added to the URL of the success page.',
    example: 'cs_test_a1b2c3',
  })
  @Matches(SESSION_ID, { message: 'This must be a checkout session ID, which starts with cs_.' })
  session_id!: string;
}
