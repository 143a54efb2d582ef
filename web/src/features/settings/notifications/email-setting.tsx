import type { ReactNode } from 'react';

import { AddressListSetting } from '../fields/address-list-setting';
import { AddressLabels } from './address-labels';

// The email recipients, each with the calls that they get emails about.
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
