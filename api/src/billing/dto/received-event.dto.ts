import { ApiProperty } from '@nestjs/swagger';

/** That an event need not be sent again. */
export class ReceivedEventDto {
  @ApiProperty({ example: true })
  received!: boolean;
}
