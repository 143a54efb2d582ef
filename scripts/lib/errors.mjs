/** An error with a complete sentence for the user at the terminal. It is printed without a stack trace. */
export class CliError extends Error {
  /**
   * @param {string} message what is wrong and what to do
   * @param {string} [details] output of a tool that explains it
   */
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
