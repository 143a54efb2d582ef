import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { Request, Response } from 'express';

import { PAGES } from '@ringwell/domain/web-paths';
import type { Config } from '@ringwell/platform/config/environment-settings';
import { escapeHtml } from '@ringwell/platform/html';

import { styleAttributeSources } from '../http/server/inline-styles';

/** Whether the browser is signed in, embedded in the page; `unknown` when the database is unavailable. */
export type PageSession = 'none' | 'some' | 'unknown';

// The app's first requests for signed-in users, which browsers preload while the app loads.
const PRELOADS = ['/api/auth/user', '/api/admin/impersonation-status']
  .map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`)
  .join(', ');

const CSP_HEADER = 'Content-Security-Policy';

type Encoding = 'br' | 'gzip' | 'identity';

export class WebPage {
  private readonly bodies: Record<Encoding, Buffer>;
  private readonly styleSources: string;

  constructor(
    template: string,
    config: Config,
    private readonly session: PageSession,
  ) {
    const html = fillTemplate(template, { ...getPlaceholders(config), SESSION: session });
    const page = Buffer.from(html);
    this.styleSources = ['style-src', ...styleAttributeSources(html)].join(' ');
    this.bodies = { br: brotliCompressSync(page), gzip: gzipSync(page), identity: page };
  }

  send(request: Request, response: Response, status = 200): void {
    const encoding = (request.acceptsEncodings('br', 'gzip', 'identity') || 'identity') as Encoding;
    response.status(status).set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(this.bodies[encoding].length),
      'Cache-Control': 'private, no-cache', // browsers revalidate the page every time, so they show new versions immediately
      Vary: 'Accept-Encoding, Cookie',
      ...(this.session === 'some' && { Link: PRELOADS }),
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      [CSP_HEADER]: String(response.getHeader(CSP_HEADER)).replace('style-src', this.styleSources),
    });
    response.end(request.method === 'HEAD' ? undefined : this.bodies[encoding]);
  }
}

// Values for the `%NAME%` placeholders in the built pages.
function getPlaceholders(config: Config): Record<string, string> {
  const { PRODUCT_NAME, SUPPORT_EMAIL, SUPPORT_PHONE, PRIVACY_URL = PAGES.privacy, TERMS_URL = PAGES.terms } = config;
  const product = {
    name: PRODUCT_NAME,
    supportEmail: SUPPORT_EMAIL,
    supportPhone: SUPPORT_PHONE,
    privacyUrl: PRIVACY_URL,
    termsUrl: TERMS_URL,
    passwordMinLength: config.PASSWORD_MIN_LENGTH,
    legal: {
      name: config.LEGAL_NAME ?? null,
      address: config.LEGAL_ADDRESS ?? null,
      state: config.LEGAL_STATE ?? null,
      recordingDays: config.RECORDINGS_RETENTION_DAYS || null,
      transcriptDays: config.TRANSCRIPTS_RETENTION_DAYS || null,
      activityDays: config.ACTIVITY_RETENTION_DAYS || null,
      securityDays: config.SECURITY_EVENTS_RETENTION_DAYS || null,
      messageDays: config.MESSAGES_RETENTION_DAYS || null,
      contactDays: config.CONTACT_RETENTION_DAYS || null,
    },
  };
  const texts = { PRODUCT_NAME, SUPPORT_EMAIL, SUPPORT_PHONE, PRIVACY_URL, TERMS_URL };
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, escapeHtml(text)])),
    PRODUCT_JSON: JSON.stringify(product).replaceAll('<', '\\u003c'), // prevents values from closing the script element
  };
}

function fillTemplate(template: string, values: Record<string, string>): string {
  return template.replace(/%([A-Z_]+)%/g, (placeholder, name: string) => values[name] ?? placeholder);
}
