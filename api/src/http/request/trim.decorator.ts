import { Convert } from './rules.decorator';

/** Trims text. Other values are left to the validators. */
export function Trim(): PropertyDecorator {
  return Convert(trimText);
}

export function trimText(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
