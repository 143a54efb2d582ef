import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';

import { isPage } from '@ringwell/domain/web-paths';
import type { Config } from '@ringwell/platform/config/environment-settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';

import type { SessionsService } from '../auth/session/sessions.service';
import { WebPage, type PageSession } from './web-page';

const YEAR_SECONDS = 31_536_000;

const HASHED_FILES_PATH = '/assets/';

/**
 * Serves the built web app's files, and its page at all other paths outside /api and /.well-known. At /, visitors get a
 * prerendered landing page. Returns `undefined` if the web app was not built.
 */
export function webApp(config: Config, sessions: SessionsService, logger: Logger): RequestHandler | undefined {
  const folder = config.WEB_DIR;
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const pages = readPages(config);
  const files = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) =>
      response.setHeader(
        'Cache-Control',
        path.startsWith(HASHED_FILES_PATH) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600',
      ),
  });

  const sendPage = async (request: Request, response: Response): Promise<void> => {
    const session = await lookUpSession(request, sessions, logger);
    const page = request.path === '/' && session === 'none' ? pages.landing : pages.app[session];
    page.send(request, response, isPage(request.path) ? 200 : 404);
  };

  return (request: Request, response: Response, next: NextFunction): void => {
    const isReadRequest = request.method === 'GET' || request.method === 'HEAD';
    if (!isReadRequest || /^\/(api|\.well-known)(\/|$)/.test(request.path)) return next();
    if (isTemplate(request.path) || isPage(request.path)) {
      sendPage(request, response).catch(next);
      return;
    }
    // sirv lists the files at startup; without this handler, a file deleted since then would crash the process.
    response.once('pipe', (file: Readable) => file.once('error', () => response.destroy()));
    files(request, response, () => {
      // After an update, browsers still request old scripts, and must not get an HTML page instead.
      if (request.path.startsWith(HASHED_FILES_PATH)) next();
      else sendPage(request, response).catch(next);
    });
  };
}

function readPages(config: Config): { landing: WebPage; app: Record<PageSession, WebPage> } {
  const readTemplate = (name: string): string => readFileSync(join(config.WEB_DIR, name), 'utf8');
  const app = readTemplate('index.html');
  const createPage = (session: PageSession): WebPage => new WebPage(app, config, session);
  return {
    landing: new WebPage(readTemplate('landing.html'), config, 'none'),
    app: { none: createPage('none'), some: createPage('some'), unknown: createPage('unknown') },
  };
}

// The built pages contain placeholders and must not be served as files.
function isTemplate(path: string): boolean {
  return /^\/[^/]*\.html$/.test(path) || path.startsWith('/.');
}

async function lookUpSession(request: Request, sessions: SessionsService, logger: Logger): Promise<PageSession> {
  try {
    return (await sessions.findCurrent(request)) ? 'some' : 'none';
  } catch (err) {
    logger.warn({ err }, 'web: failed to look up session'); // the app retries and shows the error
    return 'unknown';
  }
}
