import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { NextFunction, Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';

import { isPage } from '@ringwell/domain/pages';
import type { Config } from '@ringwell/platform/config/settings';
import type { Logger } from '@ringwell/platform/logging/create-logger';

import type { SessionsService } from '../auth/session/sessions.service';
import { WebPage, type PageSession } from './web-page';

const YEAR_SECONDS = 31_536_000;

/** Files whose name carries a hash of their content. */
const HASHED_FILES = '/assets/';

/**
 * Serves the built web app: its files, and at every other address outside of /api its page. Visitors get the landing page
 * as finished HTML. `undefined` when the web app has not been built.
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
        path.startsWith(HASHED_FILES) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600',
      ),
  });

  const sendPage = async (request: Request, response: Response): Promise<void> => {
    const session = await sessionOf(request, sessions, logger);
    const page = request.path === '/' && session === 'none' ? pages.landing : pages.app[session];
    page.send(request, response, isPage(request.path) ? 200 : 404);
  };

  return (request: Request, response: Response, next: NextFunction): void => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.path === '/api' || request.path.startsWith('/api/')) return next();
    if (isTemplate(request.path) || isPage(request.path)) {
      sendPage(request, response).catch(next);
      return;
    }
    // The list of files is made at start; without this, one that is gone since then would take the process down.
    response.once('pipe', (file: Readable) => file.once('error', () => response.destroy()));
    files(request, response, () => {
      // A page in place of a script that is gone would only confuse: after an update, browsers still ask for the old ones.
      if (request.path.startsWith(HASHED_FILES)) next();
      else sendPage(request, response).catch(next);
    });
  };
}

function readPages(config: Config): { landing: WebPage; app: Record<PageSession, WebPage> } {
  const read = (name: string): string => readFileSync(join(config.WEB_DIR, name), 'utf8');
  const app = read('index.html');
  const pageFor = (session: PageSession): WebPage => new WebPage(app, config, session);
  return {
    landing: new WebPage(read('landing.html'), config, 'none'),
    app: { none: pageFor('none'), some: pageFor('some'), unknown: pageFor('unknown') },
  };
}

/** The built pages themselves still have gaps in them. */
function isTemplate(path: string): boolean {
  return /^\/[^/]*\.html$/.test(path) || path.startsWith('/.');
}

async function sessionOf(request: Request, sessions: SessionsService, logger: Logger): Promise<PageSession> {
  try {
    return (await sessions.current(request)) ? 'some' : 'none';
  } catch (err) {
    logger.warn({ err }, 'A page was sent without knowing whether somebody is signed in.'); // the app asks, and says what is wrong
    return 'unknown';
  }
}
