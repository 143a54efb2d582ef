import type { Config } from '@ringwell/platform/config/settings';

import type { ServiceTitanAccount } from './service-titan-account';
import { ServiceTitanApi, type ServiceTitanTimeLimits } from './service-titan-api';
import { ServiceTitanClient } from './service-titan-client';
import type { ServiceTitanHttp } from './service-titan-http';
import type { ServiceTitanPace } from './service-titan-pace';
import { ServiceTitanTokens } from './service-titan-tokens';

type ServiceTitanSettings = Pick<
  Config,
  | 'SERVICETITAN_APP_KEY'
  | 'SERVICETITAN_API_URL'
  | 'SERVICETITAN_AUTH_URL'
  | 'SERVICETITAN_INTEGRATION_API_URL'
  | 'SERVICETITAN_INTEGRATION_AUTH_URL'
>;

/** A client by the operator's settings. Without an app key nothing may be asked of it. */
export function createServiceTitanClient(
  settings: ServiceTitanSettings,
  http: ServiceTitanHttp,
  pace: ServiceTitanPace,
  timeLimits?: ServiceTitanTimeLimits,
): ServiceTitanClient {
  const isIntegration = ({ environment }: ServiceTitanAccount): boolean => environment === 'integration';
  const apiUrlOf = (account: ServiceTitanAccount): string =>
    withoutSlash(isIntegration(account) ? settings.SERVICETITAN_INTEGRATION_API_URL : settings.SERVICETITAN_API_URL);
  const authUrlOf = (account: ServiceTitanAccount): string =>
    withoutSlash(isIntegration(account) ? settings.SERVICETITAN_INTEGRATION_AUTH_URL : settings.SERVICETITAN_AUTH_URL);
  return new ServiceTitanClient(
    new ServiceTitanApi(http, new ServiceTitanTokens(http, authUrlOf), pace, {
      appKey: settings.SERVICETITAN_APP_KEY ?? '',
      apiUrlOf,
      timeLimits,
    }),
  );
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
