import type { ReactNode } from 'react';

import { AddressLabels } from './address-labels';
import { AddressListSetting } from './address-list-setting';

// The recipients of emails, each with the calls that it gets emails about.
export function EmailSetting(): ReactNode {
  return (
    <AddressListSetting
      name="emailAddress"
      label="Email addresses"
      newLabel="email address"
      emptyText="Add an address to start getting emails."
      controls={(address, removeButton) => <AddressLabels address={address}>{removeButton}</AddressLabels>}
    />
  );
}
