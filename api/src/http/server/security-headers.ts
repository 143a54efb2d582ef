import type { RequestHandler } from 'express';
import helmet from 'helmet';

import type { Config } from '@ringwell/platform/config/environment-settings';

import { hashSource } from './inline-styles';

const SELF = "'self'";
const NONE = "'none'";
const YEAR_SECONDS = 31_536_000;

/** @param styles contents of the allowed `<style>` elements */
export function securityHeaders({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, styles: string[]): RequestHandler {
  // Over plain http, HSTS and upgrade-insecure-requests would make the product unreachable.
  const isHttps = PUBLIC_URL?.startsWith('https:') ?? false;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [SELF],
        scriptSrc: [SELF],
        styleSrc: [SELF, ...styles.map(hashSource)],
        fontSrc: [SELF],
        imgSrc: [SELF, 'data:'],
        mediaSrc: [SELF, 'blob:'],
        objectSrc: [NONE],
        baseUri: [NONE],
        formAction: [SELF],
        frameAncestors: [NONE],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps && { maxAge: YEAR_SECONDS, includeSubDomains: true },
    frameguard: { action: 'deny' },
    // Helmet's default, no-referrer, makes browsers send `Origin: null` with same-site forms.
    referrerPolicy: { policy: 'same-origin' },
  });
}
