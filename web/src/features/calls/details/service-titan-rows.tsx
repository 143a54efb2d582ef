import type { ReactNode } from 'react';

import { SERVICE_TITAN_FIELD_NAMES, SERVICE_TITAN_FIELDS } from '@ringwell/domain/calls/service-titan-fields';

import type { FullCall } from '../../../api/types';
import { DetailRow } from './detail-row';

/** Shows ServiceTitan's data about the call as rows in its details. */
export function ServiceTitanRows({ call }: { call: FullCall }): ReactNode {
  return SERVICE_TITAN_FIELD_NAMES.map((name) => {
    const text = call[name];
    return text !== null && <DetailRow key={name} term={SERVICE_TITAN_FIELDS[name]} text={text} />;
  });
}
