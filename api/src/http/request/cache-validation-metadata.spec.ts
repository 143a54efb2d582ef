import { getMetadataStorage, IsInt, IsString } from 'class-validator';

import { cacheValidationRules } from './cache-validation-metadata';

class NamedDto {
  @IsString()
  name!: string;
}

class CountedDto extends NamedDto {
  @IsInt({ groups: ['numbers'] })
  count!: number;
}

describe('cacheValidationRules', () => {
  it('caches the rules of a class, including inherited rules, but not the rules of groups', () => {
    cacheValidationRules();
    const storage = getMetadataStorage();
    const select = (target: object, groups?: string[]) =>
      storage.getTargetValidationMetadatas(target as () => void, undefined as unknown as string, false, false, groups);
    expect(select(CountedDto)).toBe(select(CountedDto));
    expect(select(CountedDto).map(({ propertyName }) => propertyName)).toEqual(['count', 'name']);
    expect(select(NamedDto).map(({ propertyName }) => propertyName)).toEqual(['name']);
    expect(select(CountedDto, ['numbers']).map(({ propertyName }) => propertyName)).toEqual(['count']);
  });
});
