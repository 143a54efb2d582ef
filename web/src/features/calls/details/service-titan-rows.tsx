import type { ReactNode } from 'react';

import { SERVICE_TITAN_WORD_NAMES, SERVICE_TITAN_WORDS } from '@ringwell/domain/calls/service-titan-words';

import type { FullCall } from '../../../api/types';
import { DetailRow } from './detail-row';

/** Shows ServiceTitan's data about the call as rows in its details. */
export function ServiceTitanRows({ call }: { call: FullCall }): ReactNode {
  return SERVICE_TITAN_WORD_NAMES.map((name) => {
    const text = call[name];
    return text !== null && <DetailRow key={name} term={SERVICE_TITAN_WORDS[name]} text={text} />;
  });
}
