import { ApiProperty } from '@nestjs/swagger';

export class LeadPreviewDto {
  @ApiProperty({ description: 'How many customers would have had a lead.', example: 14 })
  customers!: number;

  @ApiProperty({ description: 'Calls of customers who wanted new work and did not book.', example: 12 })
  unbooked!: number;

  @ApiProperty({
    description: 'Calls of customers who hung up before anyone answered, and did not get through later.',
    example: 3,
  })
  hangUps!: number;

  @ApiProperty({ description: 'Calls of which it is known whether they were booked.', example: 96 })
  judged!: number;
}
