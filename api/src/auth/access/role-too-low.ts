import type { MemberRole } from '@ringwell/domain/accounts/member-role';
import { forbidden, type AppError } from '@ringwell/domain/errors/app-error';

const ALLOWED_ROLES: Record<MemberRole, string> = {
  owner: 'owners',
  manager: 'owners and managers',
  member: 'owners, managers and members',
  viewer: 'members',
};

export function roleTooLow(required: MemberRole): AppError {
  return forbidden(
    'ROLE_TOO_LOW',
    `Only ${ALLOWED_ROLES[required]} of this account can do this. Ask an owner to change your role.`,
  );
}
