import { getMetadataStorage } from 'class-validator';

/**
 * Caches the validation rules of each class. Without the cache, class-validator searches the rules of all classes for
 * every object. All classes must be defined before the first object is validated.
 */
export function cacheValidationRules(): void {
  const storage = getMetadataStorage();
  const select = storage.getTargetValidationMetadatas.bind(storage);
  const rulesByTarget = new Map<unknown, ReturnType<typeof select>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    if (schema || always || strictGroups || groups) return select(target, schema, always, strictGroups, groups);
    const rules = rulesByTarget.get(target) ?? select(target, schema, always, strictGroups, groups);
    rulesByTarget.set(target, rules);
    return rules;
  };
}
