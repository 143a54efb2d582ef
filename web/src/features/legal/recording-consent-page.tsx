import type { ReactNode } from 'react';

import { COPY } from '../../lib/copy';
import { LegalPage } from './legal-page';
import { CONSENT_NOTICE, CONSENT_STEPS, STATES, type ConsentRule } from './recording-consent';

const RULES: Record<ConsentRule, string> = {
  everyone: 'Everyone on the call',
  one: 'One person on the call',
  unclear: 'Unclear: treat as everyone',
};

export function RecordingConsentPage(): ReactNode {
  return (
    <LegalPage title={COPY.legal.recordingConsent} notice={CONSENT_NOTICE} sections={CONSENT_STEPS}>
      <section className="mt-9">
        <h2 id="states" className="text-h3">
          Who must consent, by state
        </h2>
        <p className="mt-3">
          Federal law requires the consent of one person on the call (18 U.S.C. § 2511(2)(d)). State law may require
          more. When the people on a call are in different states, follow the stricter law.
        </p>
        <table aria-labelledby="states" className="mt-5 w-full border-collapse">
          <thead>
            <tr className="border-b text-left text-meta text-fg-subtle">
              <th scope="col" className="py-2 pr-3 font-semibold">
                State
              </th>
              <th scope="col" className="py-2 pr-3 font-semibold">
                Who must consent
              </th>
              <th scope="col" className="py-2 font-semibold">
                Source
              </th>
            </tr>
          </thead>
          <tbody>
            {STATES.map(({ name, rule, source, note }) => (
              <tr key={name} className="border-b align-top">
                <th scope="row" className="py-2 pr-3 text-left font-semibold">
                  {name}
                </th>
                <td className={`py-2 pr-3 ${rule === 'one' ? 'text-fg-muted' : 'font-semibold text-negative'}`}>
                  {RULES[rule]}
                </td>
                <td className="py-2">
                  {source}
                  {note !== undefined && <span className="block text-meta text-fg-muted">{note}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </LegalPage>
  );
}
