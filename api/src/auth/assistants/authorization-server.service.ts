import { createHmac, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import type { ClientMetadata, Configuration, JWK } from 'oidc-provider';

import { AssistantsRepository } from '@ringwell/database/accounts/assistants/assistants.repository';
import { AppError } from '@ringwell/domain/errors/app-error';
import { CONFIG, type Config } from '@ringwell/platform/config/config.module';
import { getPublicUrl } from '@ringwell/platform/config/public-url';
import { LOGGER, type Logger } from '@ringwell/platform/logging/logger.module';
import { SafeHttp } from '@ringwell/platform/outbound/safe-http';

import { messagePage } from '../pages/message-page';
import { CONSENT_PATH, RESOURCE_PATH } from './assistant-paths';
import { RecordAdapter } from './record-adapter';

/** Scopes a user can grant. Write access includes read access. */
export const ASSISTANT_SCOPES = ['read', 'follow_ups'] as const;

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const MAX_METADATA_BYTES = 65_536;
const METADATA_TIMEOUT_MS = 5_000;

/** The OAuth 2.1 server for assistants: `oidc-provider`, configured for this product. */
@Injectable()
export class AuthorizationServerService {
  private providerPromise?: Promise<Provider>;

  constructor(
    private readonly assistants: AssistantsRepository,
    private readonly safeHttp: SafeHttp,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get issuer(): string {
    return getPublicUrl(this.config);
  }

  /** The resource that tokens are issued for (RFC 8707). */
  get resource(): string {
    return this.issuer + RESOURCE_PATH;
  }

  /** The provider starts on first use, because most installations don't use assistants. */
  get provider(): Promise<Provider> {
    return (this.providerPromise ??= this.start());
  }

  /** Passes a request to `oidc-provider`, which sends the response. */
  async handle(request: Request, response: Response): Promise<void> {
    const provider = await this.provider;
    this.pinToPublicUrl(request);
    await provider.callback()(request, response);
  }

  /** Registers a client with the metadata returned by `readRegistration`. */
  async register(registration: ClientMetadata, request: Request, response: Response): Promise<void> {
    const provider = await this.provider;
    this.pinToPublicUrl(request);
    const body = Buffer.from(JSON.stringify(registration));
    const { method, url, socket, headers } = request;
    const forwardedRequest = Object.assign(Readable.from([body]), {
      ...{ method, url, socket },
      headers: { ...headers, 'content-type': 'application/json', 'content-length': String(body.length) },
    });
    delete forwardedRequest.headers['transfer-encoding'];
    await provider.callback()(forwardedRequest as unknown as IncomingMessage, response);
  }

  /** Makes `oidc-provider` build all URLs from PUBLIC_URL instead of the client's headers. */
  pinToPublicUrl({ headers }: Request): void {
    const { host, protocol } = new URL(this.issuer);
    headers['x-forwarded-host'] = host;
    headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete headers['x-forwarded-for'];
  }

  private async start(): Promise<Provider> {
    const { default: OidcProvider, errors, interactionPolicy } = await import('oidc-provider');
    const { base, Check, Prompt } = interactionPolicy;
    const policy = base();
    policy.clear();
    // Every connection needs consent, and the product has its own sign-in.
    const check = new Check('not_asked', 'User consent is required.', ({ oidc }) => oidc.result?.consent === undefined);
    policy.add(new Prompt({ name: 'consent', requestable: true }, check));
    policy.add(new Prompt({ name: 'login', requestable: true }));
    const provider = new OidcProvider(this.issuer, {
      ...this.buildConfiguration(policy),
      adapter: (kind) =>
        new RecordAdapter(kind, this.assistants, () => new errors.InvalidGrant('the code or token was already used')),
      features: this.buildFeatures((description) => new errors.InvalidTarget(description)),
    });
    provider.proxy = true; // trusts the headers that `pinToPublicUrl` sets
    // Anyone can register a redirect URI, so browsers are only redirected after the user has responded.
    provider.on('authorization.error', (context, error) => {
      if (context.oidc.route !== 'authorization') return;
      error.allow_redirect = false;
      context.status = 400;
    });
    // Retryable failures get 503, because `invalid_client` makes clients drop their connection.
    provider.on('grant.error', (context, { cause }) => {
      if (!(cause instanceof AppError && cause.retryable)) return;
      context.status = 503;
      context.body = { error: 'temporarily_unavailable', error_description: cause.message };
    });
    provider.on('server_error', (_context, err) => this.logger.error({ err }, 'assistants: a request failed'));
    return provider;
  }

  private buildConfiguration(policy: NonNullable<Configuration['interactions']>['policy']): Configuration {
    const { PRODUCT_NAME: productName, SESSION_KEY, SESSION_KEY_PREVIOUS } = this.config;
    const cookieKey = (key: string): string =>
      createHmac('sha256', Buffer.from(key, 'base64')).update('assistants').digest('hex');
    return {
      claims: {},
      clientAuthMethods: ['none'],
      clientBasedCORS: () => false,
      clientDefaults: {
        application_type: 'native', // also allows https, and any port on the user's computer (RFC 8252)
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
      cookies: {
        keys: [SESSION_KEY, ...SESSION_KEY_PREVIOUS].map(cookieKey),
        names: { interaction: 'ringwell_consent', resume: 'ringwell_consent_resume', session: 'ringwell_authorize' },
        long: { signed: true, httpOnly: true, sameSite: 'lax', path: '/api/oauth' },
        short: { signed: true, httpOnly: true, sameSite: 'lax' },
      },
      expiresWithSession: () => false,
      fetch: (url) => this.fetchMetadata(url instanceof globalThis.Request ? url.url : url.toString()),
      // A token's subject is the assistant's id. The assistant's row stores the member and the account.
      findAccount: async (_context, id) =>
        (await this.assistants.isEnabled(id)) ? { accountId: id, claims: () => ({ sub: id }) } : undefined,
      interactions: { policy, url: (_context, { uid }) => `${CONSENT_PATH}/${uid}` },
      issueRefreshToken: (_context, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
      jwks: { keys: [generateUnusedKey()] },
      pkce: { required: () => true },
      renderError: (context, { error_description: description }) => {
        context.type = 'html';
        context.body = messagePage({
          productName,
          title: "Couldn't connect the assistant",
          message: `Start over in the assistant. Its request was invalid: ${description ?? 'unknown error'}.`,
          links: [{ href: '/', text: `Open ${productName}` }],
        });
      },
      responseTypes: ['code'],
      rotateRefreshToken: true,
      routes: {
        authorization: '/api/oauth/authorize',
        token: '/api/oauth/token',
        registration: '/api/oauth/register',
        revocation: '/api/oauth/revoke',
        jwks: '/api/oauth/jwks',
      },
      scopes: [...ASSISTANT_SCOPES],
      ttl: {
        AccessToken: HOUR_SECONDS,
        AuthorizationCode: 60,
        Grant: 365 * DAY_SECONDS,
        Interaction: HOUR_SECONDS,
        RefreshToken: 30 * DAY_SECONDS,
        Session: HOUR_SECONDS,
      },
    };
  }

  private buildFeatures(invalidTarget: (description: string) => Error): Configuration['features'] {
    return {
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowClient: (_context, { redirectUris = [] }) => redirectUris.every(isRedirectUri),
      },
      devInteractions: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => this.resource,
        getResourceServerInfo: (_context, resource) => {
          if (resource !== this.resource) throw invalidTarget(`tokens are only for ${this.resource}`);
          return {
            scope: ASSISTANT_SCOPES.join(' '),
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: HOUR_SECONDS,
          };
        },
        useGrantedResource: () => true,
      },
      revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    };
  }

  // Downloads a client ID metadata document, from public addresses only.
  private async fetchMetadata(url: string): Promise<globalThis.Response> {
    const { status, body } = await this.safeHttp.download(url, {
      maxBytes: MAX_METADATA_BYTES,
      timeoutMs: METADATA_TIMEOUT_MS,
      maxRedirects: 0, // an open redirect on a trusted host could otherwise lead to someone else's document
    });
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk as Buffer);
    return new globalThis.Response(Buffer.concat(chunks), { status });
  }
}

const MAX_REDIRECT_URIS = 5;
const MAX_URI_LENGTH = 500;
const MAX_NAME_LENGTH = 100;

/**
 * Reads the name and the redirect URIs from a registration request. A redirect URI must use https or point to the
 * user's own computer.
 * @returns undefined for an invalid request
 */
export function readRegistration(body: unknown): ClientMetadata | undefined {
  const { client_name: name = 'Assistant', redirect_uris: uris } = (body ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || name.length > MAX_NAME_LENGTH) return undefined;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECT_URIS) return undefined;
  if (!uris.every((uri): uri is string => typeof uri === 'string' && isRedirectUri(uri))) return undefined;
  return { client_name: name, redirect_uris: uris } as unknown as ClientMetadata;
}

// Hosts are limited to simple characters, because the consent page and its content security policy contain them.
function isRedirectUri(uri: string): boolean {
  return (
    uri.length <= MAX_URI_LENGTH &&
    URL.canParse(uri) &&
    /^(https:\/\/[a-z\d.-]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\]))(:\d+)?$/.test(new URL(uri).origin)
  );
}

// We don't issue ID tokens, but the library requires a key to sign them.
function generateUnusedKey(): JWK {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
}
