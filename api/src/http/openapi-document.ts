import { Inject, Injectable, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

/** The description of the API that programs read. Made once, when all routes are known. */
@Injectable()
export class OpenApiDocument {
  private document?: OpenAPIObject;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  describe(app: INestApplication): void {
    const builder = new DocumentBuilder()
      .setTitle(`${this.config.PRODUCT_NAME} API`)
      .setDescription('Hand in recordings of phone calls; get back transcript, summary and how happy the customer was. Every error is a sentence to act on.')
      .setVersion('1')
      .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A token from your administrator, in the Authorization header.' })
      .addTag('n8n', 'For n8n and other automations.')
      .addTag('health', 'For load balancers and operators.');
    if (this.config.PUBLIC_URL) builder.addServer(this.config.PUBLIC_URL);
    this.document = SwaggerModule.createDocument(app, builder.build());
  }

  get json(): OpenAPIObject {
    if (!this.document) throw new Error('The API has not been described yet.');
    return this.document;
  }
}
