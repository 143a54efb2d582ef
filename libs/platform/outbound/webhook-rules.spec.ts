import { WebhookRules } from './webhook-rules';

const rules = new WebhookRules({
  allow: ['127.0.0.1:9000', '10.1.0.0/16'],
  teamsHosts: ['api.powerplatform.com', 'logic.azure.us'],
});
const WORKFLOW =
  '/powerautomate/automations/direct/workflows/c3d4/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers&sv=1.0&sig=e5f6';
const SPACE = 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k&token=t';

describe('WebhookRules', () => {
  it.each([
    `https://a1b2.03.environment.api.powerplatform.com:443${WORKFLOW}`,
    `https://a1b2.03.environment.api.powerplatform.com/cu/1${WORKFLOW}`,
    `https://prod-1.usgovtexas.logic.azure.us${WORKFLOW}`,
    'http://127.0.0.1:9000/hook',
    'https://10.1.2.3:8443/hook',
  ])('accepts %s as a Teams workflow', (address) => {
    expect(rules.findProblem(address, 'teams')).toBeUndefined();
  });

  it.each([
    ['https://evilapi.powerplatform.com.example.com/x', 'not a Teams workflow URL'],
    ['https://evil-api.powerplatform.com/x', 'not a Teams workflow URL'],
    ['https://prod-1.westus.logic.azure.com/x', 'not a Teams workflow URL'],
    [`https://a.environment.api.powerplatform.com:8443${WORKFLOW}`, 'not a Teams workflow URL'],
    ['https://acme.webhook.office.com/webhookb2/1', 'Microsoft has retired'],
    ['http://a.environment.api.powerplatform.com/x', 'not a Teams workflow URL'],
    ['https://user:pw@a.environment.api.powerplatform.com/x', 'user name or password'],
    ['https://192.168.0.1/hook', 'does not exist or is not a public address'],
    ['nonsense', 'not a valid URL'],
  ])('rejects %s', (address, reason) => {
    expect(rules.findProblem(address, 'teams')).toContain(reason);
  });

  it("accepts only complete Google Chat URLs on Google's host", () => {
    expect(rules.findProblem(SPACE, 'google_chat')).toBeUndefined();
    for (const url of [
      SPACE.replace('&token=t', ''),
      SPACE.replace('key=k&', ''),
      SPACE.replace('/v1/spaces/AAAA/messages', '/v1/spaces'),
      SPACE.replace('chat.googleapis.com', 'chat.googleapis.com.example.com'),
      SPACE.replace('chat.googleapis.com', 'chat.googleapis.com:8443'),
    ])
      expect(rules.findProblem(url, 'google_chat')).toContain('not a Google Chat webhook URL');
  });

  it('applies the general URL rules to other webhooks', () => {
    expect(rules.findProblem('https://hooks.example.com/x')).toBeUndefined();
    expect(rules.findProblem('ftp://hooks.example.com/x')).toContain('https://');
  });
});
