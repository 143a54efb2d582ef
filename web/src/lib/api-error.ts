/** An answer of the API that is not a success. `message` is `status: body`, or `status: status text` without a body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The sentence that the API wrote for a person, when there is one. */
  readonly serverMessage: string | null;
  /** What is wrong with which field of a form. */
  readonly fieldErrors: readonly FieldError[];

  constructor(readonly status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    const { message, errors } = parsed(body);
    this.serverMessage = typeof message === 'string' && message !== '' ? message : null;
    this.fieldErrors = Array.isArray(errors) ? errors.filter(isFieldError) : [];
  }
}

export interface FieldError {
  field: string;
  message: string;
}

/** Whether the session is over: `401: …Unauthorized`. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && /^401: .*Unauthorized/s.test(error.message);
}

/** The API's own sentence about a failure, else `fallback`. */
export function serverMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // not JSON: a proxy's page, or nothing
  }
}

function isFieldError(value: unknown): value is FieldError {
  return typeof value === 'object' && value !== null && 'field' in value && 'message' in value
    && typeof value.field === 'string' && typeof value.message === 'string';
}
