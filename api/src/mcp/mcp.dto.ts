import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { ApiNullable } from '../http/response/nullable.decorator';

class JsonRpcDto {
  @ApiProperty({ enum: ['2.0'], example: '2.0' })
  jsonrpc!: '2.0';
}

export class McpMessageDto extends JsonRpcDto {
  @ApiPropertyOptional({ type: 'integer', description: 'Missing in notifications.', example: 1 })
  id?: number;

  @ApiProperty({ example: 'tools/list' })
  method!: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: {} })
  params?: object;
}

export class McpResponseDto extends JsonRpcDto {
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { tools: [] } })
  result!: object;
}

class JsonRpcErrorDto {
  @ApiProperty({ type: 'integer', example: -32_700 })
  code!: number;

  @ApiProperty({ example: "The body isn't valid UTF-8 JSON. Check the quotes, commas and brackets." })
  message!: string;
}

export class McpErrorDto extends JsonRpcDto {
  @ApiNullable(String, { example: null })
  id!: string | null;

  @ApiProperty({ type: JsonRpcErrorDto })
  error!: JsonRpcErrorDto;
}
