import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { Request, Response } from 'express';

import type { Config } from '@ringwell/platform/config/settings';
import { escapeHtml } from '@ringwell/platform/html/html';

/** Whether the browser that gets a page is signed in, so that the app need not ask; `unknown` when the database cannot say. */
export type PageSession = 'none' | 'some' | 'unknown';

/** What the app asks first when somebody is signed in; browsers then ask it while they still load the app. */
const FIRST_QUESTIONS = ['/api/auth/user', '/api/admin/impersonation-status']
  .map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`)
  .join(', ');

type Encoding = 'br' | 'gzip' | 'identity';

/** One HTML page of the web app, filled with the settings once, compressed once, and sent often. */
export class WebPage {
  private readonly bodies: Record<Encoding, Buffer>;

  constructor(
    template: string,
    config: Config,
    private readonly session: PageSession,
  ) {
    const page = Buffer.from(fill(template, { ...placeholders(config), SESSION: session }));
    this.bodies = { br: brotliCompressSync(page), gzip: gzipSync(page), identity: page };
  }

  send(request: Request, response: Response, status = 200): void {
    const encoding = (request.acceptsEncodings('br', 'gzip', 'identity') || 'identity') as Encoding;
    response.status(status).set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(this.bodies[encoding].length),
      'Cache-Control': 'private, no-cache', // asked for anew each time, so that a new version is seen at once
      Vary: 'Accept-Encoding, Cookie',
      ...(this.session === 'some' && { Link: FIRST_QUESTIONS }),
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    });
    response.end(request.method === 'HEAD' ? undefined : this.bodies[encoding]);
  }
}

/** What stands in the built pages as `%NAME%`. */
function placeholders(config: Config): Record<string, string> {
  const { PRODUCT_NAME, SUPPORT_EMAIL, SUPPORT_PHONE, PRIVACY_URL = '#contact', TERMS_URL = '#contact' } = config;
  const product = {
    name: PRODUCT_NAME,
    supportEmail: SUPPORT_EMAIL,
    supportPhone: SUPPORT_PHONE,
    privacyUrl: PRIVACY_URL,
    termsUrl: TERMS_URL,
  };
  const texts = { PRODUCT_NAME, SUPPORT_EMAIL, SUPPORT_PHONE, PRIVACY_URL, TERMS_URL };
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, escapeHtml(text)])),
    PRODUCT_JSON: JSON.stringify(product).replaceAll('<', '\\u003c'), // no text can end the block it stands in
  };
}

function fill(template: string, values: Record<string, string>): string {
  return template.replace(/%([A-Z_]+)%/g, (placeholder, name: string) => values[name] ?? placeholder);
}
