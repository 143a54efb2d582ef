import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import { formatStorage, type StorageUsage } from '@ringwell/domain/accounts/storage-quota';

import { noticeMail, type NoticeFacts } from '../mail/notice-mail';

export function storageNoticeEmail(
  facts: NoticeFacts,
  { storedBytes, limitBytes }: StorageUsage,
): Omit<NewMail, 'recipient'> {
  const { productName, publicUrl, accountName } = facts;
  const limit = formatStorage(limitBytes ?? 0);
  const isFull = storedBytes >= (limitBytes ?? 0);
  const paragraphs = [
    `The call recordings of the account ${accountName} take up ${formatStorage(storedBytes)} of its ${limit} storage limit.`,
    isFull
      ? 'New call uploads are rejected until you free up space.'
      : "When it's full, new call uploads will be rejected.",
    'To free up space, delete calls you no longer need, or keep recordings for a shorter time. Your administrator can ' +
      'give you more storage.',
    `See what's stored in Settings under Data: ${publicUrl}/settings/data#storage`,
  ];
  const subject = isFull ? `Your ${productName} storage is full` : `Your ${productName} storage is almost full`;
  return noticeMail(facts, subject, paragraphs);
}
