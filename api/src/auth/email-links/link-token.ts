import { applyDecorators } from '@nestjs/common';
import { IsString, MaxLength } from 'class-validator';

/** Far longer than any token in an emailed link. Limits how much text gets hashed. */
export const MAX_LINK_TOKEN_LENGTH = 200;

/** Declares a form field with the token from a link. */
export function LinkToken(message: string): PropertyDecorator {
  return applyDecorators(IsString({ message }), MaxLength(MAX_LINK_TOKEN_LENGTH, { message }));
}

/** Returns the token from a link's URL. If it's missing or too long, returns an empty string, which never matches. */
export function readLinkToken(value: unknown): string {
  return typeof value === 'string' && value.length <= MAX_LINK_TOKEN_LENGTH ? value : '';
}
