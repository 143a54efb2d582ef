import type { AccountSettings } from '@ringwell/database/accounts/account-settings.entity';
import type { User } from '@ringwell/database/accounts/user.entity';
import { SEALED_FIELDS } from '@ringwell/database/sealed-fields';
import { AppError } from '@ringwell/domain/app-error';
import type { ServiceTitanEnvironment } from '@ringwell/domain/service-titan';
import type { SecretBox } from '@ringwell/platform/crypto/secret-box';

/** Whose data is asked for, and the keys to it. They belong to one tenant in one environment. */
export interface ServiceTitanAccount {
  environment: ServiceTitanEnvironment;
  /** Digits. */
  tenant: string;
  clientId: string;
  clientSecret: string;
}

/** @throws AppError `SERVICETITAN_NOT_CONNECTED`, `SERVICETITAN_TENANT_INVALID`, `SECRET_UNREADABLE` */
export function serviceTitanAccountOf(
  { serviceTitanTenant: tenant }: Pick<User, 'serviceTitanTenant'>,
  settings: Pick<
    AccountSettings,
    'userId' | 'serviceTitanClientId' | 'sealedServiceTitanClientSecret' | 'serviceTitanEnvironment'
  >,
  sealedBox: SecretBox,
): ServiceTitanAccount {
  const {
    serviceTitanClientId: clientId,
    sealedServiceTitanClientSecret: sealedSecret,
    serviceTitanEnvironment: environment,
  } = settings;
  if (!tenant || !clientId || !sealedSecret) {
    throw new AppError({
      kind: 'invalid',
      code: 'SERVICETITAN_NOT_CONNECTED',
      message:
        'ServiceTitan is not connected. Enter tenant id, client id and client secret under Settings, Connections.',
    });
  }
  if (!/^\d{1,20}$/.test(tenant)) {
    throw new AppError({
      kind: 'invalid',
      code: 'SERVICETITAN_TENANT_INVALID',
      message: 'The ServiceTitan tenant id must be a number. Correct it under Settings, Connections.',
    });
  }
  return {
    environment,
    tenant,
    clientId,
    clientSecret: sealedBox.open(sealedSecret, SEALED_FIELDS.serviceTitanClientSecret(settings.userId)),
  };
}
