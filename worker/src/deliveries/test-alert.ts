import { companyOrPersonName } from '@ringwell/domain/accounts/company-or-person-name';
import type { WorkerConfig } from '@ringwell/platform/config/environment-settings';
import { getPublicUrl } from '@ringwell/platform/config/public-url';

import type { MessageContext } from './delivery-channel';

export interface TestAlert {
  title: string;
  text: string;
  link: { text: string; url: string };
}

/** @param location for example `this space` */
export function testAlert(
  { account, owner }: Pick<MessageContext, 'account' | 'owner'>,
  location: string,
  config: Pick<WorkerConfig, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT'>,
): TestAlert {
  const name = companyOrPersonName(account, owner);
  const alerts = name === null ? 'Call alerts' : `Call alerts for ${name}`;
  return {
    title: `${config.PRODUCT_NAME} is connected`,
    text: `This is a test message. ${alerts} will appear in ${location}. No action needed.`,
    link: { text: `Open ${config.PRODUCT_NAME}`, url: getPublicUrl(config) },
  };
}
