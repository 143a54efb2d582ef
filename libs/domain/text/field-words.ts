/** A field's human-readable name: `firstName` becomes `first name`. */
export function fieldWords(field: string): string {
  return field === 'isActive' ? 'active status' : field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
