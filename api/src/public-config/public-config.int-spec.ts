import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { useTestDatabase } from '@ringwell/testing/test-database';

describe('GET /api/public/config', () => {
  const database = useTestDatabase();
  let api: TestApi | undefined;
  afterEach(() => api?.stop());

  async function startAndFetch(path: string, settings: Record<string, string>): Promise<unknown> {
    api = await startApi(database.url, settings);
    const response = await fetch(`${api.url}${path}`);
    return { status: response.status, body: await response.json() };
  }

  it('shows the public settings and no secrets', async () => {
    const settings = {
      PRODUCT_NAME: 'Acme Calls',
      SUPPORT_EMAIL: 'help@acme.example',
      SUPPORT_PHONE: '(555) 010-0100',
      PRIVACY_URL: 'https://acme.example/privacy',
      TERMS_URL: 'https://acme.example/terms',
      STRIPE_SECRET_KEY: 'sk_test_secret',
    };
    expect(await startAndFetch('/api/public/config', settings)).toEqual({
      status: 200,
      body: {
        productName: 'Acme Calls',
        supportEmail: 'help@acme.example',
        supportPhone: '(555) 010-0100',
        privacyUrl: 'https://acme.example/privacy',
        termsUrl: 'https://acme.example/terms',
        billingEnabled: true,
        maxUploadMb: 50,
        demoUploadLimit: 5,
        passwordMinLength: 6,
      },
    });
  });

  it('uses defaults for unset settings', async () => {
    expect(await startAndFetch('/api/public/config', {})).toMatchObject({
      status: 200,
      body: { productName: 'Ringwell', privacyUrl: null, termsUrl: null, billingEnabled: false },
    });
    const providerResponse = await fetch(`${api?.url}/api/auth/provider`);
    expect({ status: providerResponse.status, body: await providerResponse.json() }).toEqual({
      status: 200,
      body: { name: 'email', kind: 'local', localUrl: '/api/login/local', signUp: 'password' },
    });
  });
});
