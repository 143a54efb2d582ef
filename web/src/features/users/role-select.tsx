import type { ComponentProps, ReactNode } from 'react';

import { COPY } from '../../lib/copy';
import { Select } from '../../ui/forms/input';

export function RoleSelect(props: Omit<ComponentProps<'select'>, 'className' | 'children'>): ReactNode {
  return (
    <Select className="w-full" {...props}>
      <option value="user">{COPY.roles.user}</option>
      <option value="admin">{COPY.roles.admin}</option>
    </Select>
  );
}
