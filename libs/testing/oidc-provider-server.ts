import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import Provider, {
  type AccountClaims,
  type Adapter,
  type AdapterPayload,
  type ClientMetadata,
  type Configuration,
  type JWK,
} from 'oidc-provider';

import { LocalServer } from './local-server';

const INTERACTION = '/interaction/';

const CLAIMS = {
  openid: ['sub'],
  email: ['email', 'email_verified'],
  profile: ['name', 'given_name', 'family_name', 'picture', 'first_name', 'last_name', 'profile_image_url'],
};

export interface OidcProviderOptions {
  client: ClientMetadata;
  hasSignOut?: boolean;
  /** Whether the ID token contains the claims, like Replit's, instead of the userinfo endpoint. */
  hasClaimsInIdToken?: boolean;
  configuration?: Configuration;
}

/** A real OpenID provider on 127.0.0.1. Its user always grants or always denies consent. */
export class OidcProviderServer extends LocalServer {
  userClaims: AccountClaims = { sub: 'nobody' };
  grantsConsent = true;

  private provider?: Provider;

  async startWith(
    { client, hasSignOut = true, hasClaimsInIdToken = true, configuration }: OidcProviderOptions,
    port?: number,
  ): Promise<void> {
    await this.start(port);
    this.provider = new Provider(this.origin, {
      adapter: MemoryAdapter,
      clients: [client],
      claims: CLAIMS,
      conformIdTokenClaims: !hasClaimsInIdToken,
      cookies: { keys: [randomBytes(16).toString('hex')] },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: {
          enabled: hasSignOut,
          logoutSource: (context, form) => {
            context.body = form;
          },
        },
      },
      findAccount: (_context, accountId) => ({ accountId, claims: () => this.userClaims }),
      interactions: { url: (_context, { uid }) => `${INTERACTION}${uid}` },
      jwks: { keys: [createSigningKey()] },
      pkce: { required: () => true },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      ...configuration,
    });
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.provider) throw new Error('The provider has not been started yet.');
    if (request.url?.startsWith(INTERACTION)) await this.interact(this.provider, request, response);
    else await this.provider.callback()(request, response);
  }

  private async interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (!this.grantsConsent) {
      await provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'The user denied access.',
      });
    } else if (prompt.name === 'login') {
      await provider.interactionFinished(request, response, { login: { accountId: this.userClaims.sub } });
    } else {
      const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params['client_id']) });
      grant.addOIDCScope(String(params['scope']));
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    }
  }
}

function createSigningKey(): JWK {
  return {
    ...generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' }),
    alg: 'RS256',
    use: 'sig',
    kid: 'test',
  };
}

// The library's own adapter warns that it isn't for production.
class MemoryAdapter implements Adapter {
  private static readonly storedPayloads = new Map<string, AdapterPayload>();

  constructor(private readonly model: string) {}

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    MemoryAdapter.storedPayloads.set(this.getKey(id), payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return MemoryAdapter.storedPayloads.get(this.getKey(id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.listPayloads().find((payload) => payload.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.listPayloads().find((payload) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const payload = MemoryAdapter.storedPayloads.get(this.getKey(id));
    if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
  }

  async destroy(id: string): Promise<void> {
    MemoryAdapter.storedPayloads.delete(this.getKey(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of MemoryAdapter.storedPayloads)
      if (payload.grantId === grantId) MemoryAdapter.storedPayloads.delete(key);
  }

  private getKey(id: string): string {
    return `${this.model}:${id}`;
  }

  private listPayloads(): AdapterPayload[] {
    return [...MemoryAdapter.storedPayloads]
      .filter(([key]) => key.startsWith(`${this.model}:`))
      .map(([, payload]) => payload);
  }
}
