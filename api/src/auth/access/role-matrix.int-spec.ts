import { ExampleClient, ROLES, type Role } from '@ringwell/testing/example-client';
import { OpenApi, type Operation } from '@ringwell/testing/open-api';
import { useTestApi } from '@ringwell/testing/start-api';

const COLUMN_WIDTH = 13;
const ROUTE_WIDTH = 58;

// Calls every operation as every role, with its documented example. The calling account owns the resource in the path;
// users and tokens in administrator routes belong to another account. No request uses an account that an earlier
// request may have changed.
describe('Response statuses by role', () => {
  const { api, database } = useTestApi();

  // The first test sends thousands of requests.
  const TIMEOUT_MS = 1_200_000;

  const rejections: [Role, number][] = [
    ['visitor', 401],
    ['demo', 403],
    ['user', 403],
    ['owner', 403],
    ['manager', 403],
    ['member', 403],
    ['viewer', 403],
    ['impersonator', 403],
    ['bearer', 401],
  ];

  it(
    'match the matrix for every operation, and are never 2xx on administrator routes for other roles',
    async () => {
      const openApi = await OpenApi.load(api.url);
      const client = new ExampleClient(api, database, openApi);
      const formatLine = (route: string, cells: readonly (string | number)[]): string =>
        `${route.padEnd(ROUTE_WIDTH)}${cells.map((cell) => String(cell).padStart(COLUMN_WIDTH)).join('')}`;
      const fetchStatuses = async (operation: Operation): Promise<number[]> => {
        const statuses: number[] = [];
        for (const role of ROLES) statuses.push((await client.send(operation, role)).status);
        return statuses;
      };
      const lines: string[] = [];
      let adminRouteCount = 0;
      for (const operation of openApi.operations) {
        const route = `${operation.method} ${operation.path}`;
        const statuses = await fetchStatuses(operation);
        lines.push(formatLine(route, statuses));
        expect([route, statuses.filter((status) => !(status in operation.responses))]).toEqual([route, []]);
        if (!operation.path.includes('/admin/') || /(stop-impersonation|impersonation-status)$/.test(route)) continue;
        adminRouteCount += 1;
        expect([route, rejections.map(([role]) => [role, statuses[ROLES.indexOf(role)]])]).toEqual([route, rejections]);
      }
      expect(adminRouteCount).toBeGreaterThan(15);
      const matrix = [formatLine('', ROLES), ...lines.sort(compareByPath)].join('\n');
      process.stdout.write(`\n${matrix}\n\n`);
      expect(matrix).toMatchInlineSnapshot(`
"                                                                visitor         demo         user        owner      manager       member       viewer        admin impersonator       bearer
GET /api/account/settings                                           401          200          200          200          200          403          403          200          200          200
GET /api/account/settings/admin/{userId}                            401          403          403          403          403          403          403          200          403          401
PUT /api/account/settings/admin/{userId}                            401          403          403          403          403          403          403          200          403          401
PATCH /api/account/settings/admin/{userId}/email-addresses          401          403          403          403          403          403          403          200          403          401
POST /api/account/settings/admin/{userId}/email-addresses/ask          401          403          403          403          403          403          403          409          403          401
PUT /api/account/settings/admin/{userId}/email-labels               401          403          403          403          403          403          403          400          403          401
GET /api/account/settings/admin/{userId}/retention-preview          401          403          403          403          403          403          403          200          403          401
PATCH /api/account/settings/admin/{userId}/vocabulary               401          403          403          403          403          403          403          200          403          401
POST /api/account/usage                                             401          201          201          201          201          403          403          201          201          201
GET /api/admin/activity                                             401          403          403          403          403          403          403          200          403          401
GET /api/admin/activity/export.csv                                  401          403          403          403          403          403          403          200          403          401
GET /api/admin/basic-calls                                          401          403          403          403          403          403          403          200          403          401
DELETE /api/admin/basic-calls/reprocess                             401          403          403          403          403          403          403          204          403          401
POST /api/admin/basic-calls/reprocess                               401          403          403          403          403          403          403          409          403          401
GET /api/admin/contact-messages                                     401          403          403          403          403          403          403          200          403          401
PATCH /api/admin/contact-messages/{id}                              401          403          403          403          403          403          403          200          403          401
POST /api/admin/impersonate/{id}                                    401          403          403          403          403          403          403          200          403          401
GET /api/admin/impersonation-status                                 401          200          200          200          200          200          200          200          200          401
GET /api/admin/security-events                                      401          403          403          403          403          403          403          200          403          401
GET /api/admin/security-events/export.csv                           401          403          403          403          403          403          403          200          403          401
POST /api/admin/stop-impersonation                                  401          200          200          200          200          200          200          200          200          401
GET /api/admin/system-health                                        401          403          403          403          403          403          403          200          403          401
DELETE /api/admin/tokens/{tokenId}                                  401          403          403          403          403          403          403          204          403          401
GET /api/admin/usage/analytics                                      401          403          403          403          403          403          403          200          403          401
GET /api/admin/usage/daily                                          401          403          403          403          403          403          403          200          403          401
GET /api/admin/usage/system                                         401          403          403          403          403          403          403          200          403          401
GET /api/admin/usage/user/{userId}                                  401          403          403          403          403          403          403          200          403          401
GET /api/admin/users                                                401          403          403          403          403          403          403          200          403          401
POST /api/admin/users                                               401          403          403          403          403          403          403          201          403          401
GET /api/admin/users-with-tokens                                    401          403          403          403          403          403          403          200          403          401
DELETE /api/admin/users/{id}                                        401          403          403          403          403          403          403          204          403          401
PUT /api/admin/users/{id}                                           401          403          403          403          403          403          403          200          403          401
PATCH /api/admin/users/{id}/activate                                401          403          403          403          403          403          403          200          403          401
PATCH /api/admin/users/{id}/deactivate                              401          403          403          403          403          403          403          200          403          401
GET /api/admin/users/{id}/errors                                    401          403          403          403          403          403          403          200          403          401
PATCH /api/admin/users/{id}/make-admin                              401          403          403          403          403          403          403          200          403          401
POST /api/admin/users/{id}/password                                 401          403          403          403          403          403          403          204          403          401
GET /api/admin/users/{userId}/connections                           401          403          403          403          403          403          403          200          403          401
GET /api/admin/users/{userId}/tokens                                401          403          403          403          403          403          403          200          403          401
POST /api/admin/users/{userId}/tokens                               401          403          403          403          403          403          403          201          403          401
GET /api/auth/confirm                                               401          200          200          200          200          200          200          200          200          401
POST /api/auth/confirm                                              401          204          204          204          204          204          204          204          409          401
POST /api/auth/confirm/passkey                                      401          404          404          404          404          404          404          404          404          401
GET /api/auth/login                                                 200          302          302          302          302          302          302          302          302          200
GET /api/auth/provider                                              200          200          200          200          200          200          200          200          200          200
GET /api/auth/user                                                  401          200          200          200          200          200          200          200          200          401
POST /api/billing/portal                                            401          503          503          503          403          403          403          503          503          401
GET /api/billing/subscription                                       401          200          200          200          200          403          403          200          200          401
GET /api/callback                                                   404          404          404          404          404          404          404          404          404          404
GET /api/calls                                                      401          200          200          200          200          200          200          200          200          200
POST /api/calls                                                     401          403          202          202          202          202          403          202          202          202
DELETE /api/calls/{id}                                              401          404          200          200          403          403          403          200          200          401
GET /api/calls/{id}                                                 401          404          200          200          200          200          200          200          200          200
PATCH /api/calls/{id}                                               401          404          200          200          200          403          403          200          200          200
GET /api/calls/{id}/audio                                           401          404          200          200          200          200          200          200          200          200
DELETE /api/calls/{id}/correction                                   401          404          200          200          200          200          403          200          200          200
PUT /api/calls/{id}/correction                                      401          404          200          200          200          200          403          200          200          200
GET /api/calls/{id}/deliveries                                      401          404          200          200          200          200          200          200          200          200
POST /api/calls/{id}/reprocess                                      401          404          202          202          202          403          403          202          202          202
POST /api/calls/{id}/restore                                        401          204          204          204          403          403          403          204          204          401
GET /api/calls/{id}/shares                                          401          404          200          200          200          200          200          200          200          200
POST /api/calls/{id}/shares                                         401          404          201          201          201          201          403          201          201          201
DELETE /api/calls/{id}/shares/{shareId}                             401          404          204          204          204          204          403          204          204          204
POST /api/calls/{id}/swap-speakers                                  401          404          202          202          202          403          403          202          202          202
GET /api/calls/{id}/transcript                                      401          404          200          200          200          200          200          200          200          200
PATCH /api/calls/{id}/transcript                                    401          404          200          200          200          403          403          200          200          200
POST /api/calls/{id}/words                                          401          404          409          409          409          409          403          409          409          409
PUT /api/calls/{id}/words                                           401          404          200          200          200          200          403          200          200          200
GET /api/calls/export.csv                                           401          200          200          200          200          200          200          200          200          200
GET /api/calls/service-titan-words                                  401          200          200          200          200          200          200          200          200          200
POST /api/checkout                                                  401          503          503          503          403          403          403          503          503          401
GET /api/checkout/success                                           503          503          503          503          503          503          503          503          503          503
POST /api/checks                                                    401          200          200          200          200          200          403          200          200          200
PUT /api/checks/{id}/answer                                         401          404          200          200          200          200          403          200          200          200
POST /api/checks/{id}/skip                                          401          404          204          204          204          204          403          204          204          204
GET /api/checks/accuracy                                            401          200          200          200          200          200          200          200          200          200
GET /api/checks/export.jsonl                                        401          200          200          200          200          403          403          200          200          200
POST /api/contact                                                   201          201          201          201          201          201          201          201          201          201
GET /api/customers                                                  401          200          200          200          200          200          200          200          200          200
GET /api/customers/{id}                                             401          404          200          200          200          200          200          200          200          200
PATCH /api/customers/{id}                                           401          404          200          200          200          200          403          200          200          200
POST /api/customers/{id}/merge                                      401          404          200          200          200          403          403          200          200          200
POST /api/customers/{id}/split                                      401          404          200          200          200          403          403          200          200          200
POST /api/deliveries/{id}/resend                                    401          403          202          202          202          202          403          202          202          202
GET /api/demo/jobs/{id}                                             401          200          200          200          200          200          200          200          200          401
POST /api/demo/trial                                                401          403          415          415          415          415          403          415          415          401
POST /api/demo/upload                                               401          415          403          403          403          403          403          403          403          401
GET /api/follow-ups                                                 401          200          200          200          200          200          200          200          200          200
GET /api/follow-ups/{id}                                            401          404          200          200          200          200          200          200          200          200
PATCH /api/follow-ups/{id}                                          401          404          200          200          200          200          403          200          200          200
GET /api/follow-ups/{id}/deliveries                                 401          404          200          200          200          200          200          200          200          200
POST /api/follow-ups/closings                                       401          201          201          201          201          201          403          201          201          201
DELETE /api/follow-ups/closings/{closingId}                         401          404          404          404          404          404          403          404          404          404
GET /api/follow-ups/counts                                          401          200          200          200          200          200          200          200          200          200
GET /api/follow-ups/lead-preview                                    401          200          200          200          200          200          200          200          200          200
GET /api/follow-ups/open-days                                       401          200          200          200          200          200          200          200          200          200
GET /api/follow-ups/today                                           401          200          200          200          200          200          200          200          200          200
GET /api/guideline                                                  401          200          200          200          200          403          403          200          200          200
PUT /api/guideline                                                  401          200          200          200          200          403          403          200          200          200
POST /api/guideline/back-test                                       401          200          200          200          200          403          403          200          200          200
POST /api/guideline/restore                                         401          200          200          200          200          403          403          200          200          200
GET /api/guideline/versions                                         401          200          200          200          200          403          403          200          200          200
GET /api/health/live                                                200          200          200          200          200          200          200          200          200          200
GET /api/health/ready                                               200          200          200          200          200          200          200          200          200          200
GET /api/login                                                      200          302          302          302          302          302          302          302          302          200
POST /api/login                                                     200          200          200          200          200          200          200          200          200          200
GET /api/login/code                                                 302          302          302          302          302          302          302          302          302          302
POST /api/login/code                                                400          400          400          400          400          400          400          400          400          400
GET /api/login/local                                                200          200          200          200          200          200          200          200          200          200
POST /api/login/local                                               200          200          200          200          200          200          200          200          200          200
POST /api/login/passkey                                             400          400          400          400          400          400          400          400          400          400
POST /api/login/passkey/options                                     400          400          400          400          400          400          400          400          400          400
POST /api/login/with-passkey                                        401          401          401          401          401          401          401          401          401          401
POST /api/login/with-passkey/options                                200          200          200          200          200          200          200          200          200          200
GET /api/logout                                                     302          302          302          302          302          302          302          302          302          302
POST /api/logout                                                    401          204          204          204          204          204          204          204          204          401
POST /api/mcp                                                       401          401          401          401          401          401          401          401          401          200
PATCH /api/my/account                                               401          200          200          200          200          403          403          200          403          401
GET /api/my/accounts                                                401          200          200          200          200          200          200          200          200          401
POST /api/my/accounts/{id}/open                                     401          204          204          204          204          204          204          204          403          401
GET /api/my/activity                                                401          200          200          200          200          403          403          200          200          401
GET /api/my/activity/export.csv                                     401          200          200          200          200          403          403          200          200          401
GET /api/my/agents                                                  401          200          200          200          200          200          200          200          200          401
PUT /api/my/agents/{id}                                             401          404          200          200          200          403          403          200          200          401
GET /api/my/alerts                                                  401          200          200          200          200          200          200          200          200          401
PUT /api/my/alerts                                                  401          200          200          200          200          200          200          200          403          401
GET /api/my/assistants                                              401          200          200          200          200          200          200          200          200          401
DELETE /api/my/assistants/{id}                                      401          204          204          204          204          204          204          204          204          401
GET /api/my/basic-calls                                             401          200          200          200          200          403          403          200          200          401
DELETE /api/my/basic-calls/reprocess                                401          204          204          204          204          403          403          204          204          401
POST /api/my/basic-calls/reprocess                                  401          403          409          409          409          403          403          409          409          401
GET /api/my/bookings                                                401          200          200          200          200          200          200          200          200          200
GET /api/my/bookings/export.csv                                     401          200          200          200          200          200          200          200          200          200
DELETE /api/my/call-import                                          401          204          204          204          204          403          403          204          204          401
GET /api/my/call-import                                             401          200          200          200          200          403          403          200          200          401
POST /api/my/call-import                                            401          403          400          400          400          403          403          400          400          401
POST /api/my/call-import/start                                      401          403          400          400          400          403          403          400          400          401
GET /api/my/connections                                             401          200          200          200          200          403          403          200          200          401
GET /api/my/demo-usage                                              401          200          200          200          200          200          200          200          200          401
POST /api/my/erase                                                  401          202          202          202          403          403          403          202          202          401
POST /api/my/erase/count                                            401          200          200          200          403          403          403          200          200          401
GET /api/my/erasures                                                401          200          200          200          403          403          403          200          200          401
GET /api/my/erasures/{id}                                           401          200          200          200          403          403          403          200          200          401
GET /api/my/exports                                                 401          200          200          200          403          403          403          200          200          401
POST /api/my/exports                                                401          403          202          202          403          403          403          202          202          401
DELETE /api/my/exports/{id}                                         401          204          204          204          403          403          403          204          204          401
GET /api/my/exports/{id}/file                                       401          403          200          200          403          403          403          200          200          401
GET /api/my/happiness                                               401          200          200          200          200          200          200          200          200          200
GET /api/my/happiness/export.csv                                    401          200          200          200          200          200          200          200          200          200
GET /api/my/inbox                                                   401          200          200          200          200          403          403          200          200          401
GET /api/my/invitations                                             401          200          200          200          403          403          403          200          200          401
POST /api/my/invitations                                            401          201          201          201          403          403          403          201          201          401
DELETE /api/my/invitations/{id}                                     401          204          204          204          403          403          403          204          204          401
GET /api/my/members                                                 401          200          200          200          200          200          200          200          200          401
DELETE /api/my/members/{userId}                                     401          204          204          204          403          403          403          204          204          401
PATCH /api/my/members/{userId}                                      401          200          200          200          403          403          403          200          200          401
POST /api/my/members/{userId}/transfer-ownership                    401          200          200          200          403          403          403          200          403          401
DELETE /api/my/members/me                                           401          409          409          204          204          204          204          409          403          401
POST /api/my/password                                               401          204          204          204          204          204          204          204          403          401
DELETE /api/my/picture                                              401          200          200          200          200          200          200          200          403          401
PUT /api/my/picture                                                 401          200          200          200          200          200          200          200          403          401
GET /api/my/processing-time                                         401          200          200          200          200          200          200          200          200          401
GET /api/my/recent-calls                                            401          200          200          200          200          200          200          200          200          401
GET /api/my/saved-filters                                           401          200          200          200          200          200          200          200          200          401
POST /api/my/saved-filters                                          401          201          201          201          201          201          201          201          201          401
DELETE /api/my/saved-filters/{id}                                   401          204          204          204          204          204          204          204          204          401
GET /api/my/second-factor                                           401          200          200          200          200          200          200          200          403          401
POST /api/my/second-factor/passkeys                                 401          400          400          400          400          400          400          400          403          401
DELETE /api/my/second-factor/passkeys/{id}                          401          404          404          404          404          404          404          404          404          401
POST /api/my/second-factor/passkeys/options                         401          409          409          409          409          409          409          409          403          401
POST /api/my/second-factor/recovery-codes                           401          404          404          404          404          404          404          404          403          401
DELETE /api/my/second-factor/totp                                   401          404          404          404          404          404          404          404          403          401
POST /api/my/second-factor/totp                                     401          409          409          409          409          409          409          409          403          401
POST /api/my/second-factor/totp/activate                            401          409          409          409          409          409          409          409          403          401
DELETE /api/my/sessions                                             401          204          204          204          204          204          204          204          403          401
GET /api/my/sessions                                                401          200          200          200          200          200          200          200          403          401
DELETE /api/my/sessions/{id}                                        401          204          204          204          204          204          204          204          403          401
GET /api/my/settings                                                401          200          200          200          200          403          403          200          200          401
PUT /api/my/settings                                                401          200          200          200          200          403          403          200          200          401
PATCH /api/my/settings/email-addresses                              401          200          200          200          200          403          403          200          200          401
POST /api/my/settings/email-addresses/ask                           401          403          409          409          409          403          403          409          409          401
PUT /api/my/settings/email-labels                                   401          400          400          400          400          403          403          400          400          401
PUT /api/my/settings/retention                                      401          200          200          200          403          403          403          200          200          401
GET /api/my/settings/retention-preview                              401          200          200          200          403          403          403          200          200          401
POST /api/my/settings/test/{channel}                                401          403          400          400          400          403          403          400          400          401
PATCH /api/my/settings/vocabulary                                   401          200          200          200          200          403          403          200          200          401
POST /api/my/settings/webhook-secret                                401          200          200          200          200          403          403          200          200          401
GET /api/my/team/assistants                                         401          200          200          200          403          403          403          200          200          401
DELETE /api/my/team/assistants/{id}                                 401          204          204          204          403          403          403          204          204          401
GET /api/my/undelivered                                             401          200          200          200          200          403          403          200          200          401
GET /api/my/usage                                                   401          200          200          200          200          200          200          200          200          401
GET /api/my/weekly-letter/preview                                   401          200          200          200          200          403          403          200          200          401
GET /api/my/weekly-letter/preview.html                              401          200          200          200          200          403          403          200          200          401
POST /api/my/weekly-letter/test                                     401          503          503          503          503          403          403          503          403          401
POST /api/n8n/calls                                                 401          401          401          401          401          401          401          401          401          202
DELETE /api/n8n/calls/{id}                                          401          401          401          401          401          401          401          401          401          200
GET /api/n8n/calls/{id}                                             401          401          401          401          401          401          401          401          401          200
GET /api/n8n/follow-ups                                             401          401          401          401          401          401          401          401          401          200
PATCH /api/n8n/follow-ups/{id}                                      401          401          401          401          401          401          401          401          401          200
GET /api/n8n/profile/{userId}                                       401          200          200          200          200          403          403          200          200          200
GET /api/openapi.json                                               200          200          200          200          200          200          200          200          200          200
GET /api/public/config                                              200          200          200          200          200          200          200          200          200          200
GET /api/shared/{token}                                             200          404          200          200          200          200          200          200          200          200
GET /api/shared/{token}/audio                                       200          404          200          200          200          200          200          200          200          200
POST /api/shared/{token}/opened                                     204          404          204          204          204          204          204          204          204          204
GET /api/status                                                     200          200          200          200          200          200          200          200          200          200
GET /api/unsubscribe/{token}                                        200          200          200          200          200          200          200          200          200          200
POST /api/unsubscribe/{token}                                       200          200          200          200          200          200          200          200          200          200
GET /api/users/{id}/picture                                         401          200          200          200          200          200          200          200          200          401
POST /api/webhooks/stripe                                           503          503          503          503          503          503          503          503          503          503"
`);
    },
    TIMEOUT_MS,
  );

  it("are 404 for another account's resource, except for profiles and pictures that an administrator requests", async () => {
    const openApi = await OpenApi.load(api.url);
    const client = new ExampleClient(api, database, openApi);
    const operations = openApi.operations.filter(
      ({ path }) => path.includes('{') && !path.includes('/admin/') && !/\{(token|channel)\}/.test(path),
    );
    expect(operations.length).toBeGreaterThan(8);
    for (const operation of operations) {
      const { path, security = [] } = operation;
      const allowedRoles = security.flatMap((alternative): Role[] =>
        'bearer' in alternative ? ['bearer'] : path.includes('/demo/') ? ['demo'] : ['user', 'admin', 'impersonator'],
      );
      for (const role of allowedRoles) {
        const canView = role === 'admin' && (path.includes('/profile/') || path.endsWith('/picture'));
        expect([path, role, (await client.send(operation, role, { fromOtherAccount: true })).status]).toEqual([
          path,
          role,
          canView ? 200 : 404,
        ]);
      }
    }
  });
});

function compareByPath(a: string, b: string): number {
  const sortKey = (line: string): string => line.split(/\s+/).slice(0, 2).reverse().join(' ');
  return sortKey(a).localeCompare(sortKey(b));
}
