import { EXPORT_DAYS } from '@ringwell/domain/calls/account-export';

import { formatNumber, plural } from '../../../lib/format/format';

export const EXPORTS_COPY = {
  title: 'Export everything',
  text: (canEmail: boolean) =>
    "One ZIP file with a table of all calls, their transcripts, and their recordings. It's created in the background" +
    `${canEmail ? ", and we'll email you when it's ready" : ''}. You can download it for ${EXPORT_DAYS} days.`,
  ownersOnly: 'Only owners can export everything. Ask an owner of this account.',
  start: 'Start export',
  startAgain: 'Start a new export',
  retry: 'Try again',
  starting: 'Starting…',
  cancel: 'Cancel export',
  remove: 'Delete export',
  download: 'Download',
  queued: 'In line',
  preparing: 'Preparing…',
  progress: (done: number, total: number) => `${formatNumber(done)} of ${plural(total, 'call')} done`,
  percent: (percent: number) => `${percent}%`,
  leave: (canEmail: boolean) => `You can leave this page.${canEmail ? " We'll email you when it's ready." : ''}`,
  ready: (calls: number, size: string) => `Ready: ${plural(calls, 'call')}, ${size}`,
  expires: (date: string) => `Available until ${date}. Deleting a call, or erasing a customer, also deletes it.`,
  requested: (date: string, requester: string) => `Started on ${date} by ${requester}.`,
  deletedUser: 'a deleted user',
  failed: 'The last export failed',
  ended: {
    canceled: 'The last export was canceled.',
    deleted: 'The last export was deleted.',
    replaced: 'The last export was replaced by a newer one.',
    expired: `The last export has expired: its file was deleted after ${EXPORT_DAYS} days.`,
    erased: 'The last export was deleted because calls in it were deleted or a customer was erased. Start a new one.',
  },
  confirmCancel: {
    title: 'Cancel this export?',
    question: 'The progress will be lost. You can start a new export at any time.',
    pending: 'Canceling…',
  },
  confirmRemove: {
    title: 'Delete this export?',
    question: "The file will be deleted from our storage. Your calls won't be affected.",
    pending: 'Deleting…',
  },
  startFailed: "Couldn't start the export. Try again.",
  removeFailed: "Couldn't do that. Try again.",
  loadFailed: "Couldn't load exports.",
  reload: 'Try again',
  loading: 'Loading exports',
} as const;
