import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, type OpenAPIObject } from '@nestjs/swagger';

import { Access } from '../auth/access.decorator';
import { OpenApiDocument } from './openapi-document';

@ApiTags('health')
@Access('public')
@Controller('api/openapi.json')
export class OpenApiController {
  constructor(private readonly openApi: OpenApiDocument) {}

  @Get()
  @ApiOperation({ operationId: 'getOpenApi', summary: 'This document' })
  @ApiOkResponse({ description: 'The API in OpenAPI 3.', schema: { type: 'object' } })
  get(): OpenAPIObject {
    return this.openApi.json;
  }
}
