/** The name of a field for people: `firstName` is `first name`. */
export function fieldWords(field: string): string {
  return field === 'isActive' ? 'active status' : field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
