import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';

import { useTestApi } from '@ringwell/testing/start-api';

import { AllowsReadOnlyTokens, RequiresRole, RouteAccess } from './access.decorator';

interface ExpressApp {
  router: { stack: { route?: { path: string; stack: { method: string }[] } }[] };
}

describe('Route access', () => {
  const { api } = useTestApi();

  function routesOfControllers(): Map<string, string> {
    const reflector = new Reflector();
    const controllers = [...api.app.get(ModulesContainer).values()].flatMap((module) => [
      ...module.controllers.values(),
    ]);
    return new Map(
      controllers.flatMap(({ metatype, instance }) => {
        const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
        return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
          const handler = prototype[name];
          if (!handler || !metatype) return [];
          const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
          if (method === undefined) return [];
          const path = [Reflect.getMetadata(PATH_METADATA, metatype), Reflect.getMetadata(PATH_METADATA, handler)].join(
            '/',
          );
          const access = reflector.getAllAndOverride(RouteAccess, [handler, metatype]) as string | undefined;
          const role = reflector.getAllAndOverride(RequiresRole, [handler, metatype]) as string | undefined;
          const readOnly = reflector.getAllAndOverride(AllowsReadOnlyTokens, [handler, metatype]) === true;
          return [
            [
              `${RequestMethod[method]} /${path.replace(/^\/+|\/+$/g, '')}`,
              [access ?? 'nobody', role, readOnly && 'read-only tokens'].filter(Boolean).join(', '),
            ],
          ];
        });
      }),
    );
  }

  it('matches the snapshot', () => {
    const lines = [...routesOfControllers()].map(([route, access]) => `${route}: ${access}`).sort();
    expect(lines).toMatchInlineSnapshot(`
[
  "DELETE /api/admin/basic-calls/reprocess: admin",
  "DELETE /api/admin/tokens/:tokenId: admin",
  "DELETE /api/admin/users/:id: admin",
  "DELETE /api/calls/:id/correction: account, member",
  "DELETE /api/calls/:id/shares/:shareId: account, member",
  "DELETE /api/calls/:id: session, owner",
  "DELETE /api/follow-ups/closings/:closingId: account, member",
  "DELETE /api/mcp: bearer, viewer, read-only tokens",
  "DELETE /api/my/basic-calls/reprocess: session, manager",
  "DELETE /api/my/exports/:id: session, owner",
  "DELETE /api/my/invitations/:id: session, owner",
  "DELETE /api/my/members/:userId: session, owner",
  "DELETE /api/my/members/me: session, viewer",
  "DELETE /api/my/picture: session, viewer",
  "DELETE /api/my/saved-filters/:id: session, viewer",
  "DELETE /api/my/second-factor/passkeys/:id: session, viewer",
  "DELETE /api/my/second-factor/totp: session, viewer",
  "DELETE /api/my/sessions/:id: session, viewer",
  "DELETE /api/my/sessions: session, viewer",
  "DELETE /api/n8n/calls/:id: bearer, manager",
  "GET /api/account/settings/admin/:userId/retention-preview: admin",
  "GET /api/account/settings/admin/:userId: admin",
  "GET /api/account/settings: account, manager",
  "GET /api/admin/activity/export.csv: admin",
  "GET /api/admin/activity: admin",
  "GET /api/admin/basic-calls: admin",
  "GET /api/admin/contact-messages: admin",
  "GET /api/admin/impersonation-status: session, viewer",
  "GET /api/admin/security-events/export.csv: admin",
  "GET /api/admin/security-events: admin",
  "GET /api/admin/system-health: admin",
  "GET /api/admin/usage/analytics: admin",
  "GET /api/admin/usage/daily: admin",
  "GET /api/admin/usage/system: admin",
  "GET /api/admin/usage/user/:userId: admin",
  "GET /api/admin/users-with-tokens: admin",
  "GET /api/admin/users/:id/errors: admin",
  "GET /api/admin/users/:userId/connections: admin",
  "GET /api/admin/users/:userId/tokens: admin",
  "GET /api/admin/users: admin",
  "GET /api/alert-addresses/:token: public",
  "GET /api/auth/confirm: session, viewer",
  "GET /api/auth/login: public",
  "GET /api/auth/provider: public",
  "GET /api/auth/user: session, viewer",
  "GET /api/billing/subscription: session, manager",
  "GET /api/callback: public",
  "GET /api/calls/:id/audio: account, viewer",
  "GET /api/calls/:id/deliveries: account, viewer",
  "GET /api/calls/:id/shares: account, viewer",
  "GET /api/calls/:id/transcript: account, viewer",
  "GET /api/calls/:id: account, viewer",
  "GET /api/calls/export.csv: account, viewer",
  "GET /api/calls: account, viewer",
  "GET /api/checkout/success: public",
  "GET /api/checks/accuracy: account, viewer",
  "GET /api/checks/export.jsonl: account, manager",
  "GET /api/customers/:id: account, viewer",
  "GET /api/customers: account, viewer",
  "GET /api/demo/jobs/:id: session, viewer",
  "GET /api/follow-up-links/:token: public",
  "GET /api/follow-ups/:id/deliveries: account, viewer",
  "GET /api/follow-ups/:id: account, viewer",
  "GET /api/follow-ups/counts: account, viewer",
  "GET /api/follow-ups/today: account, viewer",
  "GET /api/follow-ups: account, viewer",
  "GET /api/guideline/versions: account, manager",
  "GET /api/guideline: account, manager",
  "GET /api/health/live: public",
  "GET /api/health/ready: public",
  "GET /api/invitations: public",
  "GET /api/login/code: public",
  "GET /api/login/link: public",
  "GET /api/login/local: public",
  "GET /api/login: public",
  "GET /api/logout: public",
  "GET /api/mcp: bearer, viewer, read-only tokens",
  "GET /api/my/accounts: session, viewer",
  "GET /api/my/activity/export.csv: session, manager",
  "GET /api/my/activity: session, manager",
  "GET /api/my/agents: session, viewer",
  "GET /api/my/alerts: session, viewer",
  "GET /api/my/basic-calls: session, manager",
  "GET /api/my/connections: session, manager",
  "GET /api/my/demo-usage: session, viewer",
  "GET /api/my/erasures/:id: session, owner",
  "GET /api/my/erasures: session, owner",
  "GET /api/my/exports/:id/file: session, owner",
  "GET /api/my/exports: session, owner",
  "GET /api/my/happiness/export.csv: account, viewer",
  "GET /api/my/happiness: account, viewer",
  "GET /api/my/invitations: session, owner",
  "GET /api/my/members: session, viewer",
  "GET /api/my/processing-time: session, viewer",
  "GET /api/my/recent-calls: session, viewer",
  "GET /api/my/saved-filters: session, viewer",
  "GET /api/my/second-factor: session, viewer",
  "GET /api/my/sessions: session, viewer",
  "GET /api/my/settings/retention-preview: session, owner",
  "GET /api/my/settings: session, manager",
  "GET /api/my/usage: session, viewer",
  "GET /api/my/weekly-letter/preview.html: session, manager",
  "GET /api/my/weekly-letter/preview: session, manager",
  "GET /api/n8n/calls/:id: bearer, viewer",
  "GET /api/n8n/follow-ups: bearer, viewer",
  "GET /api/n8n/profile/:userId: account, manager",
  "GET /api/openapi.json: public",
  "GET /api/password/forgot: public",
  "GET /api/password/reset: public",
  "GET /api/public/config: public",
  "GET /api/shared/:token/audio: public",
  "GET /api/shared/:token: public",
  "GET /api/sign-up/confirm: public",
  "GET /api/sign-up: public",
  "GET /api/status: public",
  "GET /api/unsubscribe/:token: public",
  "GET /api/users/:id/picture: session, viewer",
  "PATCH /api/account/settings/admin/:userId/email-addresses: admin",
  "PATCH /api/account/settings/admin/:userId/vocabulary: admin",
  "PATCH /api/admin/contact-messages/:id: admin",
  "PATCH /api/admin/users/:id/activate: admin",
  "PATCH /api/admin/users/:id/deactivate: admin",
  "PATCH /api/admin/users/:id/make-admin: admin",
  "PATCH /api/calls/:id/transcript: account, manager",
  "PATCH /api/calls/:id: account, manager",
  "PATCH /api/customers/:id: account, member",
  "PATCH /api/follow-ups/:id: account, member",
  "PATCH /api/my/account: session, viewer",
  "PATCH /api/my/members/:userId: session, owner",
  "PATCH /api/my/settings/email-addresses: session, manager",
  "PATCH /api/my/settings/vocabulary: session, manager",
  "PATCH /api/n8n/follow-ups/:id: bearer, member",
  "POST /api/account/settings/admin/:userId/email-addresses/ask: admin",
  "POST /api/account/usage: account, manager",
  "POST /api/admin/basic-calls/reprocess: admin",
  "POST /api/admin/impersonate/:id: admin",
  "POST /api/admin/stop-impersonation: session, viewer",
  "POST /api/admin/users/:id/password: admin",
  "POST /api/admin/users/:userId/tokens: admin",
  "POST /api/admin/users: admin",
  "POST /api/alert-addresses/:token: public",
  "POST /api/auth/confirm/passkey: session, viewer",
  "POST /api/auth/confirm: session, viewer",
  "POST /api/billing/portal: session, owner",
  "POST /api/calls/:id/reprocess: account, manager",
  "POST /api/calls/:id/restore: session, owner",
  "POST /api/calls/:id/shares: account, member",
  "POST /api/calls/:id/swap-speakers: account, manager",
  "POST /api/calls/:id/words: account, member",
  "POST /api/calls: account, member",
  "POST /api/checkout: session, owner",
  "POST /api/checks/:id/skip: account, member",
  "POST /api/checks: account, member",
  "POST /api/contact: public",
  "POST /api/customers/:id/merge: account, manager",
  "POST /api/customers/:id/split: account, manager",
  "POST /api/deliveries/:id/resend: account, member",
  "POST /api/demo/trial: session, member",
  "POST /api/demo/upload: session, member",
  "POST /api/follow-up-links/:token: public",
  "POST /api/follow-ups/closings: account, member",
  "POST /api/guideline/back-test: account, manager",
  "POST /api/guideline/restore: account, manager",
  "POST /api/invitations/sign-up: public",
  "POST /api/invitations: session, viewer",
  "POST /api/login/code: public",
  "POST /api/login/link: public",
  "POST /api/login/local: public",
  "POST /api/login/passkey/options: public",
  "POST /api/login/passkey: public",
  "POST /api/login: public",
  "POST /api/logout: session, viewer",
  "POST /api/mcp: bearer, viewer, read-only tokens",
  "POST /api/my/accounts/:id/open: session, viewer",
  "POST /api/my/basic-calls/reprocess: session, manager",
  "POST /api/my/erase/count: session, owner",
  "POST /api/my/erase: session, owner",
  "POST /api/my/exports: session, owner",
  "POST /api/my/invitations: session, owner",
  "POST /api/my/members/:userId/transfer-ownership: session, owner",
  "POST /api/my/password: session, viewer",
  "POST /api/my/saved-filters: session, viewer",
  "POST /api/my/second-factor/passkeys/options: session, viewer",
  "POST /api/my/second-factor/passkeys: session, viewer",
  "POST /api/my/second-factor/recovery-codes: session, viewer",
  "POST /api/my/second-factor/totp/activate: session, viewer",
  "POST /api/my/second-factor/totp: session, viewer",
  "POST /api/my/settings/email-addresses/ask: session, manager",
  "POST /api/my/settings/test/:channel: session, manager",
  "POST /api/my/settings/webhook-secret: session, manager",
  "POST /api/my/weekly-letter/test: session, manager",
  "POST /api/n8n/calls: bearer, member",
  "POST /api/password/forgot: public",
  "POST /api/password/reset: public",
  "POST /api/shared/:token/opened: public",
  "POST /api/sign-up/confirm: public",
  "POST /api/sign-up: public",
  "POST /api/unsubscribe/:token: public",
  "POST /api/webhooks/stripe: public",
  "PUT /api/account/settings/admin/:userId/email-labels: admin",
  "PUT /api/account/settings/admin/:userId: admin",
  "PUT /api/admin/users/:id: admin",
  "PUT /api/calls/:id/correction: account, member",
  "PUT /api/calls/:id/words: account, member",
  "PUT /api/checks/:id/answer: account, member",
  "PUT /api/guideline: account, manager",
  "PUT /api/my/agents/:id: session, manager",
  "PUT /api/my/alerts: session, viewer",
  "PUT /api/my/picture: session, viewer",
  "PUT /api/my/saved-filters/:id: session, viewer",
  "PUT /api/my/settings/email-labels: session, manager",
  "PUT /api/my/settings/retention: session, owner",
  "PUT /api/my/settings: session, manager",
]
`);
  });

  it('is declared for every route', () => {
    const { router } = api.app.getHttpAdapter().getInstance() as ExpressApp;
    const registered = router.stack.flatMap(({ route }) =>
      route ? route.stack.map(({ method }) => `${method.toUpperCase()} ${route.path}`) : [],
    );
    expect([...new Set(registered)].sort()).toEqual([...routesOfControllers().keys()].sort());
  });
});
