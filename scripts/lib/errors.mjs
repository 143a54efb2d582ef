/** An error with a complete sentence for the user at the terminal. Printed without a stack trace. */
export class CliError extends Error {
  /** @param {string} message what's wrong and what to do @param {string} [details] tool output that explains it */
  constructor(message, details = '') {
    super(message);
    this.details = details;
  }
}

/** @param {unknown} error @returns {string | undefined} the code of a system error, such as ENOENT */
export function errorCode(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** @param {unknown} error @returns {string} */
export function errorMessage(error) {
  return error instanceof Error ? error.message : String(error);
}
