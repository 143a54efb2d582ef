import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';

import type { Config } from '@ringwell/platform/config/environment-settings';
import { publicUrlWarning } from '@ringwell/platform/config/public-url';
import type { Logger } from '@ringwell/platform/logging/create-logger';
import { NestLogger } from '@ringwell/platform/logging/nest-logger';
import { HttpMetrics } from '@ringwell/platform/metrics/http-metrics';

import { AppModule } from './app.module';
import { PAGE_STYLE } from './auth/pages/page-style';
import { getRequester } from './auth/principal/actor';
import { SessionsService } from './auth/session/sessions.service';
import { dropForwardedPorts, storeClientAddress } from './http/request/client-address';
import { assignRequestId } from './http/request/request-id';
import { observeRequests } from './http/request/request-log';
import { recordRejections } from './http/security/record-rejections';
import { SecurityRecorder } from './http/security/security-recorder.service';
import { securityHeaders } from './http/server/security-headers';
import { setSharedCallHeaders } from './http/server/shared-call-headers';
import { SharedPrototypeExpressAdapter } from './http/server/shared-prototype-express.adapter';
import { OpenApiDocumentService } from './openapi/openapi-document.service';
import { webApp } from './web/web-app';

const HEADERS_TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 15 * 60_000; // enough for 50 MB at 0.5 Mbit/s
const SOCKET_IDLE_TIMEOUT_MS = 60_000;
// Longer than the 60 s timeout of common load balancers, which could otherwise send a request on a closing connection.
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Creates the API, ready to listen. @throws if a required store is unavailable or doesn't match the settings */
export async function createApp(config: Config, logger: Logger): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(config, logger),
    new SharedPrototypeExpressAdapter(),
    {
      // Nest logs every route at the info level.
      logger: new NestLogger(logger.child({}, { level: config.LOG_LEVEL === 'debug' ? 'debug' : 'warn' })),
      abortOnError: false,
      bodyParser: false, // bodies are read after the guards, by BodyInterceptor or the routes
    },
  );
  const warning = publicUrlWarning(config);
  if (warning !== undefined) logger.warn(warning);
  applyServerLimits(app.getHttpServer());
  app.disable('etag');
  app.set('trust proxy', config.TRUST_PROXY);
  app.use(
    assignRequestId,
    dropForwardedPorts,
    storeClientAddress,
    observeRequests(logger, app.get(HttpMetrics), getRequester),
    recordRejections(app.get(SecurityRecorder), getRequester),
    securityHeaders(config, [PAGE_STYLE]),
    setSharedCallHeaders,
  );
  const web = webApp(config, app.get(SessionsService, { strict: false }), logger);
  if (web) app.use(web);
  else logger.warn({ folder: config.WEB_DIR }, 'web: app not built, serving only the API; build it with npm run build');
  app.use(preventCaching);
  app.get(OpenApiDocumentService).setApp(app);
  await app.init();
  return app;
}

/** Tells caches not to store a response unless its route says otherwise. */
function preventCaching(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/**
 * Closes slow and idle connections. Requests with `Expect: 100-continue` reach the routes before their body is
 * requested.
 */
function applyServerLimits(server: Server): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.setTimeout(SOCKET_IDLE_TIMEOUT_MS);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
}
