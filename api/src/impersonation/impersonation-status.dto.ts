import { boolean, FieldsType, object, text, uuid } from '../http/response/dto-fields';

class ImpersonatedUserDto extends FieldsType({
  id: uuid({ example: '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21' }),
  firstName: text({ nullable: true, example: 'Dana' }),
  lastName: text({ nullable: true, example: 'Reyes' }),
  email: text({
    nullable: true,
    description: 'Null when the sign-in provider sends none.',
    example: 'dana@reyes-hvac.example',
  }),
}) {}

class ImpersonatingAdministratorDto extends FieldsType({
  email: text({
    nullable: true,
    description: 'Null when the sign-in provider sends none.',
    example: 'admin@ringwell.local',
  }),
}) {}

export class ImpersonationStatusDto extends FieldsType({
  isImpersonating: boolean({ example: true }),
  impersonatedUser: object(ImpersonatedUserDto, {
    nullable: true,
    description: 'The impersonated user; null when not impersonating.',
  }),
  admin: object(ImpersonatingAdministratorDto, {
    nullable: true,
    description: 'The impersonating administrator; null when not impersonating.',
  }),
}) {}
