import { ApiProperty } from '@nestjs/swagger';

export class ReceivedEventDto {
  @ApiProperty({ example: true })
  received!: boolean;
}
