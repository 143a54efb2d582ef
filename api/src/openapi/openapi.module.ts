import { Module } from '@nestjs/common';

import { OpenApiDocumentService } from './openapi-document.service';
import { OpenApiController } from './openapi.controller';

/** The OpenAPI document, built at startup and served at /api/openapi.json. */
@Module({ controllers: [OpenApiController], providers: [OpenApiDocumentService], exports: [OpenApiDocumentService] })
export class OpenApiModule {}
