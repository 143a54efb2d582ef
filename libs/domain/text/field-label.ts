/** Returns a field's human-readable name: `firstName` becomes `first name`. */
export function fieldLabel(field: string): string {
  return field === 'isActive' ? 'active status' : field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
