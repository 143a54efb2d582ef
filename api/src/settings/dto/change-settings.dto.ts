import { changesDto } from './setting-fields';

/** What account owners can change: any of the fields, usually one. */
export class ChangeMySettingsDto extends changesDto('owner') {}

/** What administrators can change in any account. */
export class ChangeAccountSettingsDto extends changesDto('admin') {}
