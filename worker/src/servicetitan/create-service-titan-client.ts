import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';

import type { ServiceTitanAccount } from './service-titan-account';
import { ServiceTitanApi, type ServiceTitanTimeLimits } from './service-titan-api';
import type { ServiceTitanHttp } from './service-titan-http';
import type { ServiceTitanRateLimiter } from './service-titan-rate-limiter';
import { ServiceTitanTokenCache } from './service-titan-token-cache';
import { ServiceTitanClient } from './service-titan.client';

type ServiceTitanSettings = Pick<
  WorkerConfig,
  | 'SERVICETITAN_APP_KEY'
  | 'SERVICETITAN_API_URL'
  | 'SERVICETITAN_AUTH_URL'
  | 'SERVICETITAN_INTEGRATION_API_URL'
  | 'SERVICETITAN_INTEGRATION_AUTH_URL'
>;

/** Callers must first check that an app key is set. */
export function createServiceTitanClient(
  settings: ServiceTitanSettings,
  http: ServiceTitanHttp,
  rateLimiter: ServiceTitanRateLimiter,
  timeLimits?: ServiceTitanTimeLimits,
): ServiceTitanClient {
  const isIntegration = ({ environment }: ServiceTitanAccount): boolean => environment === 'integration';
  const getApiUrl = (account: ServiceTitanAccount): string =>
    trimSlashes(isIntegration(account) ? settings.SERVICETITAN_INTEGRATION_API_URL : settings.SERVICETITAN_API_URL);
  const getAuthUrl = (account: ServiceTitanAccount): string =>
    trimSlashes(isIntegration(account) ? settings.SERVICETITAN_INTEGRATION_AUTH_URL : settings.SERVICETITAN_AUTH_URL);
  return new ServiceTitanClient(
    new ServiceTitanApi(http, new ServiceTitanTokenCache(http, getAuthUrl), rateLimiter, {
      appKey: settings.SERVICETITAN_APP_KEY ?? '',
      getApiUrl,
      timeLimits,
    }),
  );
}

function trimSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}
