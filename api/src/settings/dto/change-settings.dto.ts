import { changesDto, ownerChangesDto } from './setting-fields';

export class ChangeMySettingsDto extends changesDto('member') {}

export class ChangeRetentionDto extends ownerChangesDto() {}

export class ChangeAccountSettingsDto extends changesDto('admin') {}
