import { Transform } from 'class-transformer';

/** Trims text. Other values are left to the validators. */
export function Trim(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => trimText(value));
}

export function trimText(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
