import type { ComponentProps, ReactNode } from 'react';

import { MEMBER_ROLES, type MemberRole } from '@ringwell/domain/accounts/member-role';

import { COPY } from '../../lib/copy';
import { Options, Select } from '../../ui/forms/input';

interface RoleSelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  value: MemberRole;
  onChoose: (role: MemberRole) => void;
}

export function RoleSelect({ value, onChoose, ...selectProps }: RoleSelectProps): ReactNode {
  return (
    <Select
      {...selectProps}
      value={value}
      onChange={({ target }) => {
        const role = MEMBER_ROLES.find((option) => option === target.value);
        if (role) onChoose(role);
      }}
    >
      <Options of={MEMBER_ROLES.map((role) => [role, COPY.memberRoles[role]])} />
    </Select>
  );
}
