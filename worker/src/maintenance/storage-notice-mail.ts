import type { NewMail } from '@ringwell/database/deliveries/mails.repository';
import { formatStorage, type StorageUsage } from '@ringwell/domain/accounts/storage-quota';

export interface StorageNoticeFacts {
  productName: string;
  publicUrl: string;
  firstName: string | null;
  usage: StorageUsage;
}

export function storageNoticeEmail({
  productName,
  publicUrl,
  firstName,
  usage: { storedBytes, limitBytes },
}: StorageNoticeFacts): Omit<NewMail, 'recipient'> {
  const limit = formatStorage(limitBytes ?? 0);
  const isFull = storedBytes >= (limitBytes ?? 0);
  const body = [
    firstName ? `Hi ${firstName},` : 'Hi,',
    '',
    `Your call recordings take up ${formatStorage(storedBytes)} of your account's ${limit} storage limit.`,
    '',
    isFull
      ? 'New call uploads are rejected until you free up space.'
      : "When it's full, new call uploads will be rejected.",
    '',
    'To free up space, delete calls you no longer need, or keep recordings for a shorter time. Your administrator can ' +
      'give you more storage.',
    '',
    `See what's stored in Settings under Data: ${publicUrl}/settings/data#storage`,
    '',
    '--',
    productName,
    '',
  ];
  const subject = isFull ? `Your ${productName} storage is full` : `Your ${productName} storage is almost full`;
  return { replyTo: null, subject, body: body.join('\n') };
}
