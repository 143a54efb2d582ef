import { changesDto } from './setting-fields';

export class ChangeMySettingsDto extends changesDto('owner') {}

export class ChangeAccountSettingsDto extends changesDto('admin') {}
