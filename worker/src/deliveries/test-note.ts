import { accountDisplayName, type NamedAccount } from '@ringwell/domain/account-display-name';
import { publicUrlOf } from '@ringwell/platform/config/public-url';
import type { Config } from '@ringwell/platform/config/settings';

/** What a test message in a team chat says; texts are not escaped. */
export interface TestNote {
  title: string;
  text: string;
  link: { text: string; url: string };
}

/** @param place where its reader is, for example `this space` */
export function testNote(
  account: NamedAccount,
  place: string,
  config: Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT'>,
): TestNote {
  const name = accountDisplayName(account);
  return {
    title: `${config.PRODUCT_NAME} is connected`,
    text: `This is a test message. Alerts about calls${name === null ? '' : ` of ${name}`} will appear in ${place}. Nothing needs to be done.`,
    link: { text: `Open ${config.PRODUCT_NAME}`, url: publicUrlOf(config) },
  };
}
