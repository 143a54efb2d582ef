import { storable } from '@ringwell/domain/storable';

/** The parsed JSON of a response, with texts that PostgreSQL can store; `undefined` when the body is not JSON. */
export function responseJson(body: string): unknown {
  try {
    return storable<unknown>(JSON.parse(body));
  } catch {
    return undefined;
  }
}
