import { Module } from '@nestjs/common';

import { OpenApiDocument } from './openapi-document';
import { OpenApiController } from './openapi.controller';

/** The description of the API: made at start, served at /api/openapi.json. */
@Module({ controllers: [OpenApiController], providers: [OpenApiDocument], exports: [OpenApiDocument] })
export class OpenApiModule {}
