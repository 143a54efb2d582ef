import { ApiProperty } from '@nestjs/swagger';

export class WeeklyLetterPreviewDto {
  @ApiProperty({ description: "Monday of the letter's week.", example: '2026-11-16' })
  week!: string;

  @ApiProperty({ example: 'Customer happiness last week: +41, up 12' })
  subject!: string;

  @ApiProperty({
    description: 'The email as text.',
    example: 'Customer happiness last week: +41, up 12\nNov 16 – 22\n\nCalls: 128 calls, 4 need a listen\n',
  })
  text!: string;
}

export class WeeklyLetterTestDto {
  @ApiProperty({ description: 'Recipient: the address that you sign in with.', example: 'dana@reyes-hvac.example' })
  address!: string;
}
