import { ApiProperty } from '@nestjs/swagger';

export class LeadPreviewDto {
  @ApiProperty({ description: 'Number of customers a lead would have been opened for.', example: 14 })
  customers!: number;

  @ApiProperty({ description: 'Calls of customers who wanted new work and did not book.', example: 12 })
  unbooked!: number;

  @ApiProperty({
    description: 'Calls of customers who hung up before anyone answered and did not get through later.',
    example: 3,
  })
  hangUps!: number;

  @ApiProperty({ description: 'Calls with a known booking outcome.', example: 96 })
  judged!: number;
}
