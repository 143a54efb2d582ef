import { FieldsType, integer, json, object, oneOf, text } from '../http/response/dto-fields';

class JsonRpcDto extends FieldsType({ jsonrpc: oneOf(['2.0'], { example: '2.0' }) }) {}

export class McpMessageDto extends FieldsType(JsonRpcDto, {
  id: integer({ required: false, description: 'Omitted in notifications.', example: 1 }),
  method: text({ example: 'tools/list' }),
  params: json({ required: false, example: {} }),
}) {}

export class McpResponseDto extends FieldsType(JsonRpcDto, {
  id: integer({ example: 1 }),
  result: json({ example: { tools: [] } }),
}) {}

class JsonRpcErrorDto extends FieldsType({
  code: integer({ example: -32_700 }),
  message: text({ example: "The body isn't valid UTF-8 JSON. Check the quotes, commas and brackets." }),
}) {}

export class McpErrorDto extends FieldsType(JsonRpcDto, {
  id: text({ nullable: true, example: null }),
  error: object(JsonRpcErrorDto),
}) {}
