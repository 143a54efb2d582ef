import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, type OpenAPIObject } from '@nestjs/swagger';

import { Access } from '../auth/access/access.decorator';
import { OpenApiDocumentService } from './openapi-document.service';

@ApiTags('health')
@Access('public')
@Controller('api/openapi.json')
export class OpenApiController {
  constructor(private readonly openApi: OpenApiDocumentService) {}

  @Get()
  @ApiOperation({ summary: 'Get this document' })
  @ApiOkResponse({ description: 'The OpenAPI 3 document.', schema: { type: 'object' } })
  getOpenApi(): OpenAPIObject {
    return this.openApi.json;
  }
}
