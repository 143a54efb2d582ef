import type { Account } from '@ringwell/database/accounts/account.entity';
import type { AccountSettings } from '@ringwell/database/accounts/settings/account-settings.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import type { ServiceTitanEnvironment } from '@ringwell/domain/deliveries/service-titan';
import { invalid } from '@ringwell/domain/errors/app-error';
import type { SecretBox } from '@ringwell/platform/crypto/secret-box';

export interface ServiceTitanAccount {
  environment: ServiceTitanEnvironment;
  tenant: string;
  clientId: string;
  clientSecret: string;
}

/** The account that requests are for, and the signal that ends them. */
export interface ServiceTitanSession extends ServiceTitanAccount {
  signal: AbortSignal;
}

/** @throws AppError `SERVICETITAN_NOT_CONNECTED`, `SERVICETITAN_TENANT_INVALID`, `SECRET_UNREADABLE` */
export function getServiceTitanAccount(
  { serviceTitanTenant: tenant }: Pick<Account, 'serviceTitanTenant'>,
  settings: Pick<
    AccountSettings,
    'accountId' | 'serviceTitanClientId' | 'sealedServiceTitanClientSecret' | 'serviceTitanEnvironment'
  >,
  secretBox: SecretBox,
): ServiceTitanAccount {
  const {
    serviceTitanClientId: clientId,
    sealedServiceTitanClientSecret: sealedSecret,
    serviceTitanEnvironment: environment,
  } = settings;
  if (!tenant || !clientId || !sealedSecret) {
    throw invalid(
      'SERVICETITAN_NOT_CONNECTED',
      "ServiceTitan isn't connected. Enter the tenant ID, client ID and client secret in Settings under Connections.",
    );
  }
  if (!/^\d{1,20}$/.test(tenant)) {
    throw invalid(
      'SERVICETITAN_TENANT_INVALID',
      'The ServiceTitan tenant ID must be a number. Correct it in Settings under Connections.',
    );
  }
  return {
    environment,
    tenant,
    clientId,
    clientSecret: secretBox.open(sealedSecret, SEALED_FIELDS.serviceTitanClientSecret(settings.accountId)),
  };
}
