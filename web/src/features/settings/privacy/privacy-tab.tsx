import type { ReactNode } from 'react';

import { SelectSetting } from '../fields/select-setting';
import { useSetting } from '../settings-context';
import { HiddenDetailsSetting } from './hidden-details-setting';

export const PRIVACY_COPY = {
  choices: [
    { value: 'transcript_and_audio', label: 'Remove everywhere' },
    { value: 'transcript', label: 'Remove from transcripts only' },
    { value: 'off', label: 'Keep' },
  ],
  removed: [
    'Payment card numbers, with their security code and expiration date',
    'Social Security numbers, and their last four digits if the caller was asked for them',
    'Bank routing and account numbers',
    'Passwords, PINs and one-time codes',
  ],
  notRemoved: 'Phone numbers, names, addresses, prices, dates, gate codes, and job and model numbers are kept.',
  placeholder: "You'll see placeholders such as [card number] here and in every summary, note, alert and export.",
  tone:
    "In the recording, you'll hear a tone instead, on both sides of the call. " +
    'Recordings can be played once the call has been processed.',
  keptInRecording: 'They stay in the recording. Anyone who can play it can hear them.',
} as const;

export function PrivacyTab(): ReactNode {
  const { value } = useSetting('redaction');
  return (
    <div className="grid grid-cols-1 gap-6">
      <SelectSetting
        name="redaction"
        label="Card numbers and other secrets"
        hint="Applies to new calls, and to calls that you reprocess. Existing calls won't change."
        choices={PRIVACY_COPY.choices}
      />
      {value !== null && value !== 'off' && <RemovedDetails hasTones={value === 'transcript_and_audio'} />}
      <div className="border-t pt-5">
        <HiddenDetailsSetting />
      </div>
    </div>
  );
}

function RemovedDetails({ hasTones }: { hasTones: boolean }): ReactNode {
  return (
    <div className="grid gap-3 border-t pt-5">
      <h3 className="font-semibold">What is removed before a call is saved or sent</h3>
      <ul className="list-disc pl-5">
        {PRIVACY_COPY.removed.map((detail) => (
          <li key={detail}>{detail}</li>
        ))}
      </ul>
      <p>{PRIVACY_COPY.placeholder}</p>
      {hasTones ? (
        <>
          <p>{PRIVACY_COPY.tone}</p>
          <p>The original isn't kept. Only the service that transcribes your calls receives it.</p>
        </>
      ) : (
        <p>{PRIVACY_COPY.keptInRecording}</p>
      )}
      <p className="text-fg-muted">{PRIVACY_COPY.notRemoved}</p>
      <p className="text-fg-muted">Removal is automatic and can miss a number, especially in poor transcripts.</p>
    </div>
  );
}
