import { Module } from '@nestjs/common';

import { OpenApiController } from './openapi.controller';
import { OpenApiDocument } from './openapi-document';

/** The description of the API: made at start, served at /api/openapi.json. */
@Module({ controllers: [OpenApiController], providers: [OpenApiDocument], exports: [OpenApiDocument] })
export class OpenApiModule {}
