import { getMetadataStorage, IsInt, IsString } from 'class-validator';

import { rememberRules } from './cache-validation-metadata';

class Named {
  @IsString()
  name!: string;
}

class Counted extends Named {
  @IsInt({ groups: ['numbers'] })
  count!: number;
}

describe('rememberRules', () => {
  it('selects the rules of a class, including inherited rules, only once, but rules of groups every time', () => {
    rememberRules();
    const storage = getMetadataStorage();
    const select = (target: object, groups?: string[]) =>
      storage.getTargetValidationMetadatas(target as () => void, undefined as unknown as string, false, false, groups);
    expect(select(Counted)).toBe(select(Counted));
    expect(select(Counted).map(({ propertyName }) => propertyName)).toEqual(['count', 'name']);
    expect(select(Named).map(({ propertyName }) => propertyName)).toEqual(['name']);
    expect(select(Counted, ['numbers']).map(({ propertyName }) => propertyName)).toEqual(['count']);
  });
});
