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

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/environment-settings';

import { hasEmailWithVerification, isIncomplete, mergeClaims, type Claims } from './oidc-claims';
import { namedIssuer, toSignInFailure } from './oidc-failure';

const TIMEOUT_SECONDS = 10;
// Allowed clock skew, the same as in Microsoft's own libraries.
const CLOCK_TOLERANCE_SECONDS = 300;

/** Binds the callback to the browser that started the sign-in. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OidcIdentity {
  issuer: string;
  subject: string;
  claims: Claims;
}

// Discovery runs on first use, so the API starts even if the provider is unavailable.
@Injectable()
export class OidcClient {
  private readonly issuer: URL | null;
  private readonly isPlainHttp: boolean;
  private discovered?: Promise<Configuration>;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.issuer = config.OIDC_ISSUER_URL === undefined ? null : new URL(config.OIDC_ISSUER_URL);
    this.isPlainHttp = this.issuer?.protocol === 'http:';
  }

  get isEnabled(): boolean {
    return this.issuer !== null;
  }

  /**
   * @param prompt replaces the configured prompt (OpenID Connect Core, 3.1.2.1)
   * @throws AppError `SIGN_IN_PROVIDER_…`
   */
  async authorizationUrl(
    { state, nonce, codeVerifier }: SignInSecrets,
    prompt = this.config.OIDC_PROMPT,
  ): Promise<string> {
    const provider = await this.provider().catch(rethrow);
    return buildAuthorizationUrl(provider, {
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
   * signature doesn't have to be checked (OpenID Connect Core, 3.1.3.7, 6).
   * @param search the query string of the callback, with `?`
   * @throws AppError `SIGN_IN_…`
   */
  async exchangeCode(search: string, { state, nonce, codeVerifier }: SignInSecrets): Promise<OidcIdentity> {
    try {
      const provider = await this.provider();
      const tokens = await authorizationCodeGrant(provider, new URL(this.callbackUrl + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as IDToken; // present because of `idTokenExpected`
      const needsUserInfo = isIncomplete(claims) && provider.serverMetadata().userinfo_endpoint !== undefined;
      const userInfo = needsUserInfo
        ? await fetchUserInfo(provider, tokens.access_token, claims.sub).catch((error: unknown) => {
            if (hasEmailWithVerification(claims)) return {}; // only the names are missing
            throw error;
          })
        : {};
      return { issuer: claims.iss, subject: claims.sub, claims: mergeClaims(claims, userInfo) };
    } catch (error) {
      throw toSignInFailure(error);
    }
  }

  /** Returns the provider's sign-out URL, or null if it doesn't have one. @throws AppError `SIGN_IN_PROVIDER_…` */
  async endSessionUrl(): Promise<string | null> {
    const provider = await this.provider().catch(rethrow);
    if (provider.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(provider, { post_logout_redirect_uri: this.publicUrl }).href;
  }

  private get publicUrl(): string {
    return (this.config.PUBLIC_URL ?? '').replace(/\/+$/, '');
  }

  // Must exactly equal the URL registered with the provider.
  private get callbackUrl(): string {
    return `${this.publicUrl}/api/callback`;
  }

  // Failures are not cached, so the next sign-in retries.
  private provider(): Promise<Configuration> {
    this.discovered ??= this.discover().catch((error: unknown) => {
      this.discovered = undefined;
      throw error;
    });
    return this.discovered;
  }

  private async discover(): Promise<Configuration> {
    if (this.issuer === null) throw new Error('No sign-in provider is configured.');
    const { issuer } = this;
    return this.discoverAt(issuer).catch((error: unknown) => {
      const named = namedIssuer(error);
      // People copy issuer URLs with or without a trailing slash.
      if (named === undefined || withoutSlash(named) !== withoutSlash(issuer.href)) throw error;
      return this.discoverAt(new URL(named));
    });
  }

  private discoverAt(issuer: URL): Promise<Configuration> {
    const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = this.config;
    if (clientId === undefined) throw new Error('No sign-in provider is configured.');
    const metadata = { client_secret: secret, [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    return discovery(issuer, clientId, metadata, secret === undefined ? None() : clientAuth(secret), {
      timeout: TIMEOUT_SECONDS,
      execute: this.isPlainHttp ? [allowInsecureRequests] : [],
    });
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

// Defaults to client_secret_basic for providers that don't list any methods (OpenID Connect Discovery, 3).
function clientAuth(secret: string): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (takesPost ? post : basic)(server, ...rest);
  };
}

function rethrow(error: unknown): never {
  throw toSignInFailure(error);
}
