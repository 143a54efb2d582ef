import { Inject, Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  fetchUserInfo,
  None,
  type ClientAuth,
  type IDToken,
  type ServerMetadata,
} from 'openid-client';

import { CONFIG } from '@ringwell/platform/config/config.module';
import type { Config } from '@ringwell/platform/config/settings';

import { isPlainHttpIssuer } from './issuer-rules';
import { isIncomplete, mergeClaims, type Claims } from './oidc-claims';
import { toSignInFailure } from './oidc-failure';

/** Longest wait for one answer of the provider; somebody waits for us meanwhile. */
const TIMEOUT_SECONDS = 10;

/** What ties the provider's answer to the browser that asked. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Who came back from the provider. */
export interface OidcIdentity {
  issuer: string;
  subject: string;
  claims: Claims;
}

/** The sign-in provider of the settings. It is asked about itself when it is first needed, so that we start without it. */
@Injectable()
export class OidcClient {
  private readonly issuer: URL | null;
  private readonly isPlainHttp: boolean;
  private discovered?: Promise<Configuration>;

  /** @throws Error when the provider may not be used */
  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.issuer = config.OIDC_ISSUER_URL === undefined ? null : new URL(config.OIDC_ISSUER_URL);
    this.isPlainHttp = this.issuer !== null && isPlainHttpIssuer(this.issuer, config);
  }

  get isOn(): boolean {
    return this.issuer !== null;
  }

  /** Where the browser goes to sign in. @throws AppError `SIGN_IN_PROVIDER_…` */
  async authorizationUrl({ state, nonce, codeVerifier }: SignInSecrets): Promise<string> {
    const provider = await this.provider().catch(rethrow);
    return buildAuthorizationUrl(provider, {
      redirect_uri: this.callbackUrl,
      scope: this.config.OIDC_SCOPES,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(this.config.OIDC_PROMPT !== undefined && { prompt: this.config.OIDC_PROMPT }),
    }).href;
  }

  /**
   * Trades what the provider sent the browser back with for who it is. The ID token comes straight from the provider, which
   * proves where it is from (OpenID Connect Core, 3.1.3.7, 6).
   * @param search the query of the callback, with `?`
   * @throws AppError `SIGN_IN_…`
   */
  async redeem(search: string, { state, nonce, codeVerifier }: SignInSecrets): Promise<OidcIdentity> {
    try {
      const provider = await this.provider();
      const tokens = await authorizationCodeGrant(provider, new URL(this.callbackUrl + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as IDToken; // there is one, as it was expected
      const canKnowMore = isIncomplete(claims) && provider.serverMetadata().userinfo_endpoint !== undefined;
      const userInfo = canKnowMore ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
      return { issuer: claims.iss, subject: claims.sub, claims: mergeClaims(claims, userInfo) };
    } catch (error) {
      throw toSignInFailure(error);
    }
  }

  /** Where the browser goes to sign out there, too. Null when there is no such address. @throws AppError `SIGN_IN_PROVIDER_…` */
  async endSessionUrl(): Promise<string | null> {
    const provider = await this.provider().catch(rethrow);
    if (provider.serverMetadata().end_session_endpoint === undefined) return null;
    return buildEndSessionUrl(provider, { post_logout_redirect_uri: this.publicUrl }).href;
  }

  private get publicUrl(): string {
    return (this.config.PUBLIC_URL ?? '').replace(/\/+$/, '');
  }

  /** Registered with the provider, letter by letter. */
  private get callbackUrl(): string {
    return `${this.publicUrl}/api/callback`;
  }

  /** A failure is not remembered: the next sign-in asks again. */
  private provider(): Promise<Configuration> {
    this.discovered ??= this.discover().catch((error: unknown) => {
      this.discovered = undefined;
      throw error;
    });
    return this.discovered;
  }

  private async discover(): Promise<Configuration> {
    const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = this.config;
    if (this.issuer === null || clientId === undefined)
      throw new Error('There is no sign-in provider in the settings.');
    const execute = this.isPlainHttp ? [allowInsecureRequests] : [];
    const found = await discovery(this.issuer, clientId, undefined, None(), { timeout: TIMEOUT_SECONDS, execute });
    const server = found.serverMetadata();
    const provider = new Configuration(
      server,
      clientId,
      secret,
      secret === undefined ? None() : secretSentAs(server, secret),
    );
    provider.timeout = TIMEOUT_SECONDS;
    for (const extension of execute) extension(provider);
    return provider;
  }
}

/** Basic is what every provider takes that does not say otherwise (OpenID Connect Discovery, 3). */
function secretSentAs({ token_endpoint_auth_methods_supported: methods }: ServerMetadata, secret: string): ClientAuth {
  return methods?.includes('client_secret_post') ? ClientSecretPost(secret) : ClientSecretBasic(secret);
}

function rethrow(error: unknown): never {
  throw toSignInFailure(error);
}
