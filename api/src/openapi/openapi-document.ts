import { Inject, Injectable, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

import { ACCOUNT_CHANGED, ACCOUNT_HEADER } from '@ringwell/domain/account-header';
import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { SessionCookie } from '../auth/session/session-cookie';
import { ProblemDto } from '../http/problem.dto';

/** The description of the API that programs read. Made once, when all routes are known. */
@Injectable()
export class OpenApiDocument {
  private document?: OpenAPIObject;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  describe(app: INestApplication): void {
    const builder = new DocumentBuilder()
      .setTitle(`${this.config.PRODUCT_NAME} API`)
      .setDescription(
        'Hand in recordings of phone calls; get back transcript, summary and how happy the customer was. Every error is a sentence to act on.',
      )
      .setVersion('1')
      .addBearerAuth({
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'rw_…',
        description: 'A token from your administrator, in the Authorization header.',
      })
      .addCookieAuth(new SessionCookie(this.config).name, {
        type: 'apiKey',
        in: 'cookie',
        description: 'The session of somebody who is signed in.',
      })
      .addTag('n8n', 'For n8n and other automations.')
      .addTag('Dashboard', 'What the web app of a signed-in person calls.')
      .addTag('Users', 'For administrators: who may sign in, and as what.')
      .addTag('Tokens', 'For administrators: bearer tokens.')
      .addTag('Analytics', 'For administrators: usage, activity and health.')
      .addTag('Settings', 'Switches, limits and connections of an account.')
      .addTag('health', 'For load balancers and operators.');
    if (this.config.PUBLIC_URL) builder.addServer(this.config.PUBLIC_URL);
    this.document = SwaggerModule.createDocument(app, builder.build(), { extraModels: [ProblemDto] });
    documentThrottling(this.document);
    documentExpectedAccount(this.document);
  }

  get json(): OpenAPIObject {
    if (!this.document) throw new Error('The API has not been described yet.');
    return this.document;
  }
}

/** Every route is throttled, except for those that load balancers ask. */
function documentThrottling(document: OpenAPIObject): void {
  const tooMany = {
    description: 'Too many requests in a short time.',
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' as const, example: 42 } } },
    content: { 'application/json': { schema: { $ref: getSchemaPath(ProblemDto) } } },
  };
  for (const [path, { get, put, post, patch, delete: remove }] of Object.entries(document.paths)) {
    if (path.startsWith('/api/health/')) continue;
    for (const operation of [get, put, post, patch, remove]) if (operation) operation.responses['429'] = tooMany;
  }
}

/** Every route that changes something for a session takes the header that names the account the change is meant for. */
function documentExpectedAccount(document: OpenAPIObject): void {
  const parameter = {
    name: ACCOUNT_HEADER,
    in: 'header' as const,
    required: false,
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
    schema: { type: 'string' as const, format: 'uuid' },
    description: 'For sessions: id of the account to change. Refused when the session acts for another one.',
  };
  const reason = `session acts for another account than ${ACCOUNT_HEADER} names (${ACCOUNT_CHANGED}).`;
  for (const { put, post, patch, delete: remove } of Object.values(document.paths)) {
    for (const operation of [put, post, patch, remove]) {
      if (!operation?.security?.some((way) => 'cookie' in way)) continue;
      operation.parameters = [...(operation.parameters ?? []), parameter];
      const known = operation.responses['409'] as { description: string } | undefined;
      operation.responses['409'] = {
        description: known ? `${known.description} Or the ${reason}` : `The ${reason}`,
        content: { 'application/json': { schema: { $ref: getSchemaPath(ProblemDto) } } },
      };
    }
  }
}
