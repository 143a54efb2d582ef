import { Inject, Injectable, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

import { ACCOUNT_CHANGED, ACCOUNT_HEADER } from '@ringwell/domain/accounts/account-header';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { ADMINISTRATORS_EXTENSION } from '../auth/access/access.decorator';
import { SessionCookie } from '../auth/session/session-cookie';
import { ADMINISTRATORS_ONLY, ProblemDto } from '../http/problems/problem.dto';

/** Builds the OpenAPI document on first request, because that takes longer than the rest of startup. */
@Injectable()
export class OpenApiDocumentService {
  private app?: INestApplication;
  private document?: OpenAPIObject;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @param app the application whose routes the document describes */
  setApp(app: INestApplication): void {
    this.app = app;
  }

  /** @throws Error if `setApp` has not been called */
  get json(): OpenAPIObject {
    if (!this.app) throw new Error('The OpenAPI document has no application to describe.');
    this.document ??= this.build(this.app);
    return this.document;
  }

  private build(app: INestApplication): OpenAPIObject {
    const builder = new DocumentBuilder()
      .setTitle(`${this.config.PRODUCT_NAME} API`)
      .setDescription(
        'Send recordings of phone calls and get transcripts, summaries and customer happiness labels. ' +
          'Every error message says what to do.',
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
        description: "A signed-in user's session.",
      })
      .addTag('n8n', 'For n8n and other automations.')
      .addTag('Assistants', 'For assistants such as Claude and ChatGPT.')
      .addTag('Dashboard', 'Used by the web app.')
      .addTag('Follow-ups', 'Customers to call back.')
      .addTag('Customers', 'Customers and their happiness.')
      .addTag('Users', 'For administrators: users and their roles.')
      .addTag('Tokens', 'For administrators: bearer tokens.')
      .addTag('Analytics', 'For administrators: usage, activity and health.')
      .addTag('Members', "An account's members and invitations, and a user's accounts.")
      .addTag('Settings', "An account's settings, limits and connections.")
      .addTag('health', 'For load balancers and operators.');
    if (this.config.PUBLIC_URL) builder.addServer(this.config.PUBLIC_URL);
    const document = SwaggerModule.createDocument(app, builder.build(), {
      extraModels: [ProblemDto],
      autoTagControllers: false,
      operationIdFactory: (_controller, method) => method,
    });
    for (const [, operation] of listOperations(document)) operation.tags ??= ['Dashboard'];
    addCommonProblems(document);
    documentExpectedAccount(document);
    return document;
  }
}

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const PROBLEM_CONTENT = { 'application/json': { schema: { $ref: getSchemaPath(ProblemDto) } } };
const ACCOUNT_MISMATCH = `session is for a different account than the one in ${ACCOUNT_HEADER} (${ACCOUNT_CHANGED}).`;
const COMMON_PROBLEMS = {
  Unauthorized: { description: 'Not signed in, or the token is missing or invalid.', content: PROBLEM_CONTENT },
  AdministratorsOnly: { description: ADMINISTRATORS_ONLY, content: PROBLEM_CONTENT },
  Forbidden: { description: 'Not allowed for your role, account, session or token.', content: PROBLEM_CONTENT },
  AccountChanged: { description: `The ${ACCOUNT_MISMATCH}`, content: PROBLEM_CONTENT },
  TooManyRequests: {
    description: 'Too many requests.',
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' as const, example: 42 } } },
    content: PROBLEM_CONTENT,
  },
  Unavailable: {
    description: 'The service is temporarily unavailable. Try again in a moment.',
    content: PROBLEM_CONTENT,
  },
};

function listOperations(document: OpenAPIObject): [path: string, operation: Operation][] {
  return Object.entries(document.paths).flatMap(([path, { get, put, post, patch, delete: remove }]) =>
    [get, put, post, patch, remove].flatMap((operation): [string, Operation][] =>
      operation ? [[path, operation]] : [],
    ),
  );
}

// A route's own description for a status takes precedence.
function addCommonProblems(document: OpenAPIObject): void {
  document.components = { ...document.components, responses: COMMON_PROBLEMS };
  for (const [path, operation] of listOperations(document)) {
    if (path === '/api/health/live') continue; // never limited, and uses no stores
    const { responses, security = [] } = operation;
    const addSharedResponse = (status: number, name: keyof typeof COMMON_PROBLEMS): void => {
      responses[status] ??= { $ref: `#/components/responses/${name}` };
    };
    if (security.length > 0) addSharedResponse(401, 'Unauthorized');
    if (ADMINISTRATORS_EXTENSION in operation) addSharedResponse(403, 'AdministratorsOnly');
    else if (security.length > 0) addSharedResponse(403, 'Forbidden');
    if (security.some((requirement) => 'cookie' in requirement)) addSharedResponse(409, 'AccountChanged');
    addSharedResponse(429, 'TooManyRequests');
    addSharedResponse(503, 'Unavailable');
  }
}

// Every session route accepts the header that names the expected account.
function documentExpectedAccount(document: OpenAPIObject): void {
  const parameter = {
    name: ACCOUNT_HEADER,
    in: 'header' as const,
    required: false,
    example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21',
    schema: { type: 'string' as const, format: 'uuid' },
    description: 'For sessions: the ID of the expected account. Sessions for other accounts get a 409.',
  };
  for (const [, operation] of listOperations(document)) {
    if (!operation.security?.some((requirement) => 'cookie' in requirement)) continue;
    operation.parameters = [...(operation.parameters ?? []), parameter];
    const conflictResponse = operation.responses['409'];
    if (conflictResponse && 'description' in conflictResponse)
      operation.responses['409'] = {
        ...conflictResponse,
        description: `${conflictResponse.description} Also returned if the ${ACCOUNT_MISMATCH}`,
      };
  }
}
