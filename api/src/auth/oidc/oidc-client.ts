import { Inject, Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  discovery,
  fetchUserInfo,
  None,
  type ClientAuth,
  type Configuration,
  type IDToken,
} from 'openid-client';

import { CONFIG, type Config } from '@ringwell/platform/config/config.module';

import { hasEmailWithVerification, isIncomplete, mergeClaims, type Claims } from './oidc-claims';
import { findReportedIssuer, toSignInFailure } from './oidc-failure';

const TIMEOUT_SECONDS = 10;
// Allowed clock skew, the same as in Microsoft's own libraries.
const CLOCK_TOLERANCE_SECONDS = 300;

/** Secrets that bind the callback to the browser that started the sign-in. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OidcIdentity {
  issuer: string;
  /** The provider's own issuer: Microsoft's for all organizations has `{tenantid}` in place of the organization. */
  provider: string;
  subject: string;
  claims: Claims;
}

// Discovery runs on first use, so the API starts even if the provider is unavailable.
@Injectable()
export class OidcClient {
  private readonly issuer: URL | null;
  private readonly isPlainHttp: boolean;
  private configurationPromise?: Promise<Configuration>;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.issuer = config.OIDC_ISSUER_URL === undefined ? null : new URL(config.OIDC_ISSUER_URL);
    this.isPlainHttp = this.issuer?.protocol === 'http:';
  }

  get isEnabled(): boolean {
    return this.issuer !== null;
  }

  /**
   * @param prompt replaces the configured prompt (OpenID Connect Core, section 3.1.2.1)
   * @throws AppError `SIGN_IN_PROVIDER_…`
   */
  async createAuthorizationUrl(
    { state, nonce, codeVerifier }: SignInSecrets,
    prompt = this.config.OIDC_PROMPT,
  ): Promise<string> {
    const configuration = await this.getConfiguration().catch(rethrowAsSignInFailure);
    return buildAuthorizationUrl(configuration, {
      redirect_uri: this.callbackUrl,
      scope: this.config.OIDC_SCOPES,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(prompt !== undefined && { prompt }),
    }).href;
  }

  /**
   * Exchanges the authorization code for the identity. The ID token comes directly from the token endpoint, so its
   * signature doesn't have to be checked (OpenID Connect Core, section 3.1.3.7, step 6).
   * @param search the query string of the callback, with `?`
   * @throws AppError `SIGN_IN_…`
   */
  async exchangeCode(search: string, { state, nonce, codeVerifier }: SignInSecrets): Promise<OidcIdentity> {
    try {
      const configuration = await this.getConfiguration();
      const tokens = await authorizationCodeGrant(configuration, new URL(this.callbackUrl + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as IDToken; // present because of `idTokenExpected`
      const needsUserInfo = isIncomplete(claims) && configuration.serverMetadata().userinfo_endpoint !== undefined;
      const userInfo = needsUserInfo
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub).catch((error: unknown) => {
            if (hasEmailWithVerification(claims)) return {}; // only the names are missing
            throw error;
          })
        : {};
      return {
        issuer: claims.iss,
        provider: configuration.serverMetadata().issuer,
        subject: claims.sub,
        claims: mergeClaims(claims, userInfo),
      };
    } catch (error) {
      throw toSignInFailure(error);
    }
  }

  /** Returns the provider's sign-out URL, or null if it doesn't have one. @throws AppError `SIGN_IN_PROVIDER_…` */
  async findEndSessionUrl(): Promise<string | null> {
    const configuration = await this.getConfiguration().catch(rethrowAsSignInFailure);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: this.publicUrl }).href;
  }

  private get publicUrl(): string {
    return (this.config.PUBLIC_URL ?? '').replace(/\/+$/, '');
  }

  // It must exactly match the URL registered with the provider.
  private get callbackUrl(): string {
    return `${this.publicUrl}/api/callback`;
  }

  // Failures are not cached, so the next sign-in retries.
  private getConfiguration(): Promise<Configuration> {
    this.configurationPromise ??= this.discover().catch((error: unknown) => {
      this.configurationPromise = undefined;
      throw error;
    });
    return this.configurationPromise;
  }

  private async discover(): Promise<Configuration> {
    if (this.issuer === null) throw new Error('No sign-in provider is configured.');
    const { issuer } = this;
    return this.discoverAt(issuer).catch((error: unknown) => {
      const reportedIssuer = findReportedIssuer(error);
      // People copy issuer URLs with or without a trailing slash.
      if (reportedIssuer === undefined || trimSlashes(reportedIssuer) !== trimSlashes(issuer.href)) throw error;
      return this.discoverAt(new URL(reportedIssuer));
    });
  }

  private discoverAt(issuer: URL): Promise<Configuration> {
    const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = this.config;
    if (clientId === undefined) throw new Error('No sign-in provider is configured.');
    const metadata = { client_secret: secret, [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    return discovery(issuer, clientId, metadata, secret === undefined ? None() : selectClientAuth(secret), {
      timeout: TIMEOUT_SECONDS,
      execute: this.isPlainHttp ? [allowInsecureRequests] : [],
    });
  }
}

function trimSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}

// Defaults to client_secret_basic for providers that don't list any methods (OpenID Connect Discovery, section 3).
function selectClientAuth(secret: string): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...parameters) => {
    const acceptsPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (acceptsPost ? post : basic)(server, ...parameters);
  };
}

function rethrowAsSignInFailure(error: unknown): never {
  throw toSignInFailure(error);
}
