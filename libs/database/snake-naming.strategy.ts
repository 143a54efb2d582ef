import { DefaultNamingStrategy } from 'typeorm';

/** `callId` in code is `call_id` in the database. Constraints get their names from the entities. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
