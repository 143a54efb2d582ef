import type { ReactNode } from 'react';

import { AddressListSetting } from '../fields/address-list-setting';
import { AddressLabels } from './address-labels';

// Email recipients, with the calls each of them gets emails about.
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
