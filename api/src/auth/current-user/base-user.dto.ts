import { USER_ROLES } from '@ringwell/database/accounts/user.entity';

import { FieldsType, oneOf, text, uuid } from '../../http/response/dto-fields';

export class BaseUserDto extends FieldsType({
  id: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  email: text({
    nullable: true,
    description: "Null if the sign-in provider doesn't send one.",
    example: 'dana@reyes-hvac.example',
  }),
  firstName: text({ nullable: true, example: 'Dana' }),
  lastName: text({ nullable: true, example: 'Reyes' }),
  profileImageUrl: text({
    nullable: true,
    description: "A path on this site for an uploaded picture, or the sign-in provider's URL.",
    example: '/api/users/5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21/picture?v=9f86d081884c7d659a2feaa0c55ad015',
  }),
  role: oneOf(USER_ROLES, { example: 'user' }),
}) {}
